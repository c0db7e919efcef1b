import { createHmac, randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, describe, expect, test } from 'vitest'
import { SPELLINGS } from '../../../../test/closed-addresses.ts'
import { market, PRODUCTION } from '../../../../test/market.ts'
import { placeOrder } from '../../../../test/orders.ts'
import { startReceiver } from '../../../../test/receiver.ts'
import {
  deliveriesOf,
  requestSubscription,
  SUBSCRIPTIONS,
  subscribe,
  subscriptionBody,
} from '../../../../test/webhooks.ts'

const HERE = 'http://127.0.0.1:39999'
const shop = await market({ cleanUp: afterAll })
const { applicationId } = shop.credentials
let count = 0
/** A new address for each subscription. */
const fresh = () => `${HERE}/${count++}`

describe('creating', () => {
  test('returns the URL under both names, and a signing secret of 40 characters', async () => {
    const url = fresh()
    const { status, body } = await requestSubscription(shop, {
      url,
      events: ['order.brand_created', 'order.shipped'],
    })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      type: 'webhook-subscriptions',
      attributes: {
        webhookUrl: url,
        url,
        events: ['order.brand_created', 'order.shipped'],
        signingSecret: expect.stringMatching(/^[A-Za-z0-9+/]{40}$/),
        pausedAt: null,
        disabledAt: null,
        failingSince: null,
      },
      relationships: { application: { data: { type: 'application', id: applicationId } } },
    })
  })

  test('accepts every documented spelling', async () => {
    const identifier = (type: string) => ({ type, id: applicationId })
    const bodies = [
      { type: 'webhook-subscription', relationships: { application: { data: identifier('application') } } },
      {
        type: 'webhook-subscriptions',
        relationships: { applications: { data: identifier('applications') } },
      },
      {
        type: 'webhook-subscriptions',
        relationships: { applications: { data: [identifier('applications')] } },
      },
    ]
    for (const data of bodies) {
      for (const name of ['url', 'webhookUrl']) {
        const attributes = { [name]: fresh(), events: ['order.received'] }
        const answer = await shop.send('POST', SUBSCRIPTIONS, { body: { data: { ...data, attributes } } })
        expect(answer.status, answer.text).toBe(201)
      }
    }
  })

  test('all twenty names are accepted, in any order', async () => {
    const listed = await shop.send('GET', `${SUBSCRIPTIONS}/events`)
    const names = listed.body.data.map(({ id }: { id: string }) => id)
    expect(names).toHaveLength(18)
    for (const { type } of listed.body.data) expect(type).toBe('webhook-subscriptions/events')
    const events = [...names, 'order.brand_confirmed', 'order.received'].toReversed()
    const { status, body } = await requestSubscription(shop, { url: fresh(), events })
    expect(status).toBe(201)
    expect(body.data.attributes.events).toEqual(events)
  })

  const broken: [string, (body: ReturnType<typeof subscriptionBody>) => object, string][] = [
    ['no events', ({ data }) => ({ ...data, attributes: { url: fresh() } }), 'data.attributes.events'],
    [
      'an empty list',
      ({ data }) => ({ ...data, attributes: { url: fresh(), events: [] } }),
      'data.attributes.events',
    ],
    [
      'an unknown event',
      ({ data }) => ({ ...data, attributes: { url: fresh(), events: ['order.shipped', 'order.lost'] } }),
      'data.attributes.events.1',
    ],
    [
      'an event twice',
      ({ data }) => ({ ...data, attributes: { url: fresh(), events: ['order.shipped', 'order.shipped'] } }),
      'data.attributes.events',
    ],
    [
      'no address',
      ({ data }) => ({ ...data, attributes: { events: ['order.shipped'] } }),
      'data.attributes.url',
    ],
    [
      'two addresses',
      ({ data }) => ({
        ...data,
        attributes: { url: fresh(), webhookUrl: fresh(), events: ['order.shipped'] },
      }),
      'data.attributes.url',
    ],
  ]
  test.each(broken)('%s is 422 with its pointer', async (_what, change, pointer) => {
    const body = { data: change(subscriptionBody(shop, { url: fresh() })) }
    const answer = await shop.send('POST', SUBSCRIPTIONS, { body })
    expect(answer.status, answer.text).toBe(422)
    expect(answer.body.errors[0].source).toEqual({ pointer })
  })

  test('without an application uses the application of the token', async () => {
    for (const relationships of [undefined, {}]) {
      const { data } = subscriptionBody(shop, { url: `http://127.0.0.1:3999/${randomUUID()}` })
      const answer = await shop.send('POST', SUBSCRIPTIONS, { body: { data: { ...data, relationships } } })
      expect(answer.status, answer.text).toBe(201)
      expect(answer.body.data.relationships.application.data.id).toBe(shop.credentials.applicationId)
    }
  })

  test('an unknown application is 404, that of another brand 403', async () => {
    const unknown = await requestSubscription(shop, { url: fresh(), applicationId: randomUUID() })
    expect(unknown.status).toBe(404)
    expect(unknown.body.errors[0].source).toEqual({ pointer: 'data.relationships.application' })
    const foreign = await requestSubscription(shop, { url: fresh() }, 'otherBrand')
    expect(foreign.status).toBe(403)
  })

  test('an application can have only one subscription with a URL', async () => {
    const url = fresh()
    const { id } = await subscribe(shop, { url })
    const again = await requestSubscription(shop, { url })
    expect(again.status).toBe(422)
    expect(again.body.errors[0]).toMatchObject({
      detail: expect.stringContaining(id),
      source: { pointer: 'data.attributes.url' },
    })
  })

  test('the same id again returns the stored subscription, and is refused to another brand', async () => {
    const id = randomUUID()
    const first = await requestSubscription(shop, { url: fresh(), id })
    const again = await requestSubscription(shop, { url: fresh(), id })
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.body.data).toEqual(first.body.data)
    const closed = await requestSubscription(shop, { url: 'https://10.0.0.1/', id })
    expect([closed.status, closed.body.data]).toEqual([200, first.body.data])
    const [other] = await shop.platform.db`
      select id from identity.applications where brand_id = ${shop.credentials.otherBrand.brandId}`
    const foreign = await requestSubscription(
      shop,
      { url: fresh(), id, applicationId: other?.id },
      'otherBrand',
    )
    expect(foreign.status).toBe(403)
  })

  test('each subscription has its own signing secret, which is not that of the application', async () => {
    const secrets = [await subscribe(shop, { url: fresh() }), await subscribe(shop, { url: fresh() })].map(
      ({ secret }) => secret,
    )
    expect(new Set([...secrets, shop.credentials.clientSecret]).size).toBe(3)
  })

  test('the secret is stored encrypted', async () => {
    const { id, secret } = await subscribe(shop, { url: fresh() })
    const [row] = await shop.platform.db`select secret_encrypted from webhooks.subscriptions where id = ${id}`
    expect(row?.secret_encrypted.includes(secret)).toBe(false)
    expect(shop.platform.secrets.decrypt(row?.secret_encrypted)).toBe(secret)
  })

  test('returns 403 to retailers', async () => {
    expect((await requestSubscription(shop, { url: fresh() }, 'retailer')).status).toBe(403)
  })
})

