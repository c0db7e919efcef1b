import type { ServerResponse } from 'node:http'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { sessionsWaiting, whileUnwritable } from '../../../../test/locks.ts'
import { type Market, type MarketOptions, market } from '../../../../test/market.ts'
import { moveOrderTo, placeOrder } from '../../../../test/orders.ts'
import { startReceiver } from '../../../../test/receiver.ts'
import { freezeTime, standStill, until } from '../../../../test/time.ts'
import { deliveriesOf, deliveryOf, subscribe } from '../../../../test/webhooks.ts'
import { modulesFor } from '../../../composition.ts'
import { backgroundWork } from '../../../module.ts'
import { publishedEvents } from '../../../platform/events/published-events.ts'
import { relayOnce } from '../../../platform/events/relay.ts'
import { closePlatform, createPlatform, type Platform } from '../../../platform/index.ts'
import { createLog } from '../../../platform/log.ts'
import { startDelivering } from './delivery.ts'
import { Dispatcher } from './dispatcher.ts'
import { MAX_SENDER_REQUESTS } from './sender.ts'

const modules = modulesFor('sandbox')
const published = publishedEvents(modules)
const fanOutNow = ({ platform }: Market) => relayOnce(platform, backgroundWork(modules).consumers)
/** Sends due deliveries and runs no jobs: recurring jobs would never end while the time stands still. */
const deliverNow = ({ platform }: Market) => new Dispatcher(platform, published).drain()

/** Another process, as far as the database can tell. */
async function otherPlatform(shop: Market): Promise<Platform> {
  const platform = createPlatform(shop.config, {
    name: 'other',
    databaseUrl: shop.databaseUrl,
    secretKey: shop.config.secretKey ?? '',
    log: createLog('silent'),
    ticks: standStill,
  })
  await platform.signals.start()
  onTestFinished(() => closePlatform(platform))
  return platform
}

describe('the order of events', () => {
  test('a later event of an order waits for the first attempt of an earlier event, and not for its retry', async () => {
    const shop = await market()
    let release = (): void => {}
    const receiver = await startReceiver((received, response) => {
      const answer = (status: number) => response.writeHead(status).end()
      if (receiver.received.length > 1) answer(200)
      else {
        expect(received.body.meta.event.type).toBe('order.brand_created')
        release = () => answer(500)
      }
    })
    await subscribe(shop, { url: receiver.url, events: ['order.brand_created', 'order.brand_accepted'] })
    const order = await placeOrder(shop)
    await moveOrderTo(shop, order, 'brand_confirmed')
    await fanOutNow(shop)
    const dispatcher = new Dispatcher(shop.platform, published)
    const drained = dispatcher.drain()
    await until(() => receiver.received.length === 1)
    // Another worker has nothing to send while the first event is in flight.
    expect(await new Dispatcher(await otherPlatform(shop), published).drain()).toBe(0)
    release()
    await drained
    expect(receiver.received.map(({ body }) => body.meta.event.type)).toEqual([
      'order.brand_created',
      'order.brand_accepted',
    ])
    await shop.advance(10)
    await shop.runJobs()
    expect(receiver.received.map(({ body }) => body.meta.event.type)[2]).toBe('order.brand_created')
  })

  test('orders do not wait for each other', async () => {
    const shop = await market()
    const held: ServerResponse[] = []
    const receiver = await startReceiver((_received, response) => void held.push(response))
    await subscribe(shop, { url: receiver.url })
    for (let i = 0; i < 3; i++) await placeOrder(shop)
    await fanOutNow(shop)
    const drained = new Dispatcher(shop.platform, published).drain()
    await until(() => held.length === 3)
    for (const response of held) response.end()
    await drained
  })
})

