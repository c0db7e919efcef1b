import { afterAll, afterEach, expect, test } from 'vitest'
import { addTestProducts } from '../../../../test/catalog.ts'
import { market } from '../../../../test/market.ts'
import { operatorOf } from '../../../../test/operator.ts'
import { moveOrderTo, placeOrder } from '../../../../test/orders.ts'
import { startReceiver } from '../../../../test/receiver.ts'
import { browser, data, linkTo, signedIn, signIn } from '../../../../test/sessions.ts'
import { untilEveryNodeKnows } from '../../../../test/time.ts'
import { subscribe } from '../../../../test/webhooks.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
// Fetched before the second node starts, which renews the client secrets.
await Promise.all((['brand', 'retailer', 'operator'] as const).map((who) => shop.tokenOf(who)))
/** A second node on the same database. */
const node = await market({
  cleanUp: afterAll,
  databaseUrl: shop.databaseUrl,
  env: { TRADEHALL_RATE_LIMIT: 'off' },
})
const operator = await signedIn(shop, 'operator')
const { brandId } = shop.credentials
const { retailerId } = shop.credentials.retailer
const { email, password } = node.credentials.user
const BRAND = `/api/operator/v1/brands/${brandId}`
const RETAILER = `/api/operator/v1/retailers/${retailerId}`

const suspend = (path = BRAND) =>
  operator.send('POST', `${path}/-actions/suspend`, {
    body: data(path === RETAILER ? 'retailers' : 'brands', { reason: 'Invoices are overdue.' }),
  })
const resume = (path = BRAND) => operator.send('POST', `${path}/-actions/resume`)