test('subscriptions are included in their application on request only', async () => {
  const { id, secret } = await subscribe(shop, { url: fresh() })
  const plain = await shop.send('GET', '/api/v1/applications')
  expect(plain.body.data[0]).not.toHaveProperty('relationships')
  const { body } = await shop.send('GET', '/api/v1/applications?include=webhookSubscriptions')
  const own = body.data.find((one: { id: string }) => one.id === applicationId)
  expect(own.relationships.webhookSubscriptions.data).toContainEqual({ type: 'webhook-subscriptions', id })
  expect(body.included.find((one: { id: string }) => one.id === id).attributes.signingSecret).toBe(secret)
  const other = await shop.send('GET', '/api/v1/applications?include=webhookSubscriptions', {
    as: 'otherBrand',
  })
  expect(other.body.included).toEqual([])
  const retailer = await shop.send('GET', '/api/v1/applications?include=webhookSubscriptions', {
    as: 'retailer',
  })
  expect(retailer.body.included).toEqual([])
})

describe('one subscription', () => {
  test('can be read alone and in the list, by its brand only', async () => {
    // Lists are newest first, and the clock of tests stands still.
    await shop.advance(1)
    const { id, path } = await subscribe(shop, { url: fresh() })
    const { body } = await shop.send('GET', `${path}?include=application`)
    expect(body.included[0]).toMatchObject({ type: 'application', id: applicationId })
    const list = await shop.send('GET', `${SUBSCRIPTIONS}?page[limit]=1`)
    expect(list.body.data.map((one: { id: string }) => one.id)).toEqual([id])
    expect((await shop.send('GET', path, { as: 'otherBrand' })).status).toBe(403)
    expect((await shop.send('GET', `${SUBSCRIPTIONS}/${randomUUID()}`)).status).toBe(404)
  })

  test('changes its address and events, and keeps its secret', async () => {
    const { id, path, secret } = await subscribe(shop, { url: fresh() })
    const url = fresh()
    const body = {
      data: { type: 'webhook-subscription', id, attributes: { url, events: ['order.brand_paid'] } },
    }
    const { status, body: changed } = await shop.send('PATCH', path, { body })
    expect(status).toBe(200)
    expect(changed.data.attributes).toMatchObject({
      url,
      webhookUrl: url,
      events: ['order.brand_paid'],
      signingSecret: secret,
    })
    const alone = { data: { attributes: { events: ['order.shipped'] } } }
    expect((await shop.send('PATCH', path, { body: alone })).body.data.attributes).toMatchObject({
      url,
      events: ['order.shipped'],
    })
    expect((await shop.send('PATCH', path, { body, as: 'otherBrand' })).status).toBe(403)
  })

  test('is removed together with its waiting deliveries, and the response has no body', async () => {
    const subscribed = await subscribe(shop, { url: fresh() })
    await shop.send('POST', `${subscribed.path}/-actions/pause`)
    await placeOrder(shop)
    await shop.runJobs()
    expect(await deliveriesOf(shop, subscribed)).toHaveLength(1)
    expect((await shop.send('DELETE', subscribed.path, { as: 'otherBrand' })).status).toBe(403)
    const gone = await shop.send('DELETE', subscribed.path)
    expect([gone.status, gone.text, gone.headers['content-type']]).toEqual([200, '', undefined])
    for (const method of ['GET', 'DELETE']) {
      expect((await shop.send(method, subscribed.path)).status).toBe(404)
    }
    const left = await shop.platform.db`
      select from webhooks.deliveries where subscription_id = ${subscribed.id} and state = 'waiting'`
    expect(left).toHaveLength(0)
  })

  test('is removed together with the attempts of its waiting deliveries', async () => {
    const receiver = await startReceiver(500)
    const subscribed = await subscribe(shop, { url: receiver.url })
    await placeOrder(shop)
    await shop.runJobs()
    const [{ id } = { id: '' }] = await deliveriesOf(shop, subscribed)
    const attempts = () => shop.platform.db`select from webhooks.attempts where delivery_id = ${id}`
    expect(await attempts()).toHaveLength(1)
    await shop.send('DELETE', subscribed.path)
    expect(await attempts()).toHaveLength(0)
  })
})

