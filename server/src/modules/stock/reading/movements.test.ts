import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idsOf } from '../../../../test/answers.ts'
import { type Answer, market } from '../../../../test/market.ts'
import { BRAND, emptyLedger, openVariants } from '../../../../test/stock.ts'
import { DEMO } from '../../identity/index.ts'
import { openLocation } from '../ledger/locations.ts'
import { release, reserve, ship } from '../ledger/reservations.ts'
import { setStock } from '../ledger/set-stock.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { platform } = shop
const ORDER = randomUUID()
let [a, b, place, foreignPlace] = ['', '', '', '']

/** Two variants: opened, reserved together, one released, the other shipped, one set to a new quantity. */
beforeAll(async () => {
  await emptyLedger(platform)
  ;[a = '', b = ''] = await openVariants(platform, [{ onHand: 10 }, { onHand: 20 }])
  place = await openLocation(platform, BRAND)
  foreignPlace = await openLocation(platform, DEMO.otherBrandId)
  await openVariants(platform, [{ onHand: 99 }], DEMO.otherBrandId)
  const order = (cause: string) => ({ relatedId: ORDER, cause, metadata: { transition: cause } })
  const both = [
    { variantId: a, quantity: 3 },
    { variantId: b, quantity: 5 },
  ]
  await shop.advance(10)
  await reserve(platform, BRAND, both, order('submitted'))
  await shop.advance(10)
  await release(platform, BRAND, both.slice(0, 1), order('cancelled'))
  await shop.advance(10)
  await ship(platform, BRAND, both.slice(1), order('shipped'))
  await shop.advance(10)
  await setStock(platform, BRAND, [{ variantId: a, to: { onHand: 7 } }], { movement: { type: 'manual' } })
})

const get = (what: string, query = '') => shop.send('GET', `/api/stock/v1/stock/${what}?${query}`)
const follow = (url: string) => shop.send('GET', new URL(url).pathname + new URL(url).search)
interface Posting {
  id: string
  attributes: {
    productVariantId: string
    locationStatus: string
    quantity: number
    movementType: string
  }
}
const brief = (answer: Answer) =>
  answer.body.data.map(({ attributes: one }: Posting) => {
    const name = one.productVariantId === a ? 'a' : 'b'
    return `${name} ${one.movementType} ${one.locationStatus} ${one.quantity}`
  })

const ALL = [
  'a manual available -3',
  'a manual void 3',
  'b order_shipped reserved -5',
  'b order_shipped void 5',
  'a order_cancelled reserved -3',
  'a order_cancelled available 3',
  'a order_reserved reserved 3',
  'a order_reserved available -3',
  'b order_reserved reserved 5',
  'b order_reserved available -5',
  'a snapshot available 10',
  'a snapshot void -10',
  'b snapshot available 20',
  'b snapshot void -20',
]

