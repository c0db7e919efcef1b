/** Every kind of change that a document shows is found by `filter[updatedAfter]`. */
import { afterAll, describe, expect, test } from 'vitest'
import { addTestProducts } from '../../../test/catalog.ts'
import { poll, seenNow } from '../../../test/changes.ts'
import { entry, partialEntry, runOperation } from '../../../test/integrations.ts'
import { market } from '../../../test/market.ts'
import { moveOrderTo, placeOrder } from '../../../test/orders.ts'
import { requestQuotes } from '../../../test/quotes.ts'
import { archiveVariants } from '../../modules/catalog/index.ts'
import { moveOrder, requestCancellation } from '../../modules/ordering/index.ts'
import { MOVES } from '../../modules/ordering/order/move-table.ts'
import { release, reserve, setPackSizes, setStock, ship } from '../../modules/stock/index.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { platform } = shop
const { brandId } = shop.credentials
await shop.setTime('2030-01-01T00:00:00Z')

/** The ids that a poll finds after `act`, without earlier changes. */
async function changedBy(path: string, act: () => Promise<unknown>): Promise<string[]> {
  const since = await seenNow(shop)
  await act()
  return (await poll(shop, path, since)).ids
}

describe('orders and master orders', () => {
  const LISTS = ['/api/v1/orders', '/api/v1/master-orders']

  test.each(LISTS)('%s: a new order', async (path) => {
    let id = ''
    const found = await changedBy(path, async () => {
      id = (await placeOrder(shop)).id
    })
    expect(found).toEqual([id])
  })

  test.each(MOVES.filter(({ from }) => from !== null).map((move) => [move.command, move] as const))(
    'the move %s',
    async (command, { from, by }) => {
      const order = await moveOrderTo(shop, await placeOrder(shop), from as never)
      const target = { brandId, orderId: order.id }
      // Some moves require a request of the retailer first.
      if (order.status === 'ankor_confirmed') {
        await requestCancellation(platform, target, {
          reason: 'Ordered twice.',
          by: { party: 'retailer', applicationId: null },
        })
      }
      const since = await seenNow(shop)
      await moveOrder(platform, target, { command, by: { party: by[0], applicationId: null } })
      for (const path of LISTS) expect((await poll(shop, path, since)).ids, path).toEqual([order.id])
    },
  )

  const patch = (url: string, attributes: object, type: string, as: 'brand' | 'operator' = 'brand') =>
    shop.send('PATCH', url, { as, body: { data: { type, attributes } } })

  test.each([
    [
      'the day until which it is expected to ship',
      (id: string) =>
        patch(
          `/api/v1/master-orders/${id}`,
          { expected_maximum_shipping_date: '2030-02-01' },
          'internal-order',
        ),
    ],
    [
      'a request to cancel it',
      (id: string) =>
        shop.send('POST', `/api/retailer/v1/orders/${id}/-actions/request-cancellation`, {
          as: 'retailer',
          body: { reason: 'Ordered twice.' },
        }),
    ],
    [
      'lower quantities',
      async (id: string) => {
        const { body } = await shop.send('GET', `/api/v1/orders/${id}`)
        const [item] = body.data.relationships.orderItems.data
        const orderItems = [{ ...item, attributes: { quantity: 1 } }]
        return await shop.send('POST', `/api/v1/orders/${id}/-actions/transition`, {
          body: { data: { type: 'brand-validates', attributes: { orderItems } } },
        })
      },
    ],
  ])('%s', async (_name, act) => {
    const order = await placeOrder(shop)
    const since = await seenNow(shop)
    expect((await act(order.id)).status).toBe(200)
    for (const path of LISTS) expect((await poll(shop, path, since)).ids, path).toEqual([order.id])
  })

  test('quotes for its shipment', async () => {
    const order = await moveOrderTo(shop, await placeOrder(shop), 'brand_confirmed')
    const since = await seenNow(shop)
    expect((await requestQuotes(shop, order.id)).status).toBe(200)
    for (const path of LISTS) expect((await poll(shop, path, since)).ids, path).toEqual([order.id])
  })

  test('a statement that bypasses the server', async () => {
    const order = await placeOrder(shop)
    const found = await changedBy(
      '/api/v1/orders',
      () => platform.db`update ordering.orders set net_minor = 1 where id = ${order.id}`,
    )
    expect(found).toEqual([order.id])
  })
})