test('pausing keeps deliveries until the subscription is resumed', async () => {
  const receiver = await startReceiver()
  const subscribed = await subscribe(shop, { url: receiver.url })
  expect(
    (await shop.send('POST', `${subscribed.path}/-actions/pause`)).body.data.attributes.pausedAt,
  ).not.toBeNull()
  await placeOrder(shop)
  await shop.runJobs()
  expect(receiver.received).toEqual([])
  const resumed = await shop.send('POST', `${subscribed.path}/-actions/resume`)
  expect(resumed.body.data.attributes.pausedAt).toBeNull()
  await shop.runJobs()
  expect(receiver.received).toHaveLength(1)
})

test('subscriptions end with their application, and their waiting deliveries are not sent', async () => {
  const [user] = await shop.platform
    .db`select id from identity.users where brand_id = ${shop.credentials.brandId}`
  const made = await shop.send('POST', `/api/operator/v1/brands/${shop.credentials.brandId}/applications`, {
    as: 'operator',
    body: {
      data: {
        type: 'applications',
        attributes: { name: 'Short', developerEmail: 'dev@a.test', userId: user?.id },
      },
    },
  })
  const receiver = await startReceiver()
  const other = made.body.data.id
  const subscribed = await subscribe(shop, { url: receiver.url, applicationId: other })
  await placeOrder(shop)
  const revoke = await shop.send('POST', `/api/operator/v1/applications/${other}/-actions/revoke`, {
    as: 'operator',
  })
  expect(revoke.status).toBe(200)
  await shop.runJobs()
  expect(receiver.received).toEqual([])
  expect((await shop.send('GET', subscribed.path)).status).toBe(404)
  expect((await requestSubscription(shop, { url: fresh(), applicationId: other })).status).toBe(404)
})