describe('postings', () => {
  test('are all movements of the brand, newest first', async () => {
    const answer = await get('postings', 'page[limit]=100')
    expect(answer.status).toBe(200)
    expect(brief(answer).sort()).toEqual(ALL.toSorted())
    expect(brief(answer)[0]).toMatch(/manual/)
    expect(answer.body.data[0]).toEqual({
      type: 'posting',
      id: expect.any(String),
      attributes: {
        locationId: place,
        productVariantId: a,
        locationStatus: expect.any(String),
        movementType: 'manual',
        quantity: expect.any(Number),
        unitMultiplier: 6,
        lotNumber: null,
        expiryDate: null,
      },
    })
    expect(answer.body).not.toHaveProperty('included')
  })

  const filters: [string, () => string, (line: string) => boolean][] = [
    ['a variant', () => `filter[productVariantIds][]=${a}`, (line) => line.startsWith('a')],
    [
      'several variants',
      () => [a, b, a, randomUUID()].map((id) => `filter[productVariantIds][]=${id}`).join('&'),
      () => true,
    ],
    ['an unknown variant', () => `filter[productVariantIds][]=${randomUUID()}`, () => false],
    [
      'statuses',
      () => 'filter[locationStatus][]=void&filter[locationStatus][]=damaged',
      (line) => line.includes('void'),
    ],
    ['a status without postings', () => 'filter[locationStatus][]=incoming', () => false],
    ['a type of location', () => 'filter[locationTypes][]=brand', () => true],
    ['another type of location', () => 'filter[locationTypes][]=warehouse', () => false],
    ['a location', () => `filter[locationIds][]=${place}`, () => true],
    ["another brand's location", () => `filter[locationIds][]=${foreignPlace}`, () => false],
    [
      'movements',
      () => 'filter[movementType][in][]=manual&filter[movementType][in][]=order_shipped',
      (line) => /manual|shipped/.test(line),
    ],
    [
      'other movements',
      () => 'filter[movementType][notIn][]=snapshot&filter[movementType][notIn][]=manual',
      (line) => line.includes('order'),
    ],
    [
      'a movement in and out',
      () => 'filter[movementType][in][]=manual&filter[movementType][notIn][]=manual',
      () => false,
    ],
    [
      'everything together',
      () =>
        `filter[productVariantIds][]=${b}&filter[locationStatus][]=reserved&filter[locationTypes][]=brand&filter[movementType][in][]=order_shipped`,
      (line) => line === 'b order_shipped reserved -5',
    ],
  ]
  test.each(filters)('are filtered by %s', async (_name, query, matches) => {
    const answer = await get('postings', `page[limit]=100&${query()}`)
    expect(answer.status).toBe(200)
    expect(brief(answer).sort()).toEqual(ALL.filter(matches).toSorted())
  })

  test.each(['', '&sort=-transaction.createdAt', '&sort=transaction.createdAt'])(
    'are paged both ways, sorted "%s", also by variant',
    async (sort) => {
      for (const filter of ['', `&filter[productVariantIds][]=${a}&filter[productVariantIds][]=${b}`]) {
        const all = idsOf(await get('postings', `page[limit]=100${sort}${filter}`))
        expect(all).toHaveLength(14)
        if (sort === '&sort=transaction.createdAt') {
          const newest = idsOf(await get('postings', 'page[limit]=100'))
          expect(all).toEqual(newest.toReversed())
        }
        const forth: string[] = []
        let page = await get('postings', `page[limit]=4${sort}${filter}`)
        const firstPage = page
        let last = page
        while (page) {
          forth.push(...idsOf(page))
          last = page
          if (!page.body.links.next) break
          page = await follow(page.body.links.next)
        }
        expect(forth).toEqual(all)
        expect(firstPage.body.links.prev).toBeNull()
        const before = await follow(last.body.links.prev)
        expect(idsOf(before)).toEqual(all.slice(8, 12))
      }
    },
  )

  test('are paged by cursors with a timestamp', async () => {
    const all = idsOf(await get('postings', 'page[limit]=100'))
    const page = await get('postings', `page[limit]=2&page[after]=${all[3]},1772442000`)
    expect(idsOf(page)).toEqual(all.slice(4, 6))
    const back = await get('postings', `page[limit]=2&page[before]=${all[3]?.toUpperCase()},1772442000`)
    expect(idsOf(back)).toEqual(all.slice(1, 3))
  })

  test('include their transaction', async () => {
    const answer = await get('postings', 'include=transaction&page[limit]=2')
    const [{ relationships }] = answer.body.data
    expect(answer.body.included).toEqual([
      {
        type: 'transaction',
        id: relationships.transaction.data.id,
        attributes: {
          relatedId: expect.any(String),
          createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          metadata: {},
        },
      },
    ])
  })

  test('include no lot, because there are none', async () => {
    const answer = await get('postings', 'include=lot&page[limit]=1')
    expect(answer.status).toBe(200)
    expect(answer.body.included).toEqual([])
    expect(answer.body.data[0].relationships).toEqual({ lot: { data: null } })
  })

  test.each([
    ['-transaction.createdAt', 4],
    ['transaction.createdAt', 4],
    ['-transaction.createdAt', 100],
    ['transaction.createdAt', 5],
  ])('include the balance before the page, sorted %s, pages of %i', async (sort, limit) => {
    const every = (await get('postings', 'page[limit]=100&sort=transaction.createdAt')).body.data as Posting[]
    let page = await get('postings', `sort=${sort}&include=state&page[limit]=${limit}`)
    for (;;) {
      const rows = page.body.data as Posting[]
      const earliest = sort.startsWith('-') ? rows.at(-1) : rows[0]
      const index = every.findIndex(({ id }) => id === earliest?.id)
      for (const state of page.body.included) {
        const sum = (status: string) =>
          every
            .slice(0, index)
            .filter(
              ({ attributes: one }) => one.productVariantId === state.id && one.locationStatus === status,
            )
            .reduce((total, { attributes: one }) => total + one.quantity, 0)
        const amounts = state.attributes.quantities.map((one: { quantity: number }) => one.quantity)
        const [available, reserved] = [sum('available'), sum('reserved')]
        expect(amounts).toEqual([available, reserved, available + reserved])
      }
      const variants = new Set(rows.map(({ attributes: one }) => one.productVariantId))
      expect(new Set(page.body.included.map(({ id }: { id: string }) => id))).toEqual(variants)
      if (!page.body.links.next) break
      page = await follow(page.body.links.next)
    }
  })

  test('can be filtered by every movement type and status of the specification', async () => {
    const reasons =
      'order_created order_cancelled order_reserved order_shipped order_received replenishment replenishment_mismatch snapshot manual broken lost found destroyed delivery_refused returned_to_brand returned adjustment_reversed quality_control expired brand_request blocked_by_provider unblocked batched unbatched batch_modified expiry_date_modified'.split(
        ' ',
      )
    expect(reasons).toHaveLength(26)
    const statuses = ['available', 'reserved', 'damaged', 'qualityControl', 'blocked', 'incoming', 'void']
    const query = [
      ...reasons.map((reason) => `filter[movementType][in][]=${reason}`),
      ...statuses.map((status) => `filter[locationStatus][]=${status}`),
      'page[limit]=100',
    ].join('&')
    const answer = await get('postings', query)
    expect(answer.status, answer.text).toBe(200)
    expect(idsOf(answer)).toEqual(idsOf(await get('postings', 'page[limit]=100')))
  })

  test.each([
    ['sort=createdAt', 'sort'],
    ['sort=', 'sort'],
    ['include=postings', 'include'],
    ['page[limit]=101', 'page[limit]'],
    ['page[after]=7', 'page[after]'],
    [`page[after]=${randomUUID()}`, 'page[after]'],
    [`page[before]=${randomUUID()},123`, 'page[before]'],
    ['filter[locationStatus][]=onHand', 'filter[locationStatus][]'],
    ['filter[movementType][in][]=stolen', 'filter[movementType][in][]'],
    ['filter[movementType][in][]=', 'filter[movementType][in][]'],
    ['filter[movementType]=manual', 'filter[movementType]'],
    ['filter[relatedIds][]=x', 'filter[relatedIds][]'],
    ['stateAt=1', 'stateAt'],
  ])('are refused with %s', async (query, parameter) => {
    const answer = await get('postings', query)
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].source.parameter).toBe(parameter)
  })
})

