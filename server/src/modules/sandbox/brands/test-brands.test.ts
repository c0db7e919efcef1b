import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { pointersOf } from '../../../../test/answers.ts'
import { demoConfig } from '../../../../test/demo-config.ts'
import { entry, runOperation } from '../../../../test/integrations.ts'
import { askToken, type Market, market, type Who } from '../../../../test/market.ts'
import { transition } from '../../../../test/order-requests.ts'
import { confirm, pickupAt, quoteBy } from '../../../../test/quotes.ts'
import { startReceiver } from '../../../../test/receiver.ts'
import { orderOf } from '../../../../test/shipping.ts'
import { deliveriesOf, SUBSCRIPTIONS, subscribe } from '../../../../test/webhooks.ts'
import { modulesFor } from '../../../composition.ts'
import type { Ctx } from '../../../http/operation.ts'
import type { Module } from '../../../module.ts'
import { demoId } from '../../../platform/demo-id.ts'
import { resetDemo } from '../demo-data.ts'
import { createTestBrand, type TestBrand } from './test-brands.ts'

// The clock stands on Monday, 2 March 2026.
const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { db } = shop.platform
const BRANDS = '/api/testing/brands'

const request = (name: unknown, as: Who = 'brand', on = shop) =>
  on.send('POST', BRANDS, { as, body: { name } })

async function make(name = 'Tokens lesson', on = shop): Promise<TestBrand> {
  const { status, text, body } = await request(name, 'brand', on)
  expect(status, text).toBe(201)
  return { id: body.data.id, ...body.data.attributes }
}

async function tokenOf(client: TestBrand['examiner'], on = shop): Promise<string> {
  const answer = await askToken(on.http, client)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().access_token
}

/** The same market, with this application as the sender of requests. */
async function marketOf(client: TestBrand['examiner'], on = shop): Promise<Market> {
  const token = await tokenOf(client, on)
  return { ...on, send: (method, url, options) => on.send(method, url, { ...options, token }) }
}

const close = (id: string, options: { as?: Who; token?: string }) =>
  shop.send('POST', `${BRANDS}/${id}/-actions/close`, options)

describe('a test brand', () => {
  test.each<Who>(['brand', 'otherBrand', 'retailer', 'operator'])(
    'can be created with a token of the %s',
    async (as) => {
      const { status, headers, body } = await request('Orders lesson', as)
      expect(status).toBe(201)
      expect(headers['cache-control']).toContain('no-store')
      const client = {
        id: expect.any(String),
        clientId: expect.stringMatching(/^[\da-f]{24}$/),
        clientSecret: expect.stringMatching(/^[\w-]{43}$/),
      }
      expect(body.data).toMatchObject({
        type: 'test-brands',
        attributes: { name: 'Orders lesson', application: client, examiner: client },
      })
      const { application, examiner } = body.data.attributes
      expect(new Set([application.id, examiner.id, body.data.id]).size).toBe(3)
      expect(application.clientSecret).not.toBe(examiner.clientSecret)
    },
  )

  test.each([
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 7 }, 'name'],
    [{ name: 'x', currency: 'GBP' }, 'currency'],
  ])('refuses %j', async (body, pointer) => {
    const answer = await shop.send('POST', BRANDS, { body })
    expect(answer.status).toBe(422)
    expect(pointersOf(answer)).toEqual([pointer])
  })

  test('may have a name of 100 characters, and the same name as another brand', async () => {
    const name = 'x'.repeat(100)
    const [one, other] = [await make(name), await make(name)]
    expect(one.id).not.toBe(other.id)
  })

  test('is a brand in Belgium with an address to ship from and the numbers for other countries', async () => {
    const { id, application, examiner } = await make('Shipping lesson')
    const on = await marketOf(examiner)
    const me = await on.send('GET', '/api/v1/brands/me')
    expect(me.body.data).toMatchObject({ id, attributes: { name: 'Shipping lesson' } })
    const settings = await on.send('GET', `/api/v1/brands/shipping-settings/${id}`)
    expect(settings.body.data.attributes, settings.text).toMatchObject({
      shippingAddress: { street: 'Scheldekaai 7', postalCode: '2000', city: 'Antwerpen', countryCode: 'BE' },
      eoriNumber: expect.stringMatching(/\S/),
      lucidNumber: expect.stringMatching(/\S/),
    })
    const applications = await on.send('GET', '/api/v1/applications')
    const named = applications.body.data.map(({ id, attributes: { name } }: Named) => [id, name])
    expect(named.toSorted()).toEqual(
      [
        [application.id, 'Shipping lesson'],
        [examiner.id, 'Shipping lesson examiner'],
      ].toSorted(),
    )
  })

  test('has a user without a password', async () => {
    const { id } = await make()
    const users = await db`select role, password_hash from identity.users where brand_id = ${id}`
    expect([...users]).toEqual([{ role: 'owner', password_hash: null }])
  })

  test('is created completely or not at all', async () => {
    const failing: Module = {
      name: 'failing',
      schemas: [],
      equipTestBrand: async () => {
        throw new Error('out of paper')
      },
    }
    const count = async () => (await db`select from identity.brands`).length
    const before = await count()
    const actor = {
      applicationId: shop.credentials.applicationId,
      userId: demoId('user/alder-wick'),
      account: { kind: 'brand', brandId: shop.credentials.brandId },
      session: null,
    } as const
    const ctx = { ...shop.platform, actor } as unknown as Ctx
    await expect(createTestBrand(ctx, [failing], { name: 'Half' })).rejects.toThrow('out of paper')
    expect(await count()).toBe(before)
  })

  test('leaves no secret in the request log', async () => {
    const made = await request('Logged')
    const { application, examiner } = made.body.data.attributes
    const logged = await shop.send('GET', `/api/testing/requests/${made.headers['x-request-id']}`)
    const { responseBody } = logged.body.data.attributes
    expect(responseBody).toContain(application.clientId)
    for (const { clientSecret } of [application, examiner]) expect(responseBody).not.toContain(clientSecret)
  })
})

