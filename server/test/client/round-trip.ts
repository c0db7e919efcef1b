/**
 * The calls that every generated client must be able to make against a running server. Each program beside this file
 * implements them with one generator; the compiler checks that the generated types suffice.
 */
import assert from 'node:assert/strict'
import { basename } from 'node:path'

export interface Client {
  /** Requests an access token and sends it with all later requests. */
  signIn(clientId: string, clientSecret: string): Promise<number | undefined>
  /** The first of two pages, with variants included. */
  listProducts(): Promise<{ perPage: number; hasNext: boolean; variants: Variant[] } | undefined>
  readProductName(id: string): Promise<string | undefined>
  setStock(variant: string, stockQuantity: number): Promise<number | null | undefined>
  applicationId(): Promise<string | undefined>
  subscribe(application: string): Promise<{ id: string; events: string[] | undefined } | undefined>
  findWaitingOrder(): Promise<string | undefined>
  /** The new status of the order, or the code of the error. */
  accept(order: string): Promise<string | undefined>
}

export interface Variant {
  id: string
  product: string | undefined
}

export const JSON_API = 'application/vnd.api+json'
export const EVENT = 'order.brand_created'
/** Distinct per program: an application can subscribe only once per URL. */
export const RECEIVER = `http://127.0.0.1:3000/${basename(process.argv[1] ?? '')}`

const [, , clientId = '', clientSecret = ''] = process.argv

export async function roundTrip(client: Client): Promise<void> {
  assert.equal(await client.signIn(clientId, clientSecret), 3600)

  const page = await client.listProducts()
  assert.deepEqual([page?.perPage, page?.hasNext], [2, true])
  const variant = page?.variants[0]
  assert(variant?.product)
  assert.equal(typeof (await client.readProductName(variant.product)), 'string')
  assert.equal(await client.setStock(variant.id, 123), 123)

  const application = await client.applicationId()
  assert(application)
  const subscription = await client.subscribe(application)
  assert(subscription?.id)
  assert.deepEqual(subscription.events, [EVENT])

  const order = await client.findWaitingOrder()
  assert(order)
  assert.equal(await client.accept(order), 'brand_confirmed')
  assert.equal(await client.accept(order), 'ORDER_ACTION_TRANSITION_FAILED')
  console.log('All calls were answered as the types say.')
}
