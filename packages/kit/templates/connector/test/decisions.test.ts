/** Tests the decisions on orders against a running sandbox. No connector runs meanwhile: it would decide first. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decideOn } from '../src/decisions.ts'
import { openSandbox } from './sandbox.ts'

const { client, createOrder } = await openSandbox()

const read = (id: string) => client.orders.get(id, { include: ['orderItems.productVariant'] })

/** An order of five of each of two products, of which so many are left. */
async function shortOrder(left: readonly number[]): Promise<string> {
  const { id } = await createOrder(5)
  for (const [i, { related }] of (await read(id)).related.orderItems.entries()) {
    await client.variants.setStock(related.productVariant?.id ?? '', { stockQuantity: left[i] ?? 0 })
  }
  return id
}

const quantitiesOf = async (id: string) =>
  (await read(id)).related.orderItems.map(({ attributes }) => attributes.quantity).sort()

test('an order is accepted with as much as there is', async () => {
  for (const [left, accepted] of [
    [
      [9, 5],
      [5, 5],
    ],
    [
      [9, 2],
      [2, 5],
    ],
    [[0, 5], [5]],
  ] as const) {
    const id = await shortOrder(left)
    assert.equal((await decideOn(client, id)).attributes.status, 'brand_confirmed')
    assert.deepEqual(await quantitiesOf(id), accepted)
  }
})

test('what is made on demand is accepted', async () => {
  const id = await shortOrder([5, 5])
  for (const { related } of (await read(id)).related.orderItems) {
    const made = { stockQuantity: 0, inventoryPolicy: 'continue' } as const
    await client.variants.setStock(related.productVariant?.id ?? '', made)
  }
  await decideOn(client, id)
  assert.deepEqual(await quantitiesOf(id), [5, 5])
})

test('an order of which nothing is left is rejected', async () => {
  const { status, brandRejectReason } = (await decideOn(client, await shortOrder([0, 0]))).attributes
  assert.deepEqual([status, brandRejectReason], ['rejected', 'PRODUCT_OUT_OF_STOCK'])
})

test('an order that does not wait, or whose retailer asks for a cancellation, is left as it is', async () => {
  const { id } = await createOrder()
  const path = { order: id }
  await client.request('POST', '/api/testing/orders/{order}/-actions/request-cancellation', {
    path,
    body: { reason: 'Ordered twice.' },
  })
  assert.equal((await decideOn(client, id)).attributes.status, 'ankor_confirmed')
  await client.orders.reject(id, { rejectType: 'PREPARATION_TIME_TOO_HIGH' })
  assert.notEqual((await decideOn(client, id)).attributes.status, 'brand_confirmed')
})
