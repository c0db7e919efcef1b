/** Requests about orders from outside of the marketplace, for tests. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Market } from '../../../test/market.ts'
import { EXAMPLE_ADDRESS } from './body.ts'

export function requestsTo(shop: Market) {
  const order = (body: object, as: 'brand' | 'otherBrand' = 'brand') =>
    shop.send('POST', '/api/v1/external-orders/non-marketplace-fulfillment-orders', {
      as,
      body: { shippingAddress: EXAMPLE_ADDRESS, ...body },
    })
  const read = (id: string) => shop.send('GET', `/api/v1/master-orders/${id}?include=externalOrder`)
  const advance = (id: string, to: string) =>
    shop.send('POST', `/api/testing/external-orders/${id}/-actions/advance`, { body: { to } })
  const statusOf = async (id: string) => (await read(id)).body.included?.[0]?.attributes.status

  /** Excludes the jobs of the simulated warehouse, which are due later. */
  async function accept(body: object): Promise<string> {
    const masterOrderUuid = randomUUID()
    const answer = await order({ ...body, masterOrderUuid })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toEqual({ jsonapi: { version: '1.0' } })
    await shop.runJobs()
    return masterOrderUuid
  }
  return { order, read, advance, statusOf, accept }
}