interface Named {
  id: string
  attributes: { name: string }
}

test('the two applications can create and ship an order, import a product and change its stock', async () => {
  const { application, examiner } = await make('Whole life')
  const [connector, other] = [await marketOf(application), await marketOf(examiner)]
  const receiver = await startReceiver()
  const subscription = await subscribe(other, {
    url: receiver.url,
    events: ['order.brand_accepted'],
    applicationId: application.id,
  })
  const seen = await connector.send('GET', `${SUBSCRIPTIONS}/${subscription.id}?include=application`)
  expect(seen.body.data.relationships.application.data.id).toBe(application.id)

  const made = await other.send('POST', '/api/testing/orders/create', { body: {} })
  expect(made.status, made.text).toBe(200)
  const { id } = made.body.data
  const accepted = await transition(connector, id, { type: 'brand-validates' })
  expect(accepted.status, accepted.text).toBe(200)
  const quote = await quoteBy(connector, id, 'marketplace')
  expect((await confirm(connector, quote.quoteUuid)).status).toBe(200)
  await shop.runJobs()
  expect((await orderOf(connector, id)).status).toBe('shipping_labels_generated')
  const labels = await connector.send('GET', `/api/v1/orders/${id}/shipping-labels/pdf`)
  expect(labels.status).toBe(200)
  const pickup = await connector.send('POST', `/api/v1/orders/${id}/ship/schedule-pickup`, {
    body: pickupAt('04-03-2026'),
  })
  expect(pickup.status, pickup.text).toBe(200)
  expect(await deliveriesOf(connector, subscription)).toMatchObject([{ attributes: { state: 'delivered' } }])

  const imported = await runOperation(connector, [entry('tealight')])
  expect(imported).toMatchObject({ status: 'succeeded', failedProductsCount: 0 })
  const variants = await connector.send('GET', '/api/v1/product-variants?filter[sku]=tealight-W')
  const [variant] = variants.body.data
  const stock = await connector.send('PATCH', `/api/v1/product-variants/${variant.id}/stock`, {
    body: {
      data: {
        type: 'productVariants',
        id: variant.id,
        attributes: { stockQuantity: 33, isAlwaysInStock: false },
      },
    },
  })
  expect(stock.status, stock.text).toBe(200)
  expect(stock.body.data.attributes).toMatchObject({ availableQuantity: 33 })
})

test('a test brand ships to retailers in other countries, as the demo brand does', async () => {
  const on = await marketOf((await make()).examiner)
  for (const key of ['kontor-neun', 'fox-and-ledger']) {
    const body = { retailerId: demoId(`retailer/${key}`) }
    const made = await on.send('POST', '/api/testing/orders/create', { body })
    const { id } = made.body.data
    await transition(on, id, { type: 'brand-validates' })
    expect(await quoteBy(on, id, 'marketplace')).toMatchObject({ carrierCode: 'marketplace' })
  }
})

