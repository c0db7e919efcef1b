import { describe, expect, onTestFinished, test } from 'vitest'
import { type Market, market } from '../../../../test/market.ts'
import { moveOrderTo, placeOrder } from '../../../../test/orders.ts'
import { startReceiver } from '../../../../test/receiver.ts'
import { freezeTime, standStill } from '../../../../test/time.ts'
import { deliveriesOf, deliveryOf, subscribe } from '../../../../test/webhooks.ts'
import { modulesFor } from '../../../composition.ts'
import { backgroundWork } from '../../../module.ts'
import { publishedEvents } from '../../../platform/events/published-events.ts'
import { relayOnce } from '../../../platform/events/relay.ts'
import { closePlatform, createPlatform } from '../../../platform/index.ts'
import { createLog } from '../../../platform/log.ts'
import { Dispatcher } from './dispatcher.ts'

const modules = modulesFor('sandbox')
const published = publishedEvents(modules)
const fanOutNow = ({ platform }: Market) => relayOnce(platform, backgroundWork(modules).consumers)
/** Sends due deliveries and runs no jobs: recurring jobs would never end while the time stands still. */
const deliverNow = ({ platform }: Market) => new Dispatcher(platform, published).drain()

const seconds = (attempt: Record<string, unknown>) => new Date(attempt.startedAt as string).getTime() / 1000

describe('retries', () => {
  test('keep their delays when the clock goes back, and due deliveries are sent', async () => {
    freezeTime()
    const shop = await market()
    const receiver = await startReceiver(500)
    await subscribe(shop, { url: receiver.url })
    await placeOrder(shop)
    await fanOutNow(shop)
    await deliverNow(shop)
    await placeOrder(shop)
    await fanOutNow(shop)
    await shop.advance(-3600)
    await deliverNow(shop)
    expect(receiver.received).toHaveLength(2)
    await shop.advance(10)
    await deliverNow(shop)
    expect(receiver.received).toHaveLength(4)
  })

  test('nothing waits for a time that the clock had before it went back', async () => {
    const shop = await market()
    // A process that does not know yet that the clock was moved.
    const late = createPlatform(shop.config, {
      name: 'late',
      databaseUrl: shop.databaseUrl,
      secretKey: shop.config.secretKey ?? '',
      log: createLog('silent'),
      ticks: standStill,
    })
    onTestFinished(() => closePlatform(late))
    await shop.setTime('2020-01-01T00:00:00Z')
    const receiver = await startReceiver(200)
    await subscribe(shop, { url: receiver.url })
    await placeOrder(shop)
    await relayOnce(late, backgroundWork(modules).consumers)
    await deliverNow(shop)
    expect(receiver.received).toHaveLength(1)
  })

  test('five attempts are made at their times with the same bytes and event id, and then the delivery has failed', async () => {
    freezeTime()
    const shop = await market()
    const receiver = await startReceiver(500)
    const subscribed = await subscribe(shop, { url: receiver.url })
    await placeOrder(shop)
    await fanOutNow(shop)
    await deliverNow(shop)
    const [{ id } = { id: '' }] = await deliveriesOf(shop, subscribed)
    for (const [i, wait] of [10, 100, 1000, 10_000].entries()) {
      await shop.advance(wait - 5)
      await deliverNow(shop)
      expect(receiver.received).toHaveLength(i + 1)
      await shop.advance(5)
      await deliverNow(shop)
      expect(receiver.received).toHaveLength(i + 2)
    }
    await shop.advance(100_000)
    await deliverNow(shop)
    expect(receiver.received).toHaveLength(5)
    expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const { state, attempts, nextAttemptAt } = await deliveryOf(shop, subscribed, id)
    expect({ state, nextAttemptAt }).toEqual({ state: 'failed', nextAttemptAt: null })
    expect(attempts.map(({ number, outcome, status }) => [number, outcome, status])).toEqual(
      [1, 2, 3, 4, 5].map((number) => [number, 'refused_by_receiver', 500]),
    )
    const waits = attempts.slice(1).map((attempt, i) => seconds(attempt) - seconds(attempts[i] ?? {}))
    for (const [i, wait] of [10, 100, 1000, 10_000].entries()) {
      expect(waits[i]).toBeGreaterThanOrEqual(wait)
      expect(waits[i]).toBeLessThan(wait + 60)
    }
  })

  test('the setting changes the delays', async () => {
    const shop = await market({ env: { TRADEHALL_WEBHOOK_RETRY_SECONDS: '3' } })
    const receiver = await startReceiver(500)
    const subscribed = await subscribe(shop, { url: receiver.url })
    await placeOrder(shop)
    await shop.runJobs()
    await shop.advance(3)
    await shop.runJobs()
    expect(await deliveriesOf(shop, subscribed, 'filter[state]=failed')).toHaveLength(1)
    expect(receiver.received).toHaveLength(2)
  })

  test('a retry sends the same body, although the order has changed since', async () => {
    const shop = await market()
    const receiver = await startReceiver([500, 200])
    await subscribe(shop, { url: receiver.url })
    const order = await placeOrder(shop)
    await shop.runJobs()
    await moveOrderTo(shop, order, 'brand_confirmed')
    await shop.advance(10)
    await shop.runJobs()
    expect(receiver.received.map(({ body }) => body.data.attributes.status)).toEqual([
      'ankor_confirmed',
      'ankor_confirmed',
    ])
  })

  test('Retry-After is honoured', async () => {
    freezeTime()
    const shop = await market()
    const receiver = await startReceiver((_received, response) => {
      response.writeHead(receiver.received.length === 1 ? 429 : 200, { 'retry-after': '500' }).end()
    })
    await subscribe(shop, { url: receiver.url })
    await placeOrder(shop)
    await fanOutNow(shop)
    await deliverNow(shop)
    await shop.advance(490)
    await deliverNow(shop)
    expect(receiver.received).toHaveLength(1)
    await shop.advance(20)
    await deliverNow(shop)
    expect(receiver.received).toHaveLength(2)
  })

  test('a redirect is a failure', async () => {
    const shop = await market()
    const elsewhere = await startReceiver()
    const receiver = await startReceiver((_received, response) => {
      response.writeHead(302, { location: elsewhere.url }).end()
    })
    const subscribed = await subscribe(shop, { url: receiver.url })
    await placeOrder(shop)
    await shop.runJobs()
    expect(elsewhere.received).toEqual([])
    expect((await deliveriesOf(shop, subscribed))[0]?.attributes.state).toBe('waiting')
  })
})
