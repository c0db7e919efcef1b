/** Searching, narrowing and sorting the list of orders. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import { addRetailer, type Wire } from '../../../../test/order-requests.ts'
import { moveOrderTo, placeOrder } from '../../../../test/orders.ts'
import { type Fragment, planAnew } from '../../../platform/database.ts'
import type { Status } from '../order/move-table.ts'
import type { OrderRow } from '../order/order-row.ts'
import { findMatches } from './order-search.ts'
import { conditions, shipBy } from './orders.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { db } = shop.platform
const { brandId, otherBrand } = shop.credentials

const list = (query: string, path = '/api/v1/orders') => shop.send('GET', `${path}?${query}`)
const idsOf = async (query: string): Promise<string[]> => {
  const { status, body, text } = await list(`page[limit]=100&${query}`)
  if (status !== 200) throw new Error(text)
  return body.data.map(({ id }: Wire) => id)
}

/** Eight orders, an hour apart: four of each retailer, in four statuses. */
const orders: OrderRow[] = []
const retailers: string[] = []
const STATUS: Status[] = ['ankor_confirmed', 'brand_confirmed', 'shipped', 'received']
let foreign: OrderRow

beforeAll(async () => {
  await db`delete from ordering.billing_items where brand_id = ${brandId}`
  await db`delete from ordering.moves where brand_id = ${brandId}`
  await db`delete from ordering.items where brand_id = ${brandId}`
  await db`delete from ordering.orders where brand_id = ${brandId}`
  await db`delete from ordering.customers where brand_id = ${brandId}`
  retailers.push(await addRetailer(shop, { storeName: 'Café Zürich', companyName: 'Lindgren 50% AB' }))
  retailers.push(await addRetailer(shop, { storeName: 'Quayside Goods' }))
  for (let i = 0; i < 8; i++) {
    const order = await placeOrder(shop, {
      retailerId: retailers[i % 2] as string,
      products: [{ variants: [{ sku: `zed-${i}` }] }, {}],
    })
    orders.push(await moveOrderTo(shop, order, STATUS[i % 4] as Status))
    await shop.advance(3600)
  }
  foreign = await placeOrder(shop, {
    brandId: otherBrand.brandId,
    retailerId: retailers[0] as string,
    products: [{ variants: [{ sku: 'zed-0' }] }],
  })
})

const idOf = (i: number) => orders[i]?.id as string
const newestFirst = (indexes: number[]) => [...indexes].sort((a, b) => b - a).map(idOf)

describe('filter[q]', () => {
  test('finds orders by the first digits of their reference, with or without a number sign', async () => {
    const reference = String(orders[3]?.reference)
    expect(await idsOf(`filter[q]=${reference}`)).toEqual([idOf(3)])
    expect(await idsOf(`filter[q]=%23${reference}`)).toEqual([idOf(3)])
    expect(await idsOf(`filter[q]=${reference.slice(0, 4)}`)).toContain(idOf(3))
    expect(await idsOf(`filter[q]=${reference.slice(1)}`)).toEqual([])
  })

  test('finds orders by a part of the name of the store or of the company, in upper or lower case', async () => {
    expect(await idsOf('filter[q]=CAF%C3%89')).toEqual(newestFirst([0, 2, 4, 6]))
    expect(await idsOf('filter[q]=side')).toEqual(newestFirst([1, 3, 5, 7]))
    expect(await idsOf('filter[q]=lindgren')).toEqual(newestFirst([0, 2, 4, 6]))
  })

  test('finds orders by the beginning of a SKU of an item, of this brand only', async () => {
    expect(await idsOf('filter[q]=ZED-0')).toEqual([idOf(0)])
    expect(await idsOf('filter[q]=zed-')).toEqual(newestFirst([0, 1, 2, 3, 4, 5, 6, 7]))
    expect(await idsOf('filter[q]=ed-0')).toEqual([])
    expect(await idsOf('filter[q]=zed-')).not.toContain(foreign.id)
  })

  test('takes wildcards literally', async () => {
    expect(await idsOf('filter[q]=50%25')).toEqual(newestFirst([0, 2, 4, 6]))
    expect(await idsOf('filter[q]=5%25%25')).toEqual([])
    expect(await idsOf('filter[q]=zed_0')).toEqual([])
  })

  test('can be combined with the other filters', async () => {
    expect(
      await idsOf(`filter[q]=zed-&filter[retailer]=${retailers[1]}&filter[status]=shipped,received`),
    ).toEqual(newestFirst([3, 7]))
  })

  test('must have a visible character', async () => {
    const { status, body } = await list('filter[q]=%20')
    expect([status, body.errors[0].source.parameter]).toEqual([400, 'filter[q]'])
  })
})