describe('closing a test brand', () => {
  test.each(['application', 'examiner'] as const)(
    'can be requested by its %s, and ends the tokens of both',
    async (which) => {
      const brand = await make()
      const [token, otherToken] = [await tokenOf(brand.application), await tokenOf(brand.examiner)]
      const closed = await close(brand.id, { token: which === 'examiner' ? otherToken : token })
      expect(closed.status, closed.text).toBe(200)
      expect(closed.body).toEqual({ jsonapi: { version: '1.0' } })
      for (const ended of [token, otherToken])
        expect((await shop.send('GET', '/api/v1/me', { token: ended })).status).toBe(401)
      for (const client of [brand.application, brand.examiner])
        expect((await askToken(shop.http, client)).statusCode).toBe(401)
      const [row] =
        await db`select suspended_at, suspended_reason from identity.brands where id = ${brand.id}`
      expect(row).toMatchObject({
        suspended_at: expect.any(Date),
        suspended_reason: expect.stringMatching(/close/),
      })
    },
  )

  test('can be requested by the operator, also repeatedly', async () => {
    const brand = await make()
    for (let i = 0; i < 2; i++) expect((await close(brand.id, { as: 'operator' })).status).toBe(200)
    const audit = await shop.send('GET', `/api/operator/v1/audit?filter[brandId]=${brand.id}`, {
      as: 'operator',
    })
    const actions = audit.body.data.map(
      ({ attributes }: { attributes: { action: string } }) => attributes.action,
    )
    expect(actions.toSorted()).toEqual(['create', 'create', 'create', 'revoke', 'revoke', 'suspend'])
  })

  test('ends the subscriptions of its applications', async () => {
    const brand = await make()
    const on = await marketOf(brand.examiner)
    const receiver = await startReceiver()
    await subscribe(on, { url: receiver.url, applicationId: brand.application.id })
    await close(brand.id, { as: 'operator' })
    await shop.runJobs()
    expect(await db`select from webhooks.subscriptions where brand_id = ${brand.id}`).toHaveLength(0)
  })

  test('is forbidden to other accounts, and impossible for demo brands', async () => {
    const brand = await make()
    for (const as of ['brand', 'retailer'] as const) expect((await close(brand.id, { as })).status).toBe(403)
    const token = await tokenOf((await make()).examiner)
    expect((await close(brand.id, { token })).status).toBe(403)
    expect((await close(shop.credentials.brandId, {})).status).toBe(404)
    expect((await close(shop.credentials.brandId, { as: 'operator' })).status).toBe(404)
    expect((await close(randomUUID(), { as: 'operator' })).status).toBe(404)
    expect((await shop.send('GET', '/api/v1/me')).status).toBe(200)
    expect((await askToken(shop.http, brand.application)).statusCode).toBe(200)
  })

  test('succeeds for concurrent requests', async () => {
    const { id } = await make()
    const closed = await Promise.all(Array.from({ length: 6 }, () => close(id, { as: 'operator' })))
    expect(closed.map(({ status }) => status)).toEqual(Array(6).fill(200))
  })
})

test.each([
  ['a request', async (on: Market) => void (await on.send('POST', '/api/testing/reset'))],
  [
    'the command',
    async (on: Market) => void (await resetDemo(on.databaseUrl, modulesFor('sandbox'), demoConfig)),
  ],
])('a reset by %s removes test brands, open and closed', async (_by, reset) => {
  const on = await market()
  const [open, closed] = [await make('Open', on), await make('Closed', on)]
  await on.send('POST', `${BRANDS}/${closed.id}/-actions/close`, { as: 'operator' })
  await reset(on)
  await on.platform.signals.refresh()
  const brands = await on.platform.db`select name from identity.brands order by name`
  expect(brands.map(({ name }) => name)).toEqual(['Alder & Wick', 'Northlight Ceramics'])
  expect(await on.platform.db`select from sandbox.test_brands`).toHaveLength(0)
  expect((await askToken(on.http, open.application)).statusCode).toBe(401)
  const gone = await on.send('POST', `${BRANDS}/${open.id}/-actions/close`, { as: 'operator' })
  expect(gone.status).toBe(404)
})