/** Uses the secrets that the second node has renewed. */
const askForToken = (who: 'brand' | 'retailer' = 'brand') => {
  const { clientId, clientSecret } = node.clientOf(who)
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  return shop.send('POST', '/oauth/token', {
    as: null,
    payload: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
}

afterEach(async () => {
  await Promise.all([resume(), resume(RETAILER)])
})

test('a suspended brand shows since when and why, the audit has the reason, and suspending again changes nothing', async () => {
  const answer = await suspend()
  expect(answer.status).toBe(200)
  const { attributes } = answer.body.data
  expect(attributes).toMatchObject({
    suspendedAt: expect.stringMatching(/^2026-03-02T/),
    suspendedReason: 'Invoices are overdue.',
  })
  await operator.send('POST', `${BRAND}/-actions/suspend`, { body: data('brands', { reason: 'Another.' }) })
  expect((await operator.send('GET', BRAND)).body.data.attributes).toEqual(attributes)
  await operator.send('POST', `${BRAND}/-actions/resume`, { body: data('brands', { reason: 'Paid.' }) })
  expect((await operator.send('GET', BRAND)).body.data.attributes).toMatchObject({
    suspendedAt: null,
    suspendedReason: null,
  })
  const log = await operator.send('GET', `/api/operator/v1/audit?filter[brandId]=${brandId}&page[limit]=2`)
  expect(log.body.data.map(({ attributes }: { attributes: object }) => attributes)).toMatchObject([
    { action: 'resume', detail: 'Paid.', subjectName: 'Alder & Wick', userId: null, actedBy: 'operator' },
    { action: 'suspend', detail: 'Invoices are overdue.', accountName: 'Alder & Wick', address: '127.0.0.1' },
  ])
})

test('a reason is required', async () => {
  const answer = await operator.send('POST', `${BRAND}/-actions/suspend`, { body: data('brands', {}) })
  expect([answer.status, answer.body.errors[0].source.pointer]).toEqual([422, 'data.attributes.reason'])
})

test('an unknown account is 404, and only operators suspend and resume', async () => {
  const unknown = BRAND.replace(brandId, retailerId)
  expect((await suspend(unknown)).status).toBe(404)
  expect((await resume(unknown)).status).toBe(404)
  const owner = await signedIn(shop, 'alder-wick')
  const other = await signedIn(shop, 'northlight-ceramics')
  for (const page of [owner, other]) {
    const body = data('brands', { reason: 'None.' })
    expect((await page.send('POST', `${BRAND}/-actions/suspend`, { body })).status).toBe(403)
    expect((await page.send('POST', `${BRAND}/-actions/resume`)).status).toBe(403)
  }
})

test('sessions and tokens end within a second on every node, and stay ended when the account is resumed', async () => {
  const page = await signedIn(shop, 'alder-wick')
  const there = browser(node)
  there.cookie = page.cookie
  const token = (await askForToken()).body.access_token
  const asked = () =>
    Promise.all([
      page.send('GET', '/api/v1/me'),
      there.send('GET', '/api/v1/me'),
      shop.send('GET', '/api/v1/me', { token }),
      node.send('GET', '/api/v1/me', { token }),
    ])
  expect((await asked()).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  await suspend()
  await untilEveryNodeKnows()
  const refused = await asked()
  expect(refused.map(({ status, body }) => [status, body.errors[0].code])).toEqual(
    Array(4).fill([403, 'account_suspended']),
  )
  expect(refused[0]?.body.errors[0].detail).toContain('suspended')
  await resume()
  await untilEveryNodeKnows()
  expect((await asked()).map(({ status }) => status)).toEqual([401, 401, 401, 401])
  expect((await signIn(browser(shop), email, password)).status).toBe(201)
  const renewed = await askForToken()
  expect((await shop.send('GET', '/api/v1/me', { token: renewed.body.access_token })).status).toBe(200)
})

test('a suspended account refuses passwords, tokens, HTTP Basic, password resets and invitations', async () => {
  const invited = 'late@alderwick.test'
  const attributes = { email: invited, firstName: 'Late', lastName: 'Comer' }
  await operator.send('POST', `${BRAND}/users`, { body: data('users', attributes) })
  const invitation = await linkTo(shop, invited)
  await browser(shop).send('POST', '/api/v1/password-resets', { body: data('password-resets', { email }) })
  const reset = await linkTo(shop, email)
  await suspend()
  const strong = 'four paper boats by the pier'
  const accept = () =>
    browser(shop).send('POST', '/api/v1/invitations/-actions/accept', {
      body: data('invitations', { token: invitation, password: strong }),
    })
  const basic = `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`
  const refused = [
    await signIn(browser(shop), email, password),
    await accept(),
    await browser(shop).send('POST', '/api/v1/invitations/-actions/read', {
      body: data('invitations', { token: invitation }),
    }),
    await browser(shop).send('POST', '/api/v1/password-resets/-actions/complete', {
      body: data('password-resets', { token: reset, password: strong }),
    }),
    await shop.send('GET', '/api/integrations/v1/applications', {
      as: null,
      headers: { authorization: basic },
    }),
  ]
  for (const { status, body, headers } of refused) {
    expect([status, body.errors[0].code]).toEqual([403, 'account_suspended'])
    expect(headers['set-cookie']).toBeUndefined()
  }
  // Without the right password, the response does not reveal the suspension.
  expect((await signIn(browser(shop), email, 'not the password')).status).toBe(401)
  const token = await askForToken()
  expect([token.status, token.body.error]).toEqual([400, 'unauthorized_client'])
  await resume()
  expect((await signIn(browser(shop), email, password)).status).toBe(201)
  expect((await accept()).status).toBe(201)
})

test('a suspended account gets no mail for a password reset, and the response is the same', async () => {
  await suspend()
  const mails = async () =>
    (await shop.platform.db`select from platform.mails where subject like 'Your new password%'`).length
  const before = await mails()
  const answer = await browser(shop).send('POST', '/api/v1/password-resets', {
    body: data('password-resets', { email }),
  })
  await shop.runJobs()
  expect([answer.status, await mails()]).toEqual([202, before])
})

test('other accounts are not affected', async () => {
  const other = await signedIn(shop, 'northlight-ceramics')
  await suspend()
  expect((await other.send('GET', '/api/v1/me')).status).toBe(200)
  expect((await shop.send('GET', '/api/v1/me', { as: 'retailer' })).status).toBe(200)
})

test.each([
  ['brand', BRAND, 'takes no new orders'],
  ['retailer', RETAILER, 'places no new orders'],
])('new orders with a suspended %s are refused, and existing ones go on', async (_kind, path, sentence) => {
  const order = await placeOrder(shop)
  await suspend(path)
  await expect(placeOrder(shop)).rejects.toThrow(sentence)
  const [product] = await addTestProducts(shop.platform, brandId, [{}])
  const lines = product.variants.map(({ id }) => ({ productVariantId: id, quantity: 1 }))
  const refused = await operatorOf(shop).create('/orders', 'orders', { brandId, retailerId, lines })
  expect([refused.status, refused.body.errors[0].detail]).toEqual([409, expect.stringContaining(sentence)])
  await expect(moveOrderTo(shop, order, 'brand_confirmed')).resolves.toMatchObject({
    status: 'brand_confirmed',
  })
  await resume(path)
  await expect(placeOrder(shop)).resolves.toMatchObject({ status: 'ankor_confirmed' })
})

test('events during a suspension are stored as deliveries, and sent when the brand is resumed', async () => {
  // Relays earlier events before there is a subscription.
  await shop.runJobs()
  const receiver = await startReceiver()
  const token = (await askForToken()).body.access_token
  const own = {
    ...shop,
    send: (method: string, url: string, options = {}) => shop.send(method, url, { token, ...options }),
  }
  await subscribe(own as typeof shop, { url: receiver.url, applicationId: node.credentials.applicationId })
  await placeOrder(shop)
  await suspend()
  await shop.runJobs()
  expect(receiver.received).toEqual([])
  const [waiting] = await shop.platform.db`
    select count(*)::int as count from webhooks.deliveries where brand_id = ${brandId} and state = 'waiting'`
  expect(waiting?.count).toBe(1)
  await resume()
  await shop.runJobs()
  expect(receiver.received).toHaveLength(1)
})