test('production refuses every spelling of a forbidden address, in new and in changed subscriptions', async () => {
  const production = await market({
    env: PRODUCTION,
    outbound: {
      resolve: async (name) => (name === 'hooks.example' ? ['93.184.215.14'] : ['93.184.215.14', '10.0.0.1']),
    },
  })
  const headers = { 'x-forwarded-proto': 'https' }
  const token = await production.http.tokens.issue(applicationId)
  const create = (url: string) =>
    production.send('POST', SUBSCRIPTIONS, { token, headers, body: subscriptionBody(production, { url }) })
  const good = await create('https://hooks.example/')
  expect(good.status, good.text).toBe(201)
  const path = `${SUBSCRIPTIONS}/${good.body.data.id}`
  const more = [
    'https://inside.example/',
    'https://localhost/',
    'http://hooks.example/',
    'http://127.0.0.1:3000/',
  ]
  for (const url of [...SPELLINGS, ...more]) {
    const body = { data: { attributes: { url } } }
    for (const answer of [
      await create(url),
      await production.send('PATCH', path, { token, headers, body }),
    ]) {
      expect(answer.status, url).toBe(422)
      expect(answer.body.errors[0].source, url).toEqual({ pointer: 'data.attributes.url' })
    }
  }
})

describe('rotating the signing secret', () => {
  async function rotated(overlapSeconds?: number) {
    const receiver = await startReceiver()
    const subscribed = await subscribe(shop, { url: receiver.url, events: ['order.brand_created'] })
    const attributes = overlapSeconds === undefined ? {} : { overlapSeconds }
    const { status, body } = await shop.send('POST', `${subscribed.path}/-actions/rotate-secret`, {
      body: { data: { type: 'webhook-subscriptions', attributes } },
    })
    expect(status).toBe(200)
    const [old, recent] = [subscribed.secret, body.data.attributes.signingSecret as string]
    expect(recent).not.toBe(old)
    const next = async () => {
      await placeOrder(shop)
      await shop.runJobs()
      const received = receiver.received.at(-1)
      const signedBy = (secret: string) =>
        createHmac('sha256', secret)
          .update(received?.text ?? '')
          .digest('hex') === received?.headers.signature
      const accepts = (secret: string) => {
        try {
          new Webhook(secret).verify(received?.text ?? '', received?.headers ?? {})
          return true
        } catch {
          return false
        }
      }
      return { plain: [signedBy(old), signedBy(recent)], standard: [accepts(old), accepts(recent)] }
    }
    return { next }
  }

  test('both secrets are valid for a day, then only the new one', async () => {
    const { next } = await rotated()
    expect(await next()).toEqual({ plain: [true, false], standard: [true, true] })
    await shop.advance(86_401)
    expect(await next()).toEqual({ plain: [false, true], standard: [false, true] })
  })

  test('without an overlap the old secret is invalid at once', async () => {
    const { next } = await rotated(0)
    expect(await next()).toEqual({ plain: [false, true], standard: [false, true] })
  })
})
