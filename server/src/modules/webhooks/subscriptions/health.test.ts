import { expect, test } from 'vitest'
import { type Market, market } from '../../../../test/market.ts'
import { placeOrder } from '../../../../test/orders.ts'
import { startReceiver } from '../../../../test/receiver.ts'
import { deliveriesOf, type Subscribed, subscribe } from '../../../../test/webhooks.ts'

const DAY = 86_400

/** A subscription whose receiver responds with this status. */
async function subscribeTo(status: number, env: Record<string, string> = {}) {
  const shop = await market({ env })
  const receiver = await startReceiver(status)
  return { shop, receiver, subscribed: await subscribe(shop, { url: receiver.url }) }
}

/** Places an order, and delivers its event. */
async function placeAndDeliver(shop: Market): Promise<void> {
  await placeOrder(shop)
  await shop.runJobs()
}

async function stateOf(shop: Market, { path }: Subscribed) {
  return (await shop.send('GET', path)).body.data.attributes
}

async function mailsOf(shop: Market): Promise<Record<string, string>[]> {
  const { body } = await shop.send('GET', '/api/testing/mails')
  const mails = body.data.map(({ attributes }: { attributes: Record<string, string> }) => attributes)
  return mails.filter(({ subject }: { subject: string }) => subject.includes('switched off'))
}

test('410 disables at once, with a mail to the developer; nothing more is sent until it is resumed', async () => {
  const { shop, receiver, subscribed } = await subscribeTo(410)
  await placeAndDeliver(shop)
  expect(await stateOf(shop, subscribed)).toMatchObject({
    disabledAt: expect.any(String),
    disabledReason: expect.stringContaining('410'),
  })
  const [mail] = await mailsOf(shop)
  expect(mail?.text).toContain(receiver.url)
  const [application] = await shop.platform.db`
    select developer_email from identity.applications where id = ${shop.credentials.applicationId}`
  expect(mail?.to).toBe(application?.developer_email)

  await placeOrder(shop)
  await shop.advance(100_000)
  await shop.runJobs()
  expect(receiver.received).toHaveLength(1)
  const redeliver = `${subscribed.path}/deliveries/-actions/redeliver`
  const body = { data: { type: 'webhook-deliveries', attributes: { since: '2026-03-01T00:00:00Z' } } }
  expect((await shop.send('POST', redeliver, { body })).status).toBe(409)

  receiver.answers = 200
  const resumed = await shop.send('POST', `${subscribed.path}/-actions/resume`)
  expect(resumed.body.data.attributes).toMatchObject({
    disabledAt: null,
    disabledReason: null,
    failingSince: null,
  })
  expect((await shop.send('POST', redeliver, { body })).body.meta).toEqual({ redelivered: 1 })
  await shop.runJobs()
  expect(receiver.received).toHaveLength(2)
})

/** A delivery has failed after its second attempt. */
const TWO_ATTEMPTS = { TRADEHALL_WEBHOOK_RETRY_SECONDS: '10' }

async function placeAndGiveUp(shop: Market): Promise<void> {
  await placeAndDeliver(shop)
  await shop.advance(10)
  await shop.runJobs()
}

test('a failed delivery disables a subscription after five days, if attempts failed on three of them', async () => {
  const { shop, subscribed } = await subscribeTo(500, TWO_ATTEMPTS)
  await placeAndGiveUp(shop)
  const { failingSince } = await stateOf(shop, subscribed)
  expect(failingSince).not.toBeNull()
  await shop.advance(5 * DAY)
  await placeAndGiveUp(shop)
  expect(await stateOf(shop, subscribed)).toMatchObject({ failingSince, disabledAt: null })
  await shop.advance(DAY)
  await placeAndDeliver(shop)
  expect(await stateOf(shop, subscribed)).toMatchObject({ failingSince, disabledAt: null })
  await shop.advance(10)
  await shop.runJobs()
  expect(await stateOf(shop, subscribed)).toMatchObject({
    failingSince,
    disabledReason: expect.stringContaining('five days'),
  })
  expect(await deliveriesOf(shop, subscribed, 'filter[state]=waiting')).toEqual([])
  expect(await mailsOf(shop)).toHaveLength(1)
})

test('less than five days with failures do not disable a subscription', async () => {
  const { shop, subscribed } = await subscribeTo(500, TWO_ATTEMPTS)
  for (let day = 0; day < 5; day++) {
    await placeAndGiveUp(shop)
    await shop.advance(DAY - 60)
  }
  await placeAndGiveUp(shop)
  expect((await stateOf(shop, subscribed)).disabledAt).toBeNull()
})

test('any success makes a failing receiver healthy again', async () => {
  const { shop, receiver, subscribed } = await subscribeTo(500)
  await placeAndDeliver(shop)
  receiver.answers = 200
  await shop.advance(10)
  await shop.runJobs()
  expect((await stateOf(shop, subscribed)).failingSince).toBeNull()
  receiver.answers = 500
  await shop.advance(6 * DAY)
  await placeAndDeliver(shop)
  expect((await stateOf(shop, subscribed)).disabledAt).toBeNull()
})

test('the operator sees failing and disabled subscriptions of all brands without secrets, and metrics count them', async () => {
  const shop = await market()
  const [gone, failing, fine] = [await startReceiver(410), await startReceiver(500), await startReceiver()]
  const [one, two] = [await subscribe(shop, { url: gone.url }), await subscribe(shop, { url: failing.url })]
  await subscribe(shop, { url: fine.url })
  await placeAndDeliver(shop)
  const list = async (query = '') => {
    const answer = await shop.send('GET', `/api/operator/v1/webhook-subscriptions${query}`, {
      as: 'operator',
    })
    expect(answer.text).not.toMatch(/signingSecret|secretEncrypted|_encrypted/)
    for (const { secret } of [one, two]) expect(answer.text).not.toContain(secret)
    return answer.body.data.map(({ id }: { id: string }) => id).sort()
  }
  expect(await list()).toEqual([one.id, two.id].sort())
  expect(await list('?filter[state]=disabled')).toEqual([one.id])
  expect(await list('?filter[state]=failing')).toEqual([two.id])
  expect(await list(`?filter[brand]=${shop.credentials.otherBrand.brandId}`)).toEqual([])
  const { text } = await shop.send('GET', '/metrics', { as: null })
  expect(text).toContain('tradehall_webhook_attempts_total{outcome="delivered"} 1')
  expect(text).toContain('tradehall_webhook_attempts_total{outcome="refused_by_receiver"} 2')
  expect(text).toContain('tradehall_webhook_endpoints{state="failing"} 1')
  expect(text).toContain('tradehall_webhook_endpoints{state="disabled"} 1')
  expect(text).toContain('tradehall_webhook_deliveries_waiting 1')
  expect(text).toMatch(/tradehall_webhook_oldest_waiting_seconds 0\n/)
})

test('the metrics have the age of the oldest waiting delivery', async () => {
  const { shop } = await subscribeTo(200)
  const { db, clock } = shop.platform
  await placeAndDeliver(shop)
  await db`
    update webhooks.deliveries
    set state = 'waiting', finished_at = null, attempts = 0, created_at = ${new Date(clock.now().getTime() - 90_000)}`
  const { text } = await shop.send('GET', '/metrics', { as: null })
  const age = Number(/tradehall_webhook_oldest_waiting_seconds ([\d.]+)/.exec(text)?.[1])
  expect(age).toBeGreaterThanOrEqual(90)
})
