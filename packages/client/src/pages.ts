/** Lists, walked through the links of the server. */
import { UnexpectedResponseError } from './errors.ts'

/** Away from the start of the list, or back to it. */
export type Direction = 'forward' | 'backward'

interface PageMeta {
  from?: string | null
  to?: string | null
  hasMore?: boolean
  perPage?: number
}

export interface Page<Item> {
  /** In the order of the list, in both directions. */
  items: Item[]
  meta: { page?: PageMeta; [name: string]: unknown }
  links: Record<string, string | null | undefined>
}

export interface ListDocument {
  data?: unknown
  meta?: object
  links?: object
}

/** An async iterable of all items; nothing is requested before it is iterated. */
export interface List<Item> extends AsyncIterable<Item> {
  /** Backward lists have the last item of a page first. */
  [Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined>
  pages(): AsyncGenerator<Page<Item>, void, undefined>
  /** All items in an array, or the first `limit` of them. */
  toArray(limit?: number): Promise<Item[]>
}

export interface ListSource {
  /** The URL of the first page. */
  url: string
  direction: Direction
  read: (url: string) => Promise<ListDocument | undefined>
}

export function createList<Item>({ url: firstUrl, direction, read }: ListSource): List<Item> {
  async function* pages(): AsyncGenerator<Page<Item>, void, undefined> {
    for (let url: string | undefined = firstUrl; url !== undefined; ) {
      const page: Page<Item> = pageOf<Item>(await read(url))
      yield page
      url = followingUrl(page, direction, url)
    }
  }

  async function* items(): AsyncGenerator<Item, void, undefined> {
    for await (const page of pages()) {
      yield* direction === 'forward' ? page.items : [...page.items].reverse()
    }
  }

  return {
    pages,
    [Symbol.asyncIterator]: items,
    async toArray(limit = Number.POSITIVE_INFINITY) {
      const found: Item[] = []
      if (limit <= 0) return found
      for await (const item of items()) {
        found.push(item)
        if (found.length >= limit) break
      }
      return found
    },
  }
}

const pageOf = <Item>({ data, meta = {}, links = {} }: ListDocument = {}): Page<Item> => ({
  items: Array.isArray(data) ? data : [],
  meta: meta as Page<Item>['meta'],
  links: links as Page<Item>['links'],
})

/** An absent link and null mean that there are no more pages. */
function followingUrl({ links }: Page<unknown>, direction: Direction, current: string): string | undefined {
  const link = direction === 'forward' ? links.next : links.prev
  if (!link) return undefined
  const request = { method: 'GET', path: new URL(current).pathname }
  const url = URL.canParse(link, current) ? new URL(link, current) : undefined
  if (url === undefined || url.origin !== new URL(current).origin) {
    throw new UnexpectedResponseError(
      `The link to the next page leads to ${url?.origin ?? 'no address'} and not to ${new URL(current).origin}: let baseUrl be the address under which the server knows itself.`,
      request,
      200,
    )
  }
  if (url.href === current) {
    throw new UnexpectedResponseError('The link to the next page leads to the same page.', request, 200)
  }
  return url.href
}
