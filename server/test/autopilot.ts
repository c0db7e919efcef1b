/** Helpers for tests of the autopilot: enabling it, moving the clock and reading the resulting orders. */
import { expect } from 'vitest'
import type { Market } from './market.ts'

export const HOUR = 3600
export const DAY = 24 * HOUR

export const send = (shop: Market, method: string, path: string, body?: unknown) =>
  shop.send(method, path, { body })

export async function switchOn(shop: Market, settings: object = {}) {
  const answer = await send(shop, 'POST', '/api/testing/autopilot', { enabled: true, ...settings })
  expect(answer.status, answer.text).toBe(200)
}

export const shown = async (shop: Market) =>
  (await send(shop, 'GET', '/api/testing/autopilot')).body.data.attributes

/** Moves the clock and runs every job that is due then. */
export async function pass(shop: Market, seconds: number): Promise<void> {
  await shop.advance(seconds)
  let jobs = await shop.runJobs()
  while (jobs.ran > 0) {
    expect(jobs.failed).toBe(0)
    jobs = await shop.runJobs()
  }
}

/** All visible properties of the orders, without their human-readable numbers. */
export async function storyOf({ platform: { db } }: Market): Promise<object[]> {
  return await db`
    select to_jsonb(orders) - 'reference' - 'changed_at' as order,
      (select jsonb_agg(to_jsonb(items) order by position) from ordering.items where order_id = orders.id) as items,
      (select jsonb_agg(to_jsonb(moves) order by number) from ordering.moves where order_id = orders.id) as moves
    from ordering.orders order by id`
}
