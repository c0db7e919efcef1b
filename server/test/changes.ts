/** A client that polls lists with `filter[updatedAfter]`. */
import { expect } from 'vitest'
import type { Market } from './market.ts'

export interface Poll {
  /** The ids of all pages, in their order. */
  ids: string[]
  pages: number
  until: string
}

/** Reads all pages of the changes since a time. */
export async function poll(shop: Market, path: string, since: string, extra = ''): Promise<Poll> {
  const ids: string[] = []
  const untils = new Set<string>()
  let pages = 0
  let url = `${path}?filter[updatedAfter]=${encodeURIComponent(since)}${extra}`
  while (url) {
    const { status, body } = await shop.send('GET', url)
    expect(status, JSON.stringify(body)).toBe(200)
    ids.push(...body.data.map(({ id }: { id: string }) => id))
    untils.add(body.meta.updatedUntil)
    pages += 1
    expect(body.links).not.toHaveProperty('prev')
    expect(body.meta.page.hasMore).toBe(body.links.next !== undefined)
    const next = body.links.next && new URL(body.links.next)
    url = next ? next.pathname + next.search : ''
  }
  expect(untils.size).toBe(1)
  return { ids, pages, until: [...untils][0] as string }
}

/** The time of the next poll of a client that has seen everything until now. */
export const seenNow = async (shop: Market): Promise<string> =>
  (await shop.send('GET', '/api/v1/products?filter[updatedAfter]=2199-01-01T00:00:00Z')).body.meta
    .updatedUntil
