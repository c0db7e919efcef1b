/**
 * The API on a database that is distributed by Citus. `TRADEHALL_TEST_CITUS_URL` names an empty database on the coordinator
 * of a cluster whose worker nodes are registered; it is filled and distributed, and stays so.
 */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { modulesFor } from '../src/composition.ts'
import { dueBrands as dueOperations } from '../src/modules/integrations/operations/due-brands.ts'
import { createScheduler } from '../src/modules/integrations/runs/runners.ts'
import { submitOrder } from '../src/modules/ordering/index.ts'
import { seedDemo } from '../src/modules/sandbox/demo-data.ts'
import { deliverDue } from '../src/modules/webhooks/delivery/delivery.ts'
import { dueBrands as dueDeliveries } from '../src/modules/webhooks/delivery/due-brands.ts'
import { connect, type Fragment } from '../src/platform/database.ts'
import { planDistribution } from '../src/platform/distribution/distribute.ts'
import { readNodeSettings } from '../src/platform/distribution/node-settings.ts'
import { readOpenDistribution } from '../src/platform/distribution/unfinished.ts'
import { publishedEvents } from '../src/platform/events/published-events.ts'
import { migrateDatabase } from '../src/platform/migrations/migrate.ts'
import { addTestProducts, expectSoundFlags } from './catalog.ts'
import { afterAllTests } from './clean-up.ts'
import { readEverything } from './crawl.ts'
import { demoConfig } from './demo-config.ts'
import { entry, runOperation } from './integrations.ts'
import { type Market, market } from './market.ts'
import { moveOrderTo, placeOrder, SERVER } from './orders.ts'
import { startReceiver } from './receiver.ts'
import { CITUS, needs } from './requirements.ts'
import { acceptedOrder, expectSoundShipping, labelledOrder } from './shipping.ts'
import { expectSoundLedger, readLevels } from './stock.ts'
import { deliveriesOf, requestSubscription, subscribe } from './webhooks.ts'