test('the list can be filtered by several statuses', async () => {
  expect(await idsOf('filter[status]=ankor_confirmed,shipped')).toEqual(newestFirst([0, 2, 4, 6]))
  expect(await idsOf('filter[status]=received')).toEqual(newestFirst([3, 7]))
  const { status, body } = await list('filter[status]=received,lost')
  expect([status, body.errors[0].source.parameter]).toEqual([400, 'filter[status]'])
})

test('a range of submission times includes its start and excludes its end', async () => {
  const at = (i: number) => orders[i]?.submitted_at.toISOString()
  expect(await idsOf(`filter[submittedAt][from]=${at(2)}&filter[submittedAt][to]=${at(5)}`)).toEqual(
    newestFirst([2, 3, 4]),
  )
  expect(await idsOf(`filter[submittedAt][to]=${at(1)}&filter[status]=ankor_confirmed,shipped`)).toEqual([
    idOf(0),
  ])
})

describe('sort', () => {
  beforeAll(async () => {
    // Two orders have the same day, and one day was set by the brand.
    const days = [
      '2026-04-09',
      '2026-04-02',
      '2026-04-05',
      '2026-04-05',
      '2026-04-01',
      '2026-04-08',
      '2026-04-07',
      '2026-04-03',
    ]
    for (const [i, day] of days.entries()) {
      await db`
        update ordering.orders
        set expected_latest_on = ${i === 6 ? '2026-03-01' : day}, updated_latest_on = ${i === 6 ? day : null}
        where brand_id = ${brandId} and id = ${idOf(i)}`
    }
  })

  /** Ids grow with time, so the later of two equals comes last. */
  const byDay = () => [4, 1, 7, 2, 3, 6, 5, 0].map(idOf)

  test('by submission lists the oldest order first, or last', async () => {
    expect(await idsOf('sort=submittedAt')).toEqual(orders.map(({ id }) => id))
    expect(await idsOf('sort=-submittedAt')).toEqual(newestFirst([0, 1, 2, 3, 4, 5, 6, 7]))
  })

  test('by expected shipping date uses the day that the brand has set, otherwise the computed day', async () => {
    expect(await idsOf('sort=expectedShippingDate')).toEqual(byDay())
    expect(await idsOf('sort=-expectedShippingDate')).toEqual(byDay().toReversed())
  })

  test.each([
    '',
    'sort=submittedAt',
    'sort=-submittedAt',
    'sort=expectedShippingDate',
    'sort=-expectedShippingDate',
  ])('pages of "%s" join to the whole list, forwards and backwards, with any filter', async (sort) => {
    for (const filter of [
      '',
      'filter[status]=ankor_confirmed,brand_confirmed,shipped',
      'filter[status]=received',
      'filter[q]=zed',
      'filter[submittedAt][from]=2026-01-01T00:00:00Z',
    ]) {
      const whole = await idsOf(`${sort}&${filter}`)
      const forwards: string[] = []
      let url: string | undefined = `/api/v1/orders?page[limit]=2&${sort}&${filter}`
      let last = url
      while (url !== undefined) {
        const { body } = await shop.send('GET', url)
        forwards.push(...body.data.map(({ id }: Wire) => id))
        last = url
        url = body.links.next?.replace(/^https?:\/\/[^/]+/, '')
      }
      expect(forwards).toEqual(whole)
      const backwards: string[] = []
      for (url = last; url !== undefined; ) {
        const { body } = await shop.send('GET', url)
        backwards.unshift(...body.data.map(({ id }: Wire) => id))
        url = body.links.prev?.replace(/^https?:\/\/[^/]+/, '')
      }
      expect(backwards).toEqual(whole)
    }
  })

  test.each([
    ['an unknown field', 'sort=reference'],
    ['two fields', 'sort=submittedAt,expectedShippingDate'],
    ['a list of changes', 'sort=submittedAt&filter[updatedAfter]=2026-01-01T00:00:00Z'],
  ])('refuses %s', async (_what, query) => {
    const { status, body } = await list(query)
    expect([status, body.errors[0].source.parameter]).toEqual([400, 'sort'])
  })
})