describe('receivers', () => {
  test('a receiver without responses fills its own request limit only, and others receive their deliveries', async () => {
    const shop = await market()
    const held: ServerResponse[] = []
    const silent = await startReceiver((_received, response) => void held.push(response))
    const quick = await startReceiver()
    await subscribe(shop, { url: silent.url })
    await subscribe(shop, { url: quick.url })
    const orders = MAX_SENDER_REQUESTS + 4
    for (let i = 0; i < orders; i++) await placeOrder(shop)
    await fanOutNow(shop)
    const drained = new Dispatcher(shop.platform, published).drain()
    await until(() => quick.received.length === orders && held.length === MAX_SENDER_REQUESTS)
    silent.answers = 200
    for (const response of held) response.end()
    await drained
    expect(silent.received).toHaveLength(orders)
  })

  test('a receiver that fails to respond many times in a row is held, and then probed with one request', async () => {
    freezeTime()
    const shop = await market()
    const receiver = await startReceiver((_received, response) => response.destroy())
    const subscribed = await subscribe(shop, { url: receiver.url })
    for (let i = 0; i < 40; i++) await placeOrder(shop)
    await fanOutNow(shop)
    await deliverNow(shop)
    const first = receiver.received.length
    // More attempts were in flight when the outcomes of the first ones were written.
    expect(first).toBeGreaterThanOrEqual(10)
    expect(first).toBeLessThan(10 + MAX_SENDER_REQUESTS)
    expect(await deliverNow(shop)).toBe(0)
    await shop.advance(5)
    expect(await deliverNow(shop)).toBe(1)
    receiver.answers = 200
    await shop.advance(5)
    await deliverNow(shop)
    await shop.advance(60)
    await deliverNow(shop)
    const deliveries = await deliveriesOf(shop, subscribed)
    expect(deliveries.map(({ attributes }) => attributes.state)).toEqual(Array(40).fill('delivered'))
  })

  test('a receiver that responds is never held, whatever the status', async () => {
    const shop = await market()
    const receiver = await startReceiver(503)
    await subscribe(shop, { url: receiver.url })
    for (let i = 0; i < 30; i++) await placeOrder(shop)
    await fanOutNow(shop)
    expect(await deliverNow(shop)).toBe(30)
  })

  test('an address that has become private is not called, on any attempt', async () => {
    const receiver = await startReceiver()
    const { port } = new URL(receiver.url)
    let addresses = ['93.184.215.14']
    const options: MarketOptions = { outbound: { resolve: async () => addresses } }
    const shop = await market(options)
    const subscribed = await subscribe(shop, { url: `https://turning.example:${port}/` })
    addresses = ['10.0.0.1']
    await placeOrder(shop)
    await shop.runJobs()
    await shop.advance(10)
    await shop.runJobs()
    const [{ id } = { id: '' }] = await deliveriesOf(shop, subscribed)
    const { attempts } = await deliveryOf(shop, subscribed, id)
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['refused', 'refused'])
    expect(receiver.received).toEqual([])
    const change = { data: { attributes: { url: `https://turning.example:${port}/other` } } }
    expect((await shop.send('PATCH', subscribed.path, { body: change })).status).toBe(422)
    const tried = { data: { type: 'webhook-subscriptions', attributes: { event: 'order.shipped' } } }
    expect((await shop.send('POST', `${subscribed.path}/-actions/test`, { body: tried })).status).toBe(422)
    const create = await shop.send('POST', '/api/v1/webhook-subscriptions', {
      body: {
        data: {
          type: 'webhook-subscriptions',
          attributes: { url: 'https://another.example/', events: ['order.shipped'] },
          relationships: {
            application: { data: { type: 'applications', id: shop.credentials.applicationId } },
          },
        },
      },
    })
    expect(create.status).toBe(422)
    expect(create.body.errors[0].source).toEqual({ pointer: 'data.attributes.url' })
  })
})

