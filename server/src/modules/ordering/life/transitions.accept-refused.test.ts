/** Acceptances that are refused and change nothing. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { codesOf, pointersOf } from '../../../../test/answers.ts'
import { market } from '../../../../test/market.ts'
import { itemChange, snapshotOfOrder, transition } from '../../../../test/order-requests.ts'
import { placeOrder } from '../../../../test/orders.ts'
import type { OrderRow } from '../order/order-row.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const foreign = await placeOrder(shop, { brandId: shop.credentials.otherBrand.brandId })
const neighbour = await placeOrder(shop)

let order: OrderRow
let first = ''
let second = ''

/** Two lines, of 2 and 3 packs. */
beforeEach(async () => {
  order = await placeOrder(shop)
  ;[first = '', second = ''] = order.item_ids
})

async function expectRefused(attributes: unknown, pointers: string[], code?: string): Promise<void> {
  const orders = [order, foreign, neighbour]
  const read = () => Promise.all(orders.map(({ id }) => snapshotOfOrder(shop, id)))
  const before = await read()
  const answer = await transition(shop, order.id, { type: 'brand-validates', attributes })
  expect(answer.status).toBe(422)
  expect(pointersOf(answer)).toEqual(pointers)
  if (code !== undefined) expect(codesOf(answer)).toEqual(pointers.map(() => code))
  for (const error of answer.body.errors) {
    expect(error).toMatchObject({ status: '422', title: 'Unprocessable Content' })
  }
  expect(await read()).toEqual(before)
}

const at = (i: number, member: string) => `data.attributes.orderItems.${i}.${member}`
const quantityAt = (i: number) => at(i, 'attributes.quantity')

describe('all lines removed', () => {
  const code = 'ORDER_ITEMS_ALL_REMOVED'

  test('are refused', async () => {
    const orderItems = [itemChange(first, 0), itemChange(second, 0)]
    await expectRefused({ orderItems }, ['data.attributes.orderItems'], code)
  })

  test('also of an order with one line', async () => {
    order = await placeOrder(shop, { products: [{}], quantities: [1] })
    const orderItems = [itemChange(order.item_ids[0], 0)]
    await expectRefused({ orderItems }, ['data.attributes.orderItems'], code)
  })
})

describe('a quantity', () => {
  test.each([
    ['raised', 3],
    ['as large as a number may be', 2_147_483_647],
    ['too large for the ledger', 2_147_483_648],
    ['huge', 1e300],
    ['negative', -1],
    ['a fraction', 1.5],
    ['a text', '1'],
    ['null', null],
    ['true', true],
    ['a list', [1]],
  ])('that is %s is refused at its place', async (_, quantity) => {
    await expectRefused({ orderItems: [itemChange(second, 1), itemChange(first, quantity)] }, [quantityAt(1)])
  })

  test('that is missing is refused at its place', async () => {
    await expectRefused({ orderItems: [{ id: first, type: 'order-items', attributes: {} }] }, [quantityAt(0)])
    await expectRefused({ orderItems: [{ id: first, type: 'order-items' }] }, [at(0, 'attributes')])
  })

  test('that is raised is refused with an error that names the present quantity', async () => {
    const attributes = { orderItems: [itemChange(first, 3)] }
    const { body } = await transition(shop, order.id, { type: 'brand-validates', attributes })
    expect(body.errors[0].detail).toBe(
      'The quantity can only be lowered: 3 is more than 2, the present quantity.',
    )
  })
})

describe('an item', () => {
  test('that is named twice is refused where it is repeated, in capitals too', async () => {
    const twice = [itemChange(first, 1), itemChange(second, 1), itemChange(first.toUpperCase(), 1)]
    await expectRefused({ orderItems: twice }, [at(2, 'id')])
    await expectRefused({ orderItems: [itemChange(first, 1), itemChange(first, 0)] }, [at(1, 'id')])
  })

  test.each([
    ['of another order', () => neighbour.item_ids[0]],
    ["of another brand's order", () => foreign.item_ids[0]],
    ['that is unknown', () => randomUUID()],
    ['that is the order', () => order.id],
    ['whose id is no uuid', () => '17'],
    ['without an id', () => undefined],
  ])('%s is refused', async (_, id) => {
    await expectRefused({ orderItems: [itemChange(first, 1), itemChange(id(), 1)] }, [at(1, 'id')])
  })

  test.each(['order_items', 'OrderItems', 'items', 'productVariant', '', 1])(
    'of type %s is refused',
    async (type) => {
      await expectRefused({ orderItems: [itemChange(first, 1, type as string)] }, [at(0, 'type')])
    },
  )

  test('without a type or with an unknown member is refused', async () => {
    await expectRefused({ orderItems: [{ id: first, attributes: { quantity: 1 } }] }, [at(0, 'type')])
    await expectRefused({ orderItems: [{ ...itemChange(first, 1), quantity: 1 }] }, [at(0, 'quantity')])
  })

  test.each([
    ['a text', 'first'],
    ['null', null],
    ['a list', []],
  ])('that is %s is refused', async (_, item) => {
    await expectRefused({ orderItems: [item] }, ['data.attributes.orderItems.0'])
  })
})

describe('the attributes', () => {
  test.each([
    ['orderItems as an object', { orderItems: {} }, 'data.attributes.orderItems'],
    ['a list', [], 'data.attributes'],
    ['a text', 'all', 'data.attributes'],
  ])('%s are refused', async (_, attributes, pointer) => {
    await expectRefused(attributes, [pointer])
  })

  test('may name a thousand items at most', async () => {
    const orderItems = Array.from({ length: 1001 }, () => itemChange(first, 1))
    await expectRefused({ orderItems }, ['data.attributes.orderItems'])
  })
})

test('every mistake is reported, in the order of the items', async () => {
  const orderItems = [
    itemChange(first, 9),
    itemChange(randomUUID(), 1),
    itemChange(second, 1),
    itemChange(second, 1),
  ]
  await expectRefused({ orderItems }, [quantityAt(0), at(1, 'id'), at(3, 'id')])
  const malformed = [itemChange('x', -1), itemChange(second, 1.5, 'x')]
  await expectRefused({ orderItems: malformed }, [at(0, 'id'), quantityAt(0), at(1, 'type'), quantityAt(1)])
})

test('after all these refusals the order can still be accepted', async () => {
  await expectRefused({ orderItems: [itemChange(first, 9)] }, [quantityAt(0)])
  const attributes = { orderItems: [itemChange(first, 1)] }
  expect((await transition(shop, order.id, { type: 'brand-validates', attributes })).status).toBe(200)
})
