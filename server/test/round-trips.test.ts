/** How often a request asks the database, and how often it waits for an answer before it can go on. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll, expect, test } from 'vitest'
import { DEMO } from '../src/modules/identity/index.ts'
import type { Database } from '../src/platform/database.ts'
import { market, type SendOptions } from './market.ts'
import { placeOrder } from './orders.ts'
import { tagOf, versionReader } from './versions.ts'

interface Count {
  statements: number
  /** Statements that were sent without waiting for one another count once. */
  trips: number
  hasAnswer: boolean
}

/** Only what a request asks for itself: other work goes on beside it. */
const counts = new AsyncLocalStorage<Count>()

const shop = await market({ cleanUp: afterAll })
shop.platform.db = counting(shop.platform.db)

function counting<D extends object>(db: D): D {
  return new Proxy(db, {
    apply: (target, self, args) => watch(Reflect.apply(target as never, self, args)),
    get(target, name) {
      // biome-ignore lint/suspicious/noExplicitAny: the driver's own, called as they are.
      const member: any = Reflect.get(target, name)
      if (name === 'unsafe') return (...args: unknown[]) => watch(member(...args))
      if (name === 'together' || name === 'readInOrder') {
        return (...args: object[]) => {
          const queries = args.flat()
          const answer: Promise<unknown> = member(...args)
          note(queries.length, (answered) => void answer.then(answered, answered))
          return answer
        }
      }
      if (name === 'begin') {
        return (work: (tx: object) => unknown) => member((tx: object) => work(counting(tx)))
      }
      return member
    },
  })
}

function note(statements: number, onAnswer: (answered: () => void) => void): void {
  const count = counts.getStore()
  if (!count) return
  count.statements += statements
  if (count.trips === 0 || count.hasAnswer) count.trips += 1
  count.hasAnswer = false
  onAnswer(() => {
    count.hasAnswer = true
  })
}

/** A statement is sent when somebody waits for it; what is only a part of another one never is. */
function watch<Q>(query: Q): Q {
  const { then } = query as { then?: (...args: unknown[]) => unknown }
  if (typeof then !== 'function') return query
  let isCounted = false
  const value = (...args: unknown[]) => {
    if (!isCounted) note(1, (answered) => then.call(query, answered, answered))
    isCounted = true
    return then.apply(query, args)
  }
  return Object.defineProperty(query as object, 'then', { value }) as Q
}

async function count(method: string, url: string, options: SendOptions = {}) {
  // Whose token it is has to be looked up once, and again where no signal was heard for a second.
  await shop.send('GET', '/api/v1/me', { as: options.as ?? 'brand' })
  await shop.platform.signals.refresh()
  const found: Count = { statements: 0, trips: 0, hasAnswer: false }
  const { status } = await counts.run(found, () => shop.send(method, url, options))
  return { status, statements: found.statements, trips: found.trips }
}

const order = await placeOrder(shop)
const { body: page } = await shop.send('GET', '/api/v1/product-variants?filter[archived]=false')
const [variant, other] = page.data as { id: string }[]
const stockOf = (id: string | undefined, stockQuantity: number) => ({
  data: { type: 'product-variants', id, attributes: { stockQuantity } },
})
const ALL = 'retailer,billingItems,orderItems.productVariant.product,orderItems.productOption.product'

