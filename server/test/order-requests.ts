/** Requests for orders, for tests, and a snapshot of all database rows that a request may change. */
import { expect } from 'vitest'
import { expectRefusedAt } from './answers.ts'
import type { Answer, Market, Who } from './market.ts'

/** A JSON:API resource in a response. */
export interface Wire {
  type: string
  id: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary members of the response.
  attributes: any
  relationships: Record<string, { data: Linkage | Linkage[] | null }>
}
export interface Linkage {
  type: string
  id: string
}

export const ORDER_INCLUDES = [
  'retailer',
  'billingItems',
  'orderItems',
  'orderItems.productVariant',
  'orderItems.productVariant.product',
  'orderItems.productOption',
  'orderItems.productOption.product',
]

export const readOrder = (shop: Market, id: string, include = ''): Promise<Answer> =>
  shop.send('GET', `/api/v1/orders/${id}?include=${include}`)

export const transition = (
  shop: Market,
  id: string,
  data: { type: string; attributes?: unknown },
  { include = '', as = 'brand' as Who } = {},
): Promise<Answer> =>
  shop.send('POST', `/api/v1/orders/${id}/-actions/transition?include=${include}`, { body: { data }, as })

/** An entry of `orderItems` in the body of `brand-validates`. */
export const itemChange = (id: string | undefined, quantity: unknown, type = 'order-items') => ({
  id,
  type,
  attributes: { quantity },
})

/** A retailer without discounts and without earlier orders. */
export async function addRetailer(shop: Market, attributes: object = {}): Promise<string> {
  const address = { street: 'Lindenallee 4', city: 'Berlin', postalCode: '10115', countryCode: 'DE' }
  const usual = { storeName: 'Corner Shelf', email: 'shop@cornershelf.test', currency: 'EUR', country: 'DE' }
  const { body } = await shop.send('POST', '/api/operator/v1/retailers', {
    as: 'operator',
    body: { data: { type: 'retailers', attributes: { ...usual, address, ...attributes } } },
  })
  return body.data.id
}

export async function changeBrand(shop: Market, attributes: object): Promise<void> {
  const id = shop.credentials.brandId
  const { status, text } = await shop.send('PATCH', `/api/operator/v1/brands/${id}`, {
    as: 'operator',
    body: { data: { type: 'brands', id, attributes } },
  })
  if (status !== 200) throw new Error(text)
}

/**
 * A snapshot of the order's rows in every table, the stock of its variants and its events, to prove that nothing
 * changed.
 */
export async function snapshotOfOrder({ platform: { db } }: Market, id: string) {
  const [orders, items, billingItems, moves, movements, postings, levels, events] = await Promise.all([
    db`select * from ordering.orders where id = ${id}`,
    db`select * from ordering.items where order_id = ${id} order by position`,
    db`select * from ordering.billing_items where order_id = ${id} order by position`,
    db`select * from ordering.moves where order_id = ${id} order by number`,
    db`select * from stock.transactions where related_id = ${id} order by created_at, id`,
    db`
      select posting.*
      from stock.postings as posting
      join stock.transactions as transaction on transaction.id = posting.transaction_id
      where transaction.related_id = ${id}
      order by posting.id`,
    db`
      select level.*
      from stock.levels as level
      join ordering.items as item on item.variant_id = level.variant_id
      where item.order_id = ${id}
      order by item.position`,
    db`select * from platform.outbox where subject_id = ${id} order by position`,
  ])
  // The database stamps `changed_at` with real time at every update.
  const withoutStamps = orders.map(({ changed_at: _, ...order }) => order)
  return { orders: withoutStamps, items, billingItems, moves, movements, postings, levels, events }
}

/**
 * Expects that a transition is refused with errors at these pointers and changes nothing; returns the detail of the
 * first error.
 */
export async function expectRefusedTransition(
  shop: Market,
  id: string,
  data: { type: string; attributes: unknown },
  pointers: string[],
): Promise<string> {
  const before = await snapshotOfOrder(shop, id)
  const answer = await transition(shop, id, data)
  expectRefusedAt(answer, ...pointers)
  expect(await snapshotOfOrder(shop, id)).toEqual(before)
  return answer.body.errors[0].detail
}
