import { afterAll, describe, expect, test, vi } from 'vitest'
import { whileUnwritable } from '../../../../test/locks.ts'
import { market } from '../../../../test/market.ts'
import { placeOrder } from '../../../../test/orders.ts'
import {
  type Browser,
  browser,
  data,
  demoUserId,
  ORIGIN,
  sessionCookieIn,
  signedIn,
  signIn,
  signInAsDemoUser,
} from '../../../../test/sessions.ts'
import { freezeTime, until, untilEveryNodeKnows } from '../../../../test/time.ts'

const shop = await market({ cleanUp: afterAll })
// Fetched before the second node starts, which renews the client secrets.
await Promise.all([shop.tokenOf('brand'), shop.tokenOf('otherBrand')])
/** A second node on the same database. */
const node = await market({ cleanUp: afterAll, databaseUrl: shop.databaseUrl })
const { db } = shop.platform
const { email, password } = node.credentials.user
const CURRENT = '/api/v1/sessions/current'
/** Calls an operation that reads the session from the cache, which the end of a session has to clear. */
const statusOf = async (page: Browser) => (await page.send('GET', '/api/v1/me')).status

describe('signing in', () => {
  test('sets a cookie that scripts cannot read, and the session acts for its account', async () => {
    const page = browser(shop)
    const answer = await signIn(page, email.toUpperCase(), password)
    expect(answer.status).toBe(201)
    expect(sessionCookieIn(answer)).toMatch(
      /^tradehall-[\da-f]{12}=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
    )
    expect(answer.body.data).toMatchObject({
      type: 'sessions',
      attributes: {
        state: 'active',
        isCurrent: true,
        role: 'owner',
        user: { id: demoUserId('alder-wick'), email, firstName: 'Ines' },
        account: {
          kind: 'brand',
          id: shop.credentials.brandId,
          name: 'Alder & Wick',
          imageUrl: 'https://cdn.tradehall.test/brands/alder-wick-squared.jpg',
        },
        secondFactor: { isEnabled: false, isRequired: false },
        passwordConfirmedUntil: expect.any(String),
      },
    })
    const me = await page.send('GET', '/api/v1/me')
    expect(me.body.data.email).toBe(email)
    const brand = await page.send('GET', '/api/v1/brands/me')
    expect(brand.body.data.id).toBe(shop.credentials.brandId)
    expect((await page.send('GET', CURRENT)).body.data.id).toBe(answer.body.data.id)
    const [row] = await db`select token_hash from identity.sessions where id = ${answer.body.data.id}`
    expect(row?.token_hash.toString('base64url')).not.toContain(page.cookie?.split('=')[1])
  })

  test('writes and locks nothing of which every node of a cluster has a copy', async () => {
    // The foreign key of a session locks the row of its user, on the coordinator alone.
    const state = async () => [
      await db`select xmin::text, xmax::text from identity.brands where id = ${shop.credentials.brandId}`,
      await db`select xmin::text from identity.users where lower(email) = ${email}`,
    ]
    const before = await state()
    expect((await signIn(browser(shop), email, password)).status).toBe(201)
    expect(await state()).toEqual(before)
    const [noted] = await db`
      select from identity.sign_ins join identity.users on users.id = user_id where lower(email) = ${email}`
    expect(noted).toBeDefined()
  })

  test('fails in the same way for a wrong password and for an unknown address', async () => {
    const wrong = await signIn(browser(shop, { address: '192.0.2.1' }), email, 'not the password')
    const unknown = await signIn(browser(shop, { address: '192.0.2.1' }), 'nobody@alderwick.test', password)
    expect(wrong.status).toBe(401)
    expect(wrong.body).toEqual(unknown.body)
    expect(wrong.headers['set-cookie']).toBeUndefined()
  })

  test('gives the session a new value, and a cookie that was planted before stays invalid', async () => {
    const page = await signedIn(shop, 'alder-wick')
    const [name = ''] = page.cookie?.split('=') ?? []
    const planted = `${name}=${'A'.repeat(43)}`
    page.cookie = planted
    expect(await statusOf(page)).toBe(401)
    await signIn(page, email, password)
    expect(page.cookie).not.toBe(planted)
    const attacker = browser(shop)
    attacker.cookie = planted
    expect(await statusOf(attacker)).toBe(401)
  })

  test('ends the previous session of the browser, also of another user, and no other session', async () => {
    const page = await signedIn(shop, 'alder-wick')
    const [elsewhere, old, there] = [await signedIn(shop, 'alder-wick'), browser(shop), browser(node)]
    old.cookie = page.cookie
    there.cookie = page.cookie
    const { id } = (await there.send('GET', CURRENT)).body.data
    for (const each of [old, there]) expect(await statusOf(each)).toBe(200)
    await signIn(page, email, 'not the password')
    await signIn(page, email, password, { origin: 'http://localhost:9999' })
    expect(await statusOf(page)).toBe(200)
    await signInAsDemoUser(page, 'northlight-ceramics')
    expect((await page.send('GET', CURRENT)).body.data.attributes.user.id).toBe(
      demoUserId('northlight-ceramics'),
    )
    expect(await statusOf(old)).toBe(401)
    await expect.poll(() => statusOf(there)).toBe(401)
    expect(await statusOf(elsewhere)).toBe(200)
    expect(await db`select from identity.sessions where id = ${id}`).toEqual([])
    const audit = await elsewhere.send('GET', `/api/v1/audit?filter[userId]=${demoUserId('alder-wick')}`)
    expect(audit.body.data[0].attributes).toMatchObject({
      action: 'sign-out',
      byUserId: demoUserId('alder-wick'),
    })
  })

  test('responds before the failure is recorded, so that the time does not reveal known addresses', async () => {
    const failures = async () =>
      (await db`select from identity.audit where action = 'fail-sign-in' and acted_by = 'nobody'`).length
    const before = await failures()
    const page = browser(shop, { address: '192.0.2.2' })
    const wrong = await whileUnwritable(shop.databaseUrl, 'identity.audit', () =>
      signIn(page, email, 'not the password'),
    )
    expect(wrong.status).toBe(401)
    await expect.poll(failures).toBe(before + 1)
  })

  test('refuses two cookies, one of which may be planted', async () => {
    const page = await signedIn(shop, 'alder-wick')
    page.cookie = `${page.cookie}; ${page.cookie?.split('=')[0]}=${'A'.repeat(43)}`
    expect(await statusOf(page)).toBe(401)
  })
})

