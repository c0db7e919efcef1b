/** The resources that can be included with an order. */
import { afterAll, expect, test } from 'vitest'
import { addTestProducts } from '../../../../test/catalog.ts'
import { market } from '../../../../test/market.ts'
import { type Linkage, ORDER_INCLUDES, readOrder, type Wire } from '../../../../test/order-requests.ts'
import { placeOrder, SERVER } from '../../../../test/orders.ts'
import { submitOrder } from '../intake/intake.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { brandId, retailer } = shop.credentials

/** Three lines, two of them of one product. */
async function placeThreeLines(): Promise<string> {
  const products = await addTestProducts(shop.platform, brandId, [{ variants: [{}, {}] }, {}])
  const lines = products.flatMap(({ variants }) =>
    variants.map(({ id }) => ({ productVariantId: id, quantity: 1 })),
  )
  const wanted = { brandId, retailerId: retailer.retailerId, lines }
  return (await submitOrder(shop.platform, wanted, SERVER)).order.id
}

/** For each include path: the relationship of the order, and the type of the included resources. */
const BROUGHT: Record<string, [member: string, type: string]> = {
  retailer: ['retailer', 'retailer'],
  billingItems: ['billingItems', 'billing-items'],
  orderItems: ['orderItems', 'order-items'],
  'orderItems.productVariant': ['orderItems-productVariant', 'productVariant'],
  'orderItems.productVariant.product': ['orderItems-productVariant-product', 'product'],
  'orderItems.productOption': ['orderItems-productOption', 'product-options'],
  'orderItems.productOption.product': ['orderItems-productOption-product', 'product'],
}
const COUNTS: Record<string, number> = {
  retailer: 1,
  billingItems: 1,
  orderItems: 3,
  'orderItems-productVariant': 3,
  'orderItems-productVariant-product': 2,
  'orderItems-productOption': 3,
  'orderItems-productOption-product': 2,
}
const combinations = Array.from({ length: 2 ** ORDER_INCLUDES.length }, (_, bits) =>
  ORDER_INCLUDES.filter((_, i) => bits & (1 << i)),
)
const withParents = (path: string) => path.split('.').map((_, i, parts) => parts.slice(0, i + 1).join('.'))
const key = ({ type, id }: Linkage) => `${type}/${id}`

test('include adds the named resources and all between, in every combination, with linkage', async () => {
  const id = await placeThreeLines()
  expect(combinations).toHaveLength(128)
  for (const include of combinations) {
    const { status, body } = await readOrder(shop, id, include.join())
    const because = `include=${include}`
    expect(status, because).toBe(200)
    const brought = [...new Set(include.flatMap(withParents))].map(
      (path) => BROUGHT[path] as [string, string],
    )
    const members = new Set(['retailer', 'billingItems', 'orderItems', ...brought.map(([member]) => member)])
    expect(new Set(Object.keys(body.data.relationships)), because).toEqual(members)
    const included: Wire[] = body.included ?? []
    expect(new Set(included.map(({ type }) => type)), because).toEqual(
      new Set(brought.map(([, type]) => type)),
    )
    const keys = included.map(key)
    expect(new Set(keys).size, because).toBe(keys.length)
    for (const [member] of brought) {
      const linked = [body.data.relationships[member].data].flat()
      expect(linked.length, because).toBe(COUNTS[member])
      expect(new Set(linked.map(key)).size, because).toBe(linked.length)
      for (const one of linked) expect(keys, because).toContain(key(one))
    }
  }
})

test('include links the variants and options of each item, and the product of each of them', async () => {
  const { id } = await placeOrder(shop)
  const { body } = await readOrder(shop, id, ORDER_INCLUDES.join())
  const byKey = new Map<string, Wire>(body.included.map((one: Wire) => [key(one), one]))
  const follow = (one: Wire | undefined, member: string) => {
    const linked = one?.relationships[member]?.data as Linkage
    return byKey.get(key(linked))
  }
  const items = body.data.relationships.orderItems.data.map((one: Linkage) => byKey.get(key(one)))
  const along = (member: string) => items.map((item: Wire) => follow(item, member))
  const linkage = (rows: (Wire | undefined)[]) => rows.map((row) => ({ type: row?.type, id: row?.id }))
  const toProducts = (rows: (Wire | undefined)[]) => rows.map((row) => follow(row, 'product'))
  const relationships = body.data.relationships
  expect(relationships['orderItems-productVariant'].data).toEqual(linkage(along('productVariant')))
  expect(relationships['orderItems-productOption'].data).toEqual(linkage(along('productOption')))
  expect(relationships['orderItems-productVariant-product'].data).toEqual(
    linkage(toProducts(along('productVariant'))),
  )
  expect(relationships['orderItems-productOption-product'].data).toEqual(
    linkage(toProducts(along('productOption'))),
  )
  expect(toProducts(along('productVariant')).map((product) => product?.attributes.name)).toEqual([
    'Test lamp',
    'Test lamp',
  ])
})

test.each(['customer', 'orderItems.product', 'retailer.orders', 'retailer,billingitems', 'internalOrder'])(
  'include refuses %s',
  async (include) => {
    const { id } = await placeOrder(shop)
    const { status, body } = await readOrder(shop, id, include)
    expect(status).toBe(400)
    expect(body.errors[0].source).toEqual({ parameter: 'include' })
  },
)

test('an order whose row lacks the ids of its items is rendered the same, alone and in the list', async () => {
  const id = await placeThreeLines()
  const list = '/api/v1/orders?page[limit]=1&include=orderItems.productVariant'
  const told = async () => [
    (await readOrder(shop, id, 'orderItems.productVariant,billingItems')).body,
    (await shop.send('GET', list)).body,
  ]
  const before = await told()
  await shop.platform.db`
    update ordering.orders set item_ids = null, billing_item_ids = null, variant_ids = null
    where brand_id = ${brandId} and id = ${id}`
  expect(await told()).toEqual(before)
})