const reads: [string, string, { statements: number; trips: number }][] = [
  ['a variant', `/product-variants/${variant?.id}`, { statements: 1, trips: 1 }],
  ['a page of products', '/products?page[limit]=50', { statements: 1, trips: 1 }],
  ['products with their variants', '/products?include=productVariant', { statements: 2, trips: 2 }],
  ['a page of orders', '/orders?page[limit]=50', { statements: 1, trips: 1 }],
  ['changed products', '/products?filter[updatedAfter]=2026-01-01T00:00:00Z', { statements: 2, trips: 1 }],
  ['changed orders', '/orders?filter[updatedAfter]=2026-01-01T00:00:00Z', { statements: 2, trips: 1 }],
  [
    'changed variants',
    '/product-variants?filter[updatedAfter]=2026-01-01T00:00:00Z',
    { statements: 2, trips: 1 },
  ],
  ['the retailers of a brand', '/brands/retailers?filter[q]=lane', { statements: 1, trips: 1 }],
  ['an order', `/orders/${order.id}`, { statements: 1, trips: 1 }],
  // The figures are of two statements, of brand and coordinator; the names and pictures of goods follow from them.
  ['the overview', '/brand-overview?timeZone=Europe/Brussels', { statements: 3, trips: 2 }],
  ['an order with everything', `/orders/${order.id}?include=${ALL}`, { statements: 7, trips: 2 }],
  ['an order with its items', `/orders/${order.id}?include=orderItems`, { statements: 2, trips: 2 }],
  ['orders with everything', `/orders?include=${ALL}`, { statements: 7, trips: 2 }],
  [
    'a master order with everything',
    `/master-orders/${order.id}?include=${ALL.replaceAll(/(?<=^|,)/g, 'internalOrder.')}`,
    { statements: 8, trips: 3 },
  ],
]

test.each(reads)('reading %s', async (_what, path, expected) => {
  expect(await count('GET', `/api/v1${path}`)).toEqual({ status: 200, ...expected })
})

test('setting the stock of a variant is one statement, also when the product runs out of it', async () => {
  for (const quantity of [7, 0, 3]) {
    const sent = { body: stockOf(variant?.id, quantity) }
    expect(await count('PATCH', `/api/v1/product-variants/${variant?.id}/stock`, sent)).toEqual({
      status: 200,
      statements: 1,
      trips: 1,
    })
  }
})

test('setting the stock of the version that was read takes a lock and a comparison more', async () => {
  const url = `/api/v1/product-variants/${variant?.id}`
  const { version } = await versionReader(shop)(url)
  const sent = { body: stockOf(variant?.id, 8), headers: { 'if-match': tagOf(version) } }
  expect(await count('PATCH', `${url}/stock`, sent)).toEqual({ status: 200, statements: 3, trips: 3 })
})

test('setting the stock of many variants is one statement', async () => {
  const operations = [variant, other].map((one) => ({ op: 'update', ...stockOf(one?.id, 9) }))
  expect(await count('POST', '/api/v1/operations', { body: { 'atomic:operations': operations } })).toEqual({
    status: 200,
    statements: 1,
    trips: 1,
  })
})

test('an order is accepted by two statements at once, and with changes after a look at it', async () => {
  const accept = async (data: object) => {
    const { id } = await placeOrder(shop)
    return await count('POST', `/api/v1/orders/${id}/-actions/transition`, { body: { data } })
  }
  const type = 'brand-validates'
  expect(await accept({ type })).toEqual({ status: 200, statements: 2, trips: 1 })
  expect(await accept({ type, attributes: {} })).toEqual({ status: 200, statements: 3, trips: 2 })
})

test('an order of a known customer is taken in with three looks and five statements at once', async () => {
  const lines = [{ productVariantId: variant?.id, quantity: 1 }]
  const attributes = { brandId: DEMO.brandId, retailerId: DEMO.retailerId, lines }
  const body = { data: { type: 'orders', attributes } }
  expect(await count('POST', '/api/operator/v1/orders', { as: 'operator', body })).toEqual({
    status: 201,
    statements: 12,
    trips: 4,
  })
})

test('what is counted here is really what is sent', async () => {
  const found: Count = { statements: 0, trips: 0, hasAnswer: false }
  const db: Database = shop.platform.db
  await counts.run(found, async () => {
    await Promise.all([db`select 1`, db`select ${1}::int ${db`, 2`}`])
    await db`select 3`
  })
  expect(found).toEqual({ statements: 3, trips: 2, hasAnswer: true })
})