describe('on a cluster', needs(CITUS), () => {
  let shop: Market

  const cleanUp = afterAllTests()
  beforeAll(async () => {
    const databaseUrl = CITUS.url as string
    await migrateDatabase(databaseUrl)
    await seedDemo(databaseUrl, modulesFor('sandbox'), demoConfig)
    const db = connect(databaseUrl, { pool: 1, name: 'tests' })
    const { hostname, port } = new URL(databaseUrl)
    const wanted = { coordinator: { host: hostname, port: Number(port) || 5432 }, workers: [] }
    await (await planDistribution(db, wanted)).run(() => {})
    expect(await readOpenDistribution(db)).toEqual({
      tables: [],
      foreignKeys: [],
      functions: [],
      settings: [],
    })
    const nodes = await readNodeSettings(db)
    expect(nodes.filter(({ isCoordinator }) => isCoordinator)).toHaveLength(1)
    for (const { settings } of nodes) expect(settings).toHaveProperty('max_prepared_transactions')
    await db.end()
    shop = await market({ databaseUrl, cleanUp, env: { TRADEHALL_RATE_LIMIT: 'off' } })
    // Every table has a shard for each of 32, and each step creates those of one.
  }, 600_000)

  const got = async (path: string, as: 'brand' | 'retailer' | 'operator' = 'brand') => {
    const answer = await shop.send('GET', path, { as })
    expect(answer.status, `${path}: ${answer.text}`).toBe(200)
    return answer.body
  }

  test('catalog: lists, single products, prices and flags', async () => {
    const { data } = await got('/api/v1/products?include=productVariants&page[limit]=5')
    expect(data).toHaveLength(5)
    await got(`/api/v1/products/${data[0].id}?include=productVariants`)
    await got('/api/v1/product-variants?page[limit]=50')
    await expectSoundFlags(shop.platform.db)
  })

  test('stock: set, read with its movements, and balanced', async () => {
    const { data } = await got('/api/v1/product-variants?page[limit]=1')
    const path = `/api/v1/product-variants/${data[0].id}`
    const set = await shop.send('PATCH', `${path}/stock`, {
      body: { data: { attributes: { stockQuantity: 77 } } },
    })
    expect(set.status, set.text).toBe(200)
    await got(`${path}/stock-movements`)
    await expectSoundLedger(shop.platform.db)
  })

  test('orders: placed, moved, listed for brand, retailer and operator', async () => {
    const order = await placeOrder(shop)
    await moveOrderTo(shop, order, 'brand_confirmed')
    await got(`/api/v1/orders/${order.id}?include=orderItems.productVariant.product`)
    await got('/api/v1/orders?filter[status]=brand_confirmed')
    await got('/api/retailer/v1/orders', 'retailer')
    await got('/api/operator/v1/orders', 'operator')
    await got(`/api/operator/v1/orders/${order.id}`, 'operator')
    await got('/api/operator/v1/pending-decisions', 'operator')
    await got('/api/operator/v1/health', 'operator')
  })

  test.each(['orders', 'master-orders', 'products', 'product-variants'])(
    '%s by change, also after the clock was moved',
    async (name) => {
      await placeOrder(shop)
      for (const seconds of [60, -60]) {
        await shop.advance(seconds)
        const { data, meta } = await got(`/api/v1/${name}?filter[updatedAfter]=2026-01-01T00:00:00Z`)
        expect(data.length).toBeGreaterThan(0)
        expect(meta.updatedUntil).toMatch(/^\d{4}-/)
      }
    },
  )

  test('shipping: quotes, labels and parcels', async () => {
    await acceptedOrder(shop)
    await labelledOrder(shop)
    await expectSoundShipping(shop)
  })

  test('webhooks: events of an order are delivered', async () => {
    const receiver = await startReceiver(200)
    const subscribed = await subscribe(shop, { url: receiver.url, events: ['order.brand_created'] })
    await placeOrder(shop)
    await shop.runJobs()
    await expect.poll(async () => (await deliveriesOf(shop, subscribed)).length).toBeGreaterThan(0)
  })

  test('a violated constraint is answered by its module', async () => {
    const { url } = await startReceiver(200)
    expect((await requestSubscription(shop, { url })).status).toBe(201)
    expect((await requestSubscription(shop, { url })).status).toBe(422)
    const contacts = '/api/v1/brands/brand-contacts'
    const contact = (email: string) => ({
      data: { type: 'brand-contacts', attributes: { email, purposes: ['finance'] } },
    })
    const { body, status } = await shop.send('POST', contacts, { body: contact('one@example.test') })
    expect(status).toBe(201)
    expect((await shop.send('POST', contacts, { body: contact('two@example.test') })).status).toBe(201)
    const renamed = await shop.send('PATCH', `${contacts}/${body.data.id}`, {
      body: { data: { type: 'brand-contacts', id: body.data.id, attributes: { email: 'two@example.test' } } },
    })
    expect(renamed.status, renamed.text).toBe(422)
  })

  test('every read of the API is answered, with every parameter', async () => {
    await labelledOrder(shop)
    const calls = await readEverything(shop)
    expect(calls.filter(({ status }) => status >= 500)).toEqual([])
    const answered = new Set(calls.filter(({ status }) => status === 200).map(({ operation }) => operation))
    expect(answered.size).toBeGreaterThan(110)
  }, 600_000)

  /** Whether a node has the rows of the brand. */
  const isHome = () => shop.platform.db`groupid = platform.node_of(${shop.credentials.brandId})`
  /** Hides nodes from the coordinator: at these ports nobody listens. */
  const hide = (which: Fragment) => shop.platform.db`
    update pg_dist_node set nodeport = nodeport + ${HIDDEN} where groupid > 0 and nodeport < ${HIDDEN} and ${which}`
  const showAll = () => shop.platform.db`
    update pg_dist_node set nodeport = nodeport - ${HIDDEN} where nodeport > ${HIDDEN}`

  test('workers ask the node of a brand and no other, and notice when it is away and back', async () => {
    const { db, awayNodes, clock } = shop.platform
    const { brandId } = shop.credentials
    const poll = async () => {
      for (const due of [dueDeliveries, dueOperations]) await due.makeDue(db, [brandId], clock.now())
      await deliverDue(shop.platform, publishedEvents(modulesFor('sandbox')))
      await createScheduler(shop.platform)()
    }
    const isPresent = async () => {
      const [row] = await db<[{ is_present: boolean }]>`
        select ${awayNodes.isPresent(db, db`${brandId}::uuid`)} as is_present`
      return row.is_present
    }
    try {
      await hide(db`not ${isHome()}`)
      await poll()
      expect(await isPresent()).toBe(true)
      await showAll()
      await hide(isHome())
      await poll()
      expect(await isPresent()).toBe(false)
    } finally {
      await showAll()
    }
    await expect.poll(isPresent, { timeout: 10_000 }).toBe(true)
    await poll()
  })

  test('requests of a brand are served by its node and the coordinator, while all others are away', async () => {
    await labelledOrder(shop)
    const { url } = await startReceiver(200)
    await hide(shop.platform.db`not ${isHome()}`)
    try {
      const calls = await readEverything(shop)
      const ofBrand = calls.filter(({ access, isOwn }) => isOwn && OF_BRANDS.has(access))
      expect(ofBrand.filter(({ status }) => status >= 500)).toEqual([])
      expect(new Set(ofBrand.map(({ operation }) => operation)).size).toBeGreaterThan(60)
      const order = await placeOrder(shop)
      await moveOrderTo(shop, order, 'brand_confirmed')
      await labelledOrder(shop)
      await runOperation(shop, [entry('while-others-are-away')])
      expect((await requestSubscription(shop, { url, id: randomUUID() })).status).toBe(201)
      const email = 'away@example.test'
      const contact = {
        type: 'brand-contacts',
        id: randomUUID(),
        attributes: { email, purposes: ['finance'] },
      }
      const made = await shop.send('POST', '/api/v1/brands/brand-contacts', { body: { data: contact } })
      expect(made.status, made.text).toBe(201)
    } finally {
      await showAll()
    }
  }, 600_000)

  test('imports: products are created by a bulk operation', async () => {
    await runOperation(shop, [entry('on-a-cluster')])
    expect((await got('/api/v1/products?page[limit]=1')).data).toHaveLength(1)
  })

  test('writes: one task on the node of the brand, committed in two phases with what the coordinator writes', async () => {
    const { db } = shop.platform
    const admin = connect(CITUS.url as string, { pool: 1, name: 'tests' })
    cleanUp(() => admin.end())
    await admin.unsafe('alter system set citus.enable_stat_counters = on')
    await admin`select pg_reload_conf()`
    const counted = async () => {
      const [row] = await admin<[{ several: number; prepared: number }]>`
        select query_execution_multi_shard as several, (select count(*) from pg_dist_transaction) as prepared
        from citus_stat_counters((select oid from pg_database where datname = current_database()))`
      return row
    }
    const order = await placeOrder(shop)
    const [variant] = await db<{ id: string }[]>`
      select variant_id as id from ordering.items where brand_id = ${order.brand_id} and order_id = ${order.id}`
    const before = await counted()
    const path = `/api/v1/product-variants/${variant?.id}/stock`
    const set = await shop.send('PATCH', path, { body: { data: { attributes: { stockQuantity: 91 } } } })
    expect(set.status, set.text).toBe(200)
    await moveOrderTo(shop, order, 'brand_confirmed')
    const after = await counted()
    expect(after.several).toBe(before.several)
    // One for the order with its event; Citus forgets it with the next recovery, and none is made in between by others.
    expect(after.prepared).toBeGreaterThan(0)
  })

  const setRecovery = async (how: string) => {
    await shop.platform.db.unsafe(`alter system ${how}`)
    await shop.platform.db`select pg_reload_conf()`
  }

  test('an event is relayed when the node of its brand has committed too', async () => {
    const [home] = await shop.platform.db<{ host: string; port: number }[]>`
      select nodename as host, nodeport as port from pg_dist_node
      where groupid = platform.node_of(${shop.credentials.brandId}) and noderole::text = 'primary'`
    const url = new URL(CITUS.url as string)
    if (home) [url.hostname, url.port] = [home.host, String(home.port)]
    const node = connect(url.href, { pool: 1, name: 'tests' })
    cleanUp(() => node.end())
    // Citus would end what no transaction of its own has prepared.
    await setRecovery("set citus.recover_2pc_interval = '-1'")
    onTestFinished(() => setRecovery('reset citus.recover_2pc_interval'))
    // As if a transaction of another process were between its two commits.
    await node.unsafe("begin; select 1; prepare transaction 'citus_0_1_1_1'")
    await placeOrder(shop)
    let isDone = false
    const jobs = shop.runJobs().then(() => {
      isDone = true
    })
    await new Promise((resume) => setTimeout(resume, 500))
    expect(isDone).toBe(false)
    await node.unsafe("rollback prepared 'citus_0_1_1_1'")
    await jobs
    expect(await shop.platform.db`select 1 from platform.outbox where attempts > 0`).toEqual([])
  })

  test('writes under concurrency have the same results and the same ledger as on a plain database', async () => {
    const plain = await market({ cleanUp })
    expect(await contend(shop)).toEqual(await contend(plain))
    await expectSoundLedger(shop.platform.db)
  })
})