describe('workers', () => {
  test('two workers share the deliveries, and nothing is sent twice', async () => {
    const shop = await market()
    const receiver = await startReceiver()
    const subscribed = await subscribe(shop, { url: receiver.url })
    const other = await otherPlatform(shop)
    for (let i = 0; i < 60; i++) await placeOrder(shop)
    await fanOutNow(shop)
    const sent = await Promise.all(
      [shop.platform, other].map((platform) => new Dispatcher(platform, published).drain()),
    )
    expect(sent[0]! + sent[1]!).toBe(60)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(60)
    expect(receiver.received).toHaveLength(60)
    expect(await deliveriesOf(shop, subscribed, 'filter[state]=delivered&page[limit]=100')).toHaveLength(60)
  })

  test('the deliveries of a dead worker are sent by another one after their leases expired', async () => {
    const shop = await market()
    const receiver = await startReceiver()
    await subscribe(shop, { url: receiver.url })
    await placeOrder(shop)
    await fanOutNow(shop)
    const { db } = shop.platform
    const lease = (until: string) =>
      db`update webhooks.deliveries set leased_until = now() + ${until}::interval, leases = leases + 1`
    await lease('25 seconds')
    expect(await deliverNow(shop)).toBe(0)
    await lease('-1 second')
    expect(await deliverNow(shop)).toBe(1)
    expect(receiver.received).toHaveLength(1)
  })

  test('a lease is longer than an attempt, and expires within half a minute', async () => {
    const shop = await market()
    const held: ServerResponse[] = []
    const receiver = await startReceiver((_received, response) => void held.push(response))
    await subscribe(shop, { url: receiver.url })
    await placeOrder(shop)
    await fanOutNow(shop)
    const drained = new Dispatcher(shop.platform, published).drain()
    await until(() => held.length === 1)
    const [row] = await shop.platform.db`
      select extract(epoch from leased_until - now())::float as left from webhooks.deliveries`
    // Longer than an attempt may take, so that no other worker makes the same attempt meanwhile.
    expect(row?.left).toBeGreaterThan(15)
    expect(row?.left).toBeLessThan(29)
    held[0]?.end()
    await drained
  })

  test('an attempt whose lease has expired does not overwrite the success of another worker', async () => {
    const shop = await market()
    const held: ServerResponse[] = []
    const receiver = await startReceiver((_received, response) => {
      if (receiver.received.length === 1) held.push(response)
      else response.end()
    })
    const subscribed = await subscribe(shop, { url: receiver.url })
    await placeOrder(shop)
    await fanOutNow(shop)
    const late = new Dispatcher(shop.platform, published).drain()
    await until(() => held.length === 1)
    await shop.platform.db`update webhooks.deliveries set leased_until = now() - interval '1 second'`
    expect(await new Dispatcher(await otherPlatform(shop), published).drain()).toBe(1)
    held[0]?.writeHead(500).end()
    await late
    const [{ id } = { id: '' }] = await deliveriesOf(shop, subscribed)
    const { state, attempts } = await deliveryOf(shop, subscribed, id)
    expect(state).toBe('delivered')
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['delivered'])
  })

  test('a worker that cannot write outcomes does not send deliveries again', async () => {
    const shop = await market()
    const receiver = await startReceiver()
    await subscribe(shop, { url: receiver.url })
    await placeOrder(shop)
    await fanOutNow(shop)
    const { db } = shop.platform
    let now = performance.now()
    const time = vi.spyOn(performance, 'now').mockImplementation(() => now)
    onTestFinished(() => time.mockRestore())
    const dispatcher = new Dispatcher(shop.platform, published)
    const drained = await whileUnwritable(shop.databaseUrl, 'webhooks.attempts', async () => {
      const draining = dispatcher.drain()
      await until(async () => (await sessionsWaiting(db)) === 1)
      await placeOrder(shop)
      await fanOutNow(shop)
      await dispatcher.poll()
      await until(() => receiver.received.length === 2)
      await db`update webhooks.deliveries set leased_until = now() where event_id = ${receiver.received[1]?.headers['webhook-id'] ?? ''}`
      now += 2_001
      await dispatcher.poll()
      return { draining }
    })
    expect(await drained.draining).toBe(2)
    expect(receiver.received).toHaveLength(2)
    expect(await db`select distinct state, leases, attempts from webhooks.deliveries`).toEqual([
      { state: 'delivered', leases: 1, attempts: 1 },
    ])
  })

  test('the only worker releases the leases of a crash when it starts, and unsent deliveries when it stops', async () => {
    const shop = await market()
    const held: ServerResponse[] = []
    const receiver = await startReceiver((_received, response) => void held.push(response))
    await subscribe(shop, { url: receiver.url })
    for (let i = 0; i < MAX_SENDER_REQUESTS + 5; i++) await placeOrder(shop)
    await fanOutNow(shop)
    const { db } = shop.platform
    await db`update webhooks.deliveries set leased_until = now() + interval '1 hour'`
    const started = await startDelivering(shop.platform, published, { only: true })
    await until(() => held.length === MAX_SENDER_REQUESTS)
    const stopped = started.stop()
    for (const response of held) response.end()
    await stopped
    const [row] = await db`
      select
        count(*) filter (where state = 'delivered') as delivered,
        count(*) filter (where state = 'waiting' and leased_until is null) as free
      from webhooks.deliveries`
    expect(row).toEqual({ delivered: MAX_SENDER_REQUESTS, free: 5 })
  })

  test('a running worker is notified of new deliveries', async () => {
    const shop = await market()
    const receiver = await startReceiver()
    await subscribe(shop, { url: receiver.url })
    const started = await startDelivering(shop.platform, published, { only: false })
    onTestFinished(() => started.stop())
    await placeOrder(shop)
    await fanOutNow(shop)
    await until(() => receiver.received.length === 1)
  })
})