describe('variants', () => {
  const path = '/api/v1/product-variants'
  const newVariant = async (onHand = 10) => {
    const [product] = await addTestProducts(platform, brandId, [{ variants: [{ stock: { onHand } }] }])
    return product.variants[0]?.id ?? ''
  }
  test.each<[string, (id: string) => Promise<unknown>, number?]>([
    [
      'the quantity on hand',
      (id) =>
        shop.send('PATCH', `${path}/${id}/stock`, {
          body: { data: { type: 'product-variants', attributes: { stockQuantity: 3 } } },
        }),
    ],
    [
      'many quantities at once',
      (id) =>
        shop.send('POST', '/api/v1/operations', {
          body: {
            'atomic:operations': [
              { op: 'update', data: { type: 'product-variants', id, attributes: { stockQuantity: 4 } } },
            ],
          },
        }),
    ],
    [
      'prices',
      (id) =>
        shop.send('PATCH', `${path}/${id}/prices`, {
          body: {
            data: { type: 'product-variants', attributes: { wholesalePrice: 900, retailPrice: 1900 } },
          },
        }),
    ],
    [
      'always in stock',
      (id) => setStock(platform, brandId, [{ variantId: id, to: { alwaysInStock: true } }]),
    ],
    [
      'always in stock, with nothing on hand before',
      (id) => setStock(platform, brandId, [{ variantId: id, to: { alwaysInStock: true } }]),
      0,
    ],
    [
      'the inventory policy',
      (id) =>
        setStock(platform, brandId, [{ variantId: id, to: { onHand: 10 }, inventoryPolicy: 'continue' }]),
    ],
    ['the size of a pack', (id) => setPackSizes(platform, brandId, [{ variantId: id, unitMultiplier: 12 }])],
    ['being archived', (id) => archiveVariants(platform, brandId, [id], platform.clock.now())],
  ])('%s', async (_name, act, onHand) => {
    const id = await newVariant(onHand)
    expect(await changedBy(path, () => act(id))).toEqual([id])
  })

  test('a new variant', async () => {
    let id = ''
    const found = await changedBy(path, async () => {
      id = await newVariant(0)
    })
    expect(found).toEqual([id])
  })

  test('stock that an order reserves, releases and ships', async () => {
    const id = await newVariant()
    const lines = [{ variantId: id, quantity: 2 }]
    for (const [cause, verb] of Object.entries({
      first: reserve,
      second: release,
      third: reserve,
      last: ship,
    })) {
      const movement = { relatedId: id, cause: `${cause} ${id}` }
      expect(await changedBy(path, () => verb(platform, brandId, lines, movement)), cause).toEqual([id])
    }
  })

  test.each([path, '/api/v1/products'])('an import and an update of %s', async (list) => {
    const key = `changes-${list.length}`
    // Runs the jobs that earlier tests have left: they would change other variants.
    await shop.runJobs()
    const imported = await changedBy(list, () => runOperation(shop, [entry(key)]))
    expect(imported).toHaveLength(1)
    const update = partialEntry(key, { variants: [{ sku: `${key}-W`, stock_quantity: 0 }] })
    const wish = { operationType: 'update', updateFields: ['stock'] }
    expect(await changedBy(list, () => runOperation(shop, [update], wish))).toEqual(imported)
  })
})

describe('products', () => {
  const path = '/api/v1/products'
  const newProduct = async (onHand = 10) => {
    const [product] = await addTestProducts(platform, brandId, [{ variants: [{ stock: { onHand } }] }])
    return { id: product.id, variantId: product.variants[0]?.id ?? '' }
  }

  test.each<[string, (variantId: string) => Promise<unknown>]>([
    [
      'the prices of its first variant',
      (id) =>
        shop.send('PATCH', `/api/v1/product-variants/${id}/prices`, {
          body: {
            data: { type: 'product-variants', attributes: { wholesalePrice: 900, retailPrice: 1900 } },
          },
        }),
    ],
    ['being out of stock', (id) => setStock(platform, brandId, [{ variantId: id, to: { onHand: 0 } }])],
    ['being archived', (id) => archiveVariants(platform, brandId, [id], platform.clock.now())],
  ])('%s', async (_name, act) => {
    const { id, variantId } = await newProduct()
    expect(await changedBy(path, () => act(variantId))).toEqual([id])
  })

  test('a change of orderable stock does not count as a change of the product', async () => {
    const { variantId } = await newProduct()
    const found = await changedBy(path, () => setStock(platform, brandId, [{ variantId, to: { onHand: 5 } }]))
    expect(found).toEqual([])
  })
})

test('an external order is a changed master order', async () => {
  const [external] = await platform.db<{ id: string }[]>`
    select id from external_orders.orders where brand_id = ${brandId} limit 1`
  const found = await changedBy(
    '/api/v1/master-orders',
    () =>
      platform.db`update external_orders.orders set updated_latest_on = '2030-02-02' where id = ${external?.id ?? ''}`,
  )
  expect(found).toEqual([external?.id])
})
