import { randomUUID } from 'node:crypto'
import { verifyWebhook } from '@tradehall/client'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, type Market, market, type Who } from '../../../../test/market.ts'
import { placeOrder } from '../../../../test/orders.ts'
import { type Received, startReceiver } from '../../../../test/receiver.ts'
import { deliveriesOf, type Subscribed, subscribe } from '../../../../test/webhooks.ts'
import { createSecrets } from '../../../platform/secrets/secrets.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const receiver = await startReceiver(200, afterAll)
const subscribed = await subscribe(shop, { url: receiver.url })
const delivery = await newDelivery(shop, subscribed)
/** What an attempt sent. */
const [original] = receiver.received as [Received]

async function newDelivery(from: Market, to: Subscribed): Promise<string> {
  await placeOrder(from)
  await from.runJobs()
  return (await deliveriesOf(from, to)).at(-1)?.id ?? ''
}

const request = async (body?: object, { id = delivery, as = 'brand' as Who, from = shop } = {}) =>
  await from.send('POST', `/api/testing/webhook-deliveries/${id}/-actions/send`, { as, body })

/** The copy as the receiver got it, and the result that the server returned. */
async function send(body?: object): Promise<{ copy: Received; meta: Answer['body'] }> {
  const answer = await request(body)
  if (answer.status !== 200) throw new Error(answer.text)
  expect(receiver.received).toHaveLength(1)
  const [copy] = receiver.received as [Received]
  return { copy, meta: answer.body.meta }
}

const verify = async ({ headers, text }: Received, secret = subscribed.secret) =>
  (await verifyWebhook(headers, text, secret)).event
/** Each header with a signature on its own. */
const plainHeaders = ({ headers }: Received) =>
  ['signature', 'x-marketplace-hmac-sha256'].map((name) => ({ [name]: headers[name] }))

beforeEach(() => {
  receiver.received.length = 0
  receiver.answers = 200
})

describe('a copy', () => {
  test('is what an attempt sends, unless asked otherwise', async () => {
    for (const body of [undefined, {}, { signature: 'valid', newEventId: false, unknowns: false }]) {
      receiver.received.length = 0
      const { copy, meta } = await send(body)
      expect(copy.text).toBe(original.text)
      expect(Object.keys(copy.headers)).toEqual(Object.keys(original.headers))
      expect(copy.headers['webhook-id']).toBe(original.headers['webhook-id'])
      expect(meta.eventId).toBe(original.headers['webhook-id'])
      await verify(copy)
      for (const headers of plainHeaders(copy)) await verifyWebhook(headers, copy.text, subscribed.secret)
    }
  })

  test('is sent in every state of the delivery and of the subscription, and changes neither', async () => {
    const here = await market()
    const failing = await startReceiver(500)
    const to = await subscribe(here, { url: failing.url })
    const id = await newDelivery(here, to)
    const read = async () => [
      (await here.send('GET', `/api/v1/webhook-deliveries/${id}`)).body.data,
      (await here.send('GET', to.path)).body.data,
      (await here.send('GET', '/api/v1/webhook-health')).body.data,
    ]
    const sendUnnoticed = async () => {
      const before = await read()
      failing.received.length = 0
      expect((await request({}, { id, from: here })).status).toBe(200)
      expect(failing.received).toHaveLength(1)
      expect(await read()).toEqual(before)
      return before[0].attributes.state
    }
    expect(await sendUnnoticed()).toBe('waiting')
    await here.send('POST', `${to.path}/-actions/pause`)
    expect(await sendUnnoticed()).toBe('waiting')
    await here.send('POST', `${to.path}/-actions/resume`)
    failing.answers = 410
    await here.advance(10)
    await here.runJobs()
    // The receiver was gone, which disabled the subscription.
    expect(await sendUnnoticed()).toBe('failed')
    await here.send('POST', `${to.path}/-actions/resume`)
    failing.answers = 200
    await here.send('POST', `${to.path}/deliveries/${id}/-actions/redeliver`)
    await here.runJobs()
    failing.answers = 410
    expect(await sendUnnoticed()).toBe('delivered')
  })

  test('is sent only for deliveries of the brand, and while their subscription exists', async () => {
    expect((await request({}, { as: 'otherBrand' })).status).toBe(403)
    expect((await request({}, { as: 'retailer' })).status).toBe(403)
    expect((await request({}, { id: randomUUID() })).status).toBe(404)
    const ended = await subscribe(shop, { url: `${receiver.url}/ended` })
    const id = await newDelivery(shop, ended)
    await shop.send('DELETE', ended.path)
    receiver.received.length = 0
    const answer = await request({}, { id })
    expect(answer.status).toBe(404)
    expect(answer.text).toContain(ended.id)
    expect(receiver.received).toEqual([])
  })

  test('is not sent without a secret that the server can read', async () => {
    const here = await market()
    const to = await subscribe(here, { url: receiver.url })
    const id = await newDelivery(here, to)
    receiver.received.length = 0
    const lost = createSecrets(Buffer.alloc(32, 9).toString('base64')).encrypt(to.secret)
    await here.platform.db`
      update webhooks.subscriptions set secret_encrypted = ${lost}
      where brand_id = ${here.credentials.brandId} and id = ${to.id}`
    expect((await request({}, { id, from: here })).status).toBe(409)
    expect(receiver.received).toEqual([])
  })
})