describe('transactions', () => {
  const ALL_MOMENTS = ['manual', 'shipped', 'cancelled', 'submitted', 'opened']
  interface Occasion {
    id: string
    attributes: { relatedId: string; metadata: Record<string, string> }
  }
  const moments = ({ body: { data } }: Answer): string[] =>
    data.map(({ attributes: { relatedId, metadata } }: Occasion, i: number) => {
      if (relatedId === ORDER) return metadata.transition
      return i > 0 ? 'opened' : 'manual'
    })

  test('are all listed, newest first, with milliseconds', async () => {
    const answer = await get('transactions')
    expect(moments(answer)).toEqual(ALL_MOMENTS)
    expect(answer.body.data[1]).toEqual({
      type: 'transaction',
      id: expect.any(String),
      attributes: {
        relatedId: ORDER,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        metadata: { transition: 'shipped' },
      },
    })
    const oldest = await get('transactions', 'sort=createdAt')
    expect(idsOf(oldest)).toEqual(idsOf(answer).toReversed())
    expect(idsOf(await get('transactions', 'sort=-createdAt'))).toEqual(idsOf(answer))
  })

  const filters: [string, () => string, string[]][] = [
    ['an order', () => `filter[relatedIds][]=${ORDER}`, ['shipped', 'cancelled', 'submitted']],
    ['an unknown order', () => 'filter[relatedIds][]=nothing', []],
    ['a variant', () => `filter[productVariantIds][]=${b}`, ['shipped', 'submitted', 'opened']],
    [
      'variants',
      () => `filter[productVariantIds][]=${a}&filter[productVariantIds][]=${b}`,
      ['manual', 'shipped', 'cancelled', 'submitted', 'opened'],
    ],
    [
      'a variant and a status',
      () => `filter[productVariantIds][]=${a}&filter[locationStatus][]=reserved`,
      ['cancelled', 'submitted'],
    ],
    [
      'a variant and an order',
      () => `filter[productVariantIds][]=${a}&filter[relatedIds][]=${ORDER}`,
      ['cancelled', 'submitted'],
    ],
    ['a status', () => 'filter[locationStatus][]=reserved', ['shipped', 'cancelled', 'submitted']],
    ['a type of location', () => 'filter[locationTypes][]=brand', ALL_MOMENTS],
    ['another type of location', () => 'filter[locationTypes][]=retailer', []],
    ['a location', () => `filter[locationIds][]=${place}`, ALL_MOMENTS],
    ["another brand's location", () => `filter[locationIds][]=${foreignPlace}`, []],
  ]
  test.each(filters)('are filtered by %s', async (_name, query, expected) => {
    const answer = await get('transactions', query())
    expect(answer.status).toBe(200)
    expect(moments(answer)).toEqual(expected)
  })

  test.each(['', '&sort=createdAt'])('are paged both ways, sorted "%s", also by variant', async (sort) => {
    for (const filter of ['', `&filter[productVariantIds][]=${a}&filter[productVariantIds][]=${b}`]) {
      const all = idsOf(await get('transactions', sort.slice(1)))
      const first = await get('transactions', `page[limit]=2${sort}${filter}`)
      const second = await follow(first.body.links.next)
      const third = await follow(second.body.links.next)
      expect([first, second, third].flatMap(idsOf)).toEqual(all)
      expect(third.body.links.next).toBeNull()
      expect(idsOf(await follow(third.body.links.prev))).toEqual(all.slice(2, 4))
      const cursor = await get(
        'transactions',
        `page[limit]=2&page[after]=${all[0]},1772442000${sort}${filter}`,
      )
      expect(idsOf(cursor)).toEqual(all.slice(1, 3))
    }
  })

  test.each(['posting', 'postings'])('include their postings with include=%s', async (name) => {
    const answer = await get('transactions', `include=${name}&filter[relatedIds][]=${ORDER}`)
    const [shipped] = answer.body.data
    expect(shipped.relationships.postings.data).toHaveLength(2)
    expect(answer.body.included).toHaveLength(8)
    expect(answer.body.included).toContainEqual({
      type: 'posting',
      id: shipped.relationships.postings.data[0].id,
      attributes: expect.objectContaining({ movementType: 'order_shipped', productVariantId: b }),
    })
  })

  test.each([
    ['sort=transaction.createdAt', 'sort'],
    ['include=transaction', 'include'],
    ['filter[relatedIds][]=', 'filter[relatedIds][]'],
    ['filter[movementType][in][]=manual', 'filter[movementType][in][]'],
    [`page[after]=${randomUUID()}`, 'page[after]'],
  ])('are refused with %s', async (query, parameter) => {
    const answer = await get('transactions', query)
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].source.parameter).toBe(parameter)
  })
})

describe('locations', () => {
  test('are only the one of the brand', async () => {
    const answer = await get('locations')
    expect(answer.body.data).toEqual([
      { type: 'location', id: place, attributes: { type: 'brand', externalId: BRAND } },
    ])
    expect(answer.body.meta.page).toEqual({ from: place, to: place, hasMore: false, perPage: 10 })
    expect(answer.body.links).toMatchObject({ next: null, prev: null })
  })

  test.each([
    ['filter[locationTypes][]=brand', 1],
    ['filter[locationTypes][]=warehouse&filter[locationTypes][]=retailer', 0],
    [`filter[externalId]=${BRAND}`, 1],
    [`filter[externalId]=${DEMO.otherBrandId}`, 0],
  ])('are filtered by %s', async (query, count) => {
    expect((await get('locations', query)).body.data).toHaveLength(count)
  })

  test('have cursors', async () => {
    expect((await get('locations', `page[after]=${place}`)).body.data).toEqual([])
    expect((await get('locations', `page[before]=${place}`)).body.data).toEqual([])
    expect((await get('locations', `page[after]=${foreignPlace}`)).status).toBe(400)
    expect((await get('locations', 'filter[externalId]=x')).status).toBe(400)
  })
})