describe('an access token', () => {
  test('takes precedence over the cookie', async () => {
    const page = await signedIn(shop, 'alder-wick')
    const authorization = `Bearer ${await shop.tokenOf('otherBrand')}`
    const brand = await page.send('GET', '/api/v1/brands/me', { headers: { authorization } })
    expect(brand.body.data.id).toBe(shop.credentials.otherBrand.brandId)
    const wrong = await page.send('GET', '/api/v1/brands/me', { headers: { authorization: 'Bearer x' } })
    expect(wrong.status).toBe(401)
  })

  test('cannot call operations that require a session', async () => {
    for (const url of [CURRENT, '/api/v1/sessions', '/api/v1/users', '/api/v1/users/current'])
      expect((await shop.send('GET', url)).status).toBe(401)
  })
})

describe('a write from another origin is refused', () => {
  const foreign: [string, Record<string, string | null>][] = [
    ['without an origin', { origin: null }],
    ['with a hidden origin', { origin: 'null' }],
    ['from another site', { origin: 'https://evil.test' }],
    ['from another port of this host', { origin: 'http://localhost:9999' }],
    ['with another scheme', { origin: 'https://localhost' }],
    ['with a path behind the origin', { origin: `${ORIGIN}/` }],
    ['to a foreign host that leads here', { origin: 'http://evil.test', host: 'evil.test' }],
    ['from a form', { origin: 'https://evil.test', 'content-type': 'text/plain' }],
  ]
  test.each(foreign)('%s', async (_what, headers) => {
    const page = await signedIn(shop, 'alder-wick')
    const body = data('email-verifications', { email: 'a@b.test' })
    const write = await page.send('POST', '/api/v1/email-verifications', { body, headers })
    const out = await page.send('DELETE', CURRENT, { headers })
    expect([write.status, out.status]).toEqual([403, 403])
    expect(write.body.errors[0].code).toBe('foreign_origin')
    const stranger = browser(shop)
    const attempt = await stranger.send('POST', '/api/v1/sessions', {
      body: data('sessions', { email, password }),
      headers: {
        ...headers,
        ...('content-type' in headers && { 'content-type': 'application/vnd.api+json' }),
      },
    })
    expect([attempt.status, stranger.cookie]).toEqual([403, undefined])
    expect(await statusOf(page)).toBe(200)
  })

  test('but reads, and writes of the own origin, are accepted', async () => {
    const page = await signedIn(shop, 'alder-wick')
    const read = await page.send('GET', CURRENT, { headers: { origin: 'https://evil.test' } })
    expect(read.status).toBe(200)
    expect(read.headers['access-control-allow-origin']).toBeUndefined()
    const headers = { host: '127.0.0.1:8080', origin: 'http://127.0.0.1:8080' }
    const body = data('email-verifications', { email: 'a@b.test' })
    expect((await page.send('POST', '/api/v1/email-verifications', { body, headers })).status).toBe(201)
  })
})