describe('the result of a copy', () => {
  test('has the outcome, named as in attempts, and the real time', async () => {
    await shop.advance(86_400)
    receiver.answers = 503
    const { copy, meta } = await send()
    expect(meta).toEqual({
      eventId: original.headers['webhook-id'],
      outcome: 'refused_by_receiver',
      status: 503,
      detail: null,
      durationMs: expect.any(Number),
      sentAt: expect.any(String),
    })
    const sentAt = new Date(meta.sentAt).getTime()
    expect(Math.floor(sentAt / 1000)).toBe(Number(copy.headers['webhook-timestamp']))
    // Verification compares the timestamp with the clock of this machine.
    await verify(copy)
  })

  test('has the outcome "delivered" for any 2xx', async () => {
    receiver.answers = 202
    expect((await send()).meta).toMatchObject({ outcome: 'delivered', status: 202, detail: null })
  })

  test('says why there was no response', async () => {
    receiver.answers = (_received, response) => response.destroy()
    expect((await send()).meta).toMatchObject({
      outcome: 'broken_off',
      status: null,
      detail: expect.any(String),
    })
  })

  test('is a refusal if the address has become private, and nothing is sent', async () => {
    let addresses = ['93.184.215.14']
    const here = await market({ outbound: { resolve: async () => addresses } })
    const to = await subscribe(here, { url: `https://turning.example:${new URL(receiver.url).port}/` })
    await here.send('POST', `${to.path}/-actions/pause`)
    const id = await newDelivery(here, to)
    addresses = ['127.0.0.1', '10.0.0.1']
    const { status, body } = await request({}, { id, from: here })
    expect(status).toBe(200)
    expect(body.meta).toMatchObject({ outcome: 'refused', status: null, detail: expect.any(String) })
    expect(receiver.received).toEqual([])
  })
})