/** Whose requests are about one brand. */
const OF_BRANDS = new Set<string>(['brand', 'person', 'session'])

/** Ports of nodes are below. */
const HIDDEN = 32_000

/** Orders and changes of stock of the same variants at once. What is reserved does not depend on who comes first. */
async function contend(shop: Market) {
  const { db } = shop.platform
  const stock = { onHand: 10, isAlwaysInStock: false, inventoryPolicy: 'deny' as const }
  const product = { unit_multiplier: 1, variants: [{ stock }, { stock }] }
  const [added] = await addTestProducts(shop.platform, shop.credentials.brandId, [product])
  const ids = (added?.variants ?? []).map(({ id }) => id)
  const { brandId, retailer } = shop.credentials
  const lines = ids.map((productVariantId) => ({ productVariantId, quantity: 1 }))
  const submit = async () => {
    const { order } = await submitOrder(
      shop.platform,
      { brandId, retailerId: retailer.retailerId, lines },
      SERVER,
    )
    return order
  }
  const taken = await Promise.allSettled(Array.from({ length: 16 }, submit))
  const orders = taken.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  await Promise.all(
    orders.map((order, i) => moveOrderTo(shop, order, i % 2 === 0 ? 'brand_confirmed' : 'rejected')),
  )
  const sets = await Promise.all(
    Array.from({ length: 8 }, () =>
      shop.send('PATCH', `/api/v1/product-variants/${ids[0]}/stock`, {
        body: { data: { attributes: { stockQuantity: 50 } } },
      }),
    ),
  )
  return {
    taken: orders.length,
    sets: sets.map(({ status }) => status),
    levels: await readLevels(db, ids),
    postings: await db`
      select status, sum(quantity)::int as quantity from stock.postings
      where brand_id = ${brandId} and variant_id = any(${ids as string[]}::uuid[]) group by 1 order by 1`,
    history: await db`
      select command, count(*)::int as entries, max(number) as last from ordering.moves
      where brand_id = ${brandId} and order_id = any(${orders.map(({ id }) => id)}::uuid[]) group by 1 order by 1`,
  }
}