describe('the end of a session', () => {
  test('is final when the user signs out', async () => {
    const page = await signedIn(shop, 'alder-wick')
    const { cookie } = page
    expect(await statusOf(page)).toBe(200)
    const answer = await page.send('DELETE', CURRENT)
    expect(answer.status).toBe(204)
    expect(answer.headers['set-cookie']).toMatch(/=; Path=\/; Max-Age=0;/)
    page.cookie = cookie
    expect(await statusOf(page)).toBe(401)
  })

  test('can be requested for other sessions of the same user only', async () => {
    const page = await signedIn(shop, 'alder-wick')
    const lost = await signedIn(shop, 'alder-wick')
    const stranger = await signedIn(shop, 'northlight-ceramics')
    const { data: sessions } = (await page.send('GET', '/api/v1/sessions')).body
    const { data: foreign } = (await stranger.send('GET', CURRENT)).body
    expect(sessions.map(({ id }: { id: string }) => id)).not.toContain(foreign.id)
    const { id } = (await lost.send('GET', CURRENT)).body.data
    expect(await statusOf(lost)).toBe(200)
    expect((await page.send('DELETE', `/api/v1/sessions/${id}`)).status).toBe(204)
    expect(await statusOf(lost)).toBe(401)
    expect((await page.send('DELETE', `/api/v1/sessions/${id}`)).status).toBe(404)
    expect((await page.send('DELETE', `/api/v1/sessions/${foreign.id}`)).status).toBe(404)
    expect(await statusOf(stranger)).toBe(200)
  })

  test('reaches every node within a second', async () => {
    const page = await signedIn(shop, 'alder-wick')
    const there = browser(node)
    there.cookie = page.cookie
    expect(await statusOf(there)).toBe(200)
    await page.send('DELETE', CURRENT)
    await untilEveryNodeKnows()
    expect(await statusOf(there)).toBe(401)
  })

  test.each([
    ['90 days after signing in', { expires_at: new Date(0) }],
    ['30 days without use', { last_seen_at: new Date(Date.now() - 30 * 86_400_000 - 1000) }],
  ])('comes %s', async (_when, changes) => {
    const page = await signedIn(shop, 'alder-wick')
    await db`update identity.sessions set ${db(changes as never)} where user_id = ${demoUserId('alder-wick')}`
    expect(await statusOf(page)).toBe(401)
  })

  test('is postponed by use, also for a cached session', async () => {
    const page = await signedIn(shop, 'alder-wick')
    const hour = 3_600_000
    const lastSeen = new Date(Date.now() - 30 * 24 * hour + hour)
    await db`update identity.sessions set last_seen_at = ${lastSeen} where user_id = ${demoUserId('alder-wick')}`
    expect(await statusOf(page)).toBe(200)
    // No request waits until its use is noted.
    await until(async () => {
      const noted = await db`
        select 1 from identity.sessions where user_id = ${demoUserId('alder-wick')} and last_seen_at > ${lastSeen}`
      return noted.length > 0
    })
    freezeTime()
    vi.setSystemTime(Date.now() + 2 * hour)
    expect(await statusOf(page)).toBe(200)
  })

  test('comes 90 days after signing in, for operators 12 hours, in real time', async () => {
    const hours = async (key: 'alder-wick' | 'operator') => {
      const { attributes } = (await (await signedIn(shop, key)).send('GET', CURRENT)).body.data
      return (Date.parse(attributes.expiresAt) - Date.parse(attributes.createdAt)) / 3_600_000
    }
    expect([await hours('alder-wick'), await hours('operator')]).toEqual([90 * 24, 12])
    const page = await signedIn(shop, 'alder-wick')
    await shop.advance(100 * 86_400)
    expect(await statusOf(page)).toBe(200)
  })
})

test('each session has its own rate limit', async () => {
  const page = await signedIn(shop, 'alder-wick')
  const other = await signedIn(shop, 'alder-wick')
  const first = await page.send('GET', CURRENT)
  const second = await page.send('GET', CURRENT)
  expect(first.headers['x-ratelimit-limit']).toBe('600')
  expect(first.headers['x-ratelimit-remaining']).toBe('599')
  expect(second.headers['x-ratelimit-remaining']).toBe('598')
  expect((await other.send('GET', CURRENT)).headers['x-ratelimit-remaining']).toBe('599')
})

test('history, audit and request log name the user', async () => {
  const order = await placeOrder(shop)
  const page = await signedIn(shop, 'alder-wick')
  const userId = demoUserId('alder-wick')
  const body = { data: { type: 'orders', id: order.id } }
  const accepted = await page.send('POST', `/api/v1/orders/${order.id}/accept`, { body })
  expect([accepted.status, accepted.text.slice(0, 300)]).toEqual([200, expect.any(String)])
  const history = await page.send('GET', `/api/v1/orders/${order.id}/history`)
  const moves = history.body.data.map(({ attributes }: { attributes: object }) => attributes)
  expect(moves).toContainEqual(expect.objectContaining({ movedBy: 'brand', applicationId: null, userId }))
  const requests = await page.send('GET', '/api/testing/requests?page[limit]=50')
  expect(
    requests.body.data.filter(
      ({ attributes }: { attributes: { userId: string } }) => attributes.userId === userId,
    ).length,
  ).toBeGreaterThan(1)
  const audit = await page.send('GET', `/api/integrations/v1/audit?filter[userId]=${userId}`)
  expect(audit.body.data[0].attributes).toMatchObject({
    action: 'sign-in',
    userId,
    actedBy: 'brand',
    byUserId: userId,
  })
})

test('sessions of demo users survive a reset of the sandbox', async () => {
  const page = await signedIn(shop, 'alder-wick-staff')
  const before = (await page.send('GET', CURRENT)).body.data
  expect((await shop.send('POST', '/api/testing/reset')).status).toBe(200)
  expect((await page.send('GET', CURRENT)).body.data).toEqual(before)
})