describe('the signature', () => {
  test('none: no signature headers are sent', async () => {
    const { copy } = await send({ signature: 'none' })
    expect(copy.text).toBe(original.text)
    const left = Object.keys(copy.headers).filter((name) => /signature|hmac|^webhook-/.test(name))
    expect(left).toEqual([])
    expect(copy.headers).toMatchObject({
      'content-type': original.headers['content-type'],
      'user-agent': original.headers['user-agent'],
    })
    await expect(verify(copy)).rejects.toThrow('has no signature header')
  })

  test('forged: has the form of a signature, and matches no secret', async () => {
    const { copy } = await send({ signature: 'forged' })
    expect(copy.text).toBe(original.text)
    expect(Object.keys(copy.headers)).toEqual(Object.keys(original.headers))
    for (const name of ['signature', 'webhook-signature']) {
      expect(copy.headers[name]).toHaveLength(original.headers[name]?.length ?? 0)
    }
    await expect(verify(copy)).rejects.toThrow('fits no secret')
    for (const headers of plainHeaders(copy)) {
      await expect(verifyWebhook(headers, copy.text, subscribed.secret)).rejects.toThrow('fits no secret')
    }
    receiver.received.length = 0
    const another = await send({ signature: 'forged' })
    expect(another.copy.headers.signature).not.toBe(copy.headers.signature)
  })

  test.each([
    'empty',
    'one_character',
    'truncated',
    'half_right',
    'with_tail',
    'other_delivery',
    'other_body',
  ])('%s: fits the body in no header', async (signature) => {
    const { copy } = await send({ signature })
    expect(copy.text).toBe(original.text)
    expect(Object.keys(copy.headers)).toEqual(Object.keys(original.headers))
    for (const headers of [copy.headers, ...plainHeaders(copy)]) {
      await expect(verifyWebhook(headers, copy.text, subscribed.secret)).rejects.toThrow('fits no secret')
    }
  })

  test('other_delivery: is that of an event of its own; other_body: is that of {}', async () => {
    const { copy } = await send({ signature: 'other_delivery' })
    const another = String(copy.headers['webhook-id'])
    expect(another).not.toBe(original.headers['webhook-id'])
    const body = structuredClone(original.body)
    body.meta.event.id = another
    await verify({ ...copy, text: JSON.stringify(body) })
    receiver.received.length = 0
    const { copy: empty } = await send({ signature: 'other_body' })
    await expect(verify({ ...empty, text: '{}' })).rejects.toThrow('it has no event')
  })

  test('can be in the headers of Standard Webhooks alone', async () => {
    const { copy } = await send({ headers: 'standard' })
    expect(copy.headers).not.toHaveProperty('signature')
    expect(copy.headers).not.toHaveProperty('x-marketplace-hmac-sha256')
    await verify(copy)
  })

  test('can be older, which only webhook-signature tells', async () => {
    const { copy } = await send({ signedSecondsAgo: 3600 })
    await expect(verify(copy)).rejects.toThrow(/signed 36\d\d seconds ago/)
    for (const headers of plainHeaders(copy)) await verifyWebhook(headers, copy.text, subscribed.secret)
  })

  test('altered: is valid for the body before its status was changed', async () => {
    const { copy } = await send({ signature: 'altered' })
    const { attributes } = copy.body.data
    expect(attributes.status).toBe('cancelled')
    expect(attributes.updatedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
    const updatedAt = new Date(original.body.data.attributes.updatedAt).getTime()
    expect(new Date(attributes.updatedAt).getTime()).toBeGreaterThan(updatedAt)
    const restored = structuredClone(copy.body)
    Object.assign(restored.data.attributes, {
      status: original.body.data.attributes.status,
      updatedAt: original.body.data.attributes.updatedAt,
    })
    expect(restored).toEqual(original.body)
    await expect(verify(copy)).rejects.toThrow('fits no secret')
    await verify({ ...copy, text: original.text })
    receiver.received.length = 0
    const cancelled = await send({ signature: 'altered', data: { status: 'cancelled' } })
    expect(cancelled.copy.body.data.attributes.status).toBe('shipped')
  })

  test('newest: uses only the new secret after a rotation, while attempts use both', async () => {
    const here = await market()
    const to = await subscribe(here, { url: receiver.url })
    const id = await newDelivery(here, to)
    const rotated = await here.send('POST', `${to.path}/-actions/rotate-secret`)
    const renewed = rotated.body.data.attributes.signingSecret
    const sendHere = async (signature: string) => {
      receiver.received.length = 0
      expect((await request({ signature }, { id, from: here })).status).toBe(200)
      return receiver.received[0] as Received
    }
    const newest = await sendHere('newest')
    for (const headers of [newest.headers, ...plainHeaders(newest)]) {
      await verifyWebhook(headers, newest.text, renewed)
      await expect(verifyWebhook(headers, newest.text, to.secret)).rejects.toThrow('fits no secret')
    }
    const valid = await sendHere('valid')
    await verify(valid, to.secret)
    await verify(valid, renewed)
    for (const headers of plainHeaders(valid)) await verifyWebhook(headers, valid.text, to.secret)
    await here.advance(86_400)
    await expect(verify(await sendHere('valid'), to.secret)).rejects.toThrow('fits no secret')
  })
})

describe('the event of a copy', () => {
  test.each(['spaced', 'escaped', 'decimals', 'reordered', 'astral'])(
    '%s: can be written in other bytes, which are signed',
    async (spelling) => {
      const { copy } = await send({ spelling })
      expect(copy.text).not.toBe(original.text)
      expect(await verify(copy)).toMatchObject(original.body)
      for (const headers of plainHeaders(copy)) await verifyWebhook(headers, copy.text, subscribed.secret)
    },
  )

  test('can have happened earlier', async () => {
    const { copy } = await send({ eventAgeSeconds: 86_400 })
    const expected = structuredClone(original.body)
    expected.meta.event.timestamp -= 86_400
    expect(await verify(copy)).toEqual(expected)
  })

  test('can have another name, also an unknown one', async () => {
    for (const eventType of ['order.shipped', 'order.teleported', 'parcel.bay_2.left']) {
      receiver.received.length = 0
      const { copy } = await send({ eventType })
      const expected = structuredClone(original.body)
      expected.meta.event.type = eventType
      expect(await verify(copy)).toEqual(expected)
    }
  })

  test('can have another id, in the body and in webhook-id', async () => {
    const { copy, meta } = await send({ newEventId: true })
    expect(meta.eventId).not.toBe(original.headers['webhook-id'])
    expect(copy.headers['webhook-id']).toBe(meta.eventId)
    const expected = structuredClone(original.body)
    expected.meta.event.id = meta.eventId
    expect(await verify(copy)).toEqual(expected)
    receiver.received.length = 0
    expect((await send({ newEventId: true })).meta.eventId).not.toBe(meta.eventId)
  })

  test('can have unknown members beside those of the API', async () => {
    const { copy } = await send({ unknowns: true })
    await verify(copy)
    expect(copy.body).toMatchObject(original.body)
    const added = (place: (body: Received['body']) => object) =>
      Object.keys(place(copy.body)).filter((name) => !(name in place(original.body)))
    expect(added((body) => body)).toHaveLength(1)
    expect(added((body) => body.meta.event)).toHaveLength(1)
    expect(added((body) => body.data)).toHaveLength(1)
    expect(added((body) => body.data.attributes).length).toBeGreaterThan(1)
    expect(added((body) => body.data.relationships)).toHaveLength(1)
  })

  test('can have other attributes, which are signed', async () => {
    const { copy } = await send({ data: { status: 'teleported', note: { any: [1] } } })
    const expected = structuredClone(original.body)
    Object.assign(expected.data.attributes, { status: 'teleported', note: { any: [1] } })
    expect(await verify(copy)).toEqual(expected)
  })

  test('can have at most 4 KB of other attributes', async () => {
    const most = { note: 'x'.repeat(4096 - JSON.stringify({ note: '' }).length) }
    await send({ data: most })
    const { status, body } = await request({ data: { note: `${most.note}x` } })
    expect([status, body.errors[0].source]).toEqual([422, { pointer: 'data' }])
  })
})

test.each([
  [{ signature: 'invalid' }, 'signature'],
  [{ eventType: 'Order Shipped' }, 'eventType'],
  [{ eventType: 'order' }, 'eventType'],
  [{ newEventId: 'yes' }, 'newEventId'],
  [{ unknowns: 1 }, 'unknowns'],
  [{ data: ['status'] }, 'data'],
  [{ signatures: 'none' }, 'signatures'],
  [{ spelling: 'sloppy' }, 'spelling'],
  [{ headers: 'none' }, 'headers'],
  [{ signedSecondsAgo: -1 }, 'signedSecondsAgo'],
  [{ eventAgeSeconds: 31_536_001 }, 'eventAgeSeconds'],
])('%j is refused, and nothing is sent', async (body, pointer) => {
  const answer = await request(body)
  expect([answer.status, answer.body.errors[0].source]).toEqual([422, { pointer }])
  expect(receiver.received).toEqual([])
})