test('a list of changes can be searched too', async () => {
  const ids = await idsOf(
    'filter[updatedAfter]=2020-01-01T00:00:00Z&filter[q]=side&filter[status]=received,shipped',
  )
  expect(ids.toSorted()).toEqual([idOf(3), idOf(7)].toSorted())
})

describe('among many orders', () => {
  const MANY = 20_000

  beforeAll(async () => {
    for (let from = 1; from <= MANY; from += 5000) {
      await db`
        insert into ordering.orders (brand_id, id, retailer_id, status, currency, total_minor, total_vat_minor, net_minor,
          platform_fee_percent, new_customer_fee_percent, fee_vat_percent, currency_rate, billing_address,
          shipping_address, expected_earliest_on, expected_latest_on, move_count, submitted_at, created_at, updated_at,
          item_ids, variant_ids, billing_item_ids)
        select brand_id, gen_random_uuid(), retailer_id, 'received', currency, total_minor, total_vat_minor, net_minor,
          platform_fee_percent, new_customer_fee_percent, fee_vat_percent, currency_rate, billing_address,
          shipping_address, '2025-01-01', date '2025-01-02' + n % 300, 1, submitted_at - n * interval '1 minute',
          created_at - n * interval '1 minute', updated_at, '{}', '{}', '{}'
        from ordering.orders cross join generate_series(${from}::integer, ${from + 4999}::integer) n
        where brand_id = ${brandId} and id = ${idOf(3)}`
    }
    await db`vacuum analyze ordering.orders`
    await db`analyze ordering.items`
  }, 60_000)

  /** The nodes of the plan as it was executed. */
  const executed = async (rest: Fragment) => {
    const [row] = await planAnew(
      db<{ 'QUERY PLAN': { Plan: PlanNode }[] }[]>`
        explain (analyze, format json) select id from ordering.orders where brand_id = ${brandId} ${rest}`,
    )
    const nodes: PlanNode[] = []
    const collect = (node: PlanNode) => {
      nodes.push(node)
      for (const inner of node.Plans ?? []) collect(inner)
    }
    for (const { Plan } of row?.['QUERY PLAN'] ?? []) collect(Plan)
    return nodes
  }
  interface PlanNode {
    'Actual Rows': number
    'Actual Loops': number
    'Rows Removed by Filter'?: number
    Plans?: PlanNode[]
  }
  const readIn = (nodes: PlanNode[]) =>
    Math.max(
      ...nodes.map(
        (node) => node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)),
      ),
    )

  test.each([
    ['a reference', '99999999'],
    ['a SKU', 'zed-1'],
    ['a retailer', 'Café'],
  ])('a search for %s reads only the orders that it finds', async (_what, q) => {
    const nodes = await executed(
      db`${conditions(db, brandId, { matches: await findMatches(db, brandId, q) })} order by created_at desc, id desc limit 51`,
    )
    expect(readIn(nodes)).toBeLessThan(1000)
  })

  test.each(['shipped', 'received'])('a page in any order reads a page, also of %s', async (status) => {
    for (const key of [db`submitted_at`, shipBy(db)]) {
      for (const order of [db`${key}, id`, db`${key} desc, id desc`]) {
        const ofStatus = await executed(db`and status = ${status} order by ${order} limit 51`)
        expect(readIn(ofStatus)).toBeLessThan(100)
        expect(readIn(await executed(db`order by ${order} limit 51`))).toBeLessThan(100)
      }
    }
  })

  test('pages of rare statuses and counts are exact', async () => {
    expect(await idsOf('filter[status]=ankor_confirmed,shipped')).toEqual(newestFirst([0, 2, 4, 6]))
    const { body } = await list('', '/api/v1/order-counts')
    expect(Object.fromEntries(body.data.map((row: Wire) => [row.id, row.attributes.count]))).toMatchObject({
      ankor_confirmed: 2,
      brand_confirmed: 2,
      shipped: 2,
      received: MANY + 2,
      cancelled: 0,
    })
  })
})
