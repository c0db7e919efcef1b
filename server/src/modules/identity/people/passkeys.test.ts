import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Authenticator, type Conduct } from '../../../../test/authenticator.ts'
import { market, PRODUCTION } from '../../../../test/market.ts'
import {
  type Browser,
  browser,
  codeOf,
  data,
  demoUserId,
  ORIGIN,
  signedIn,
  signIn,
} from '../../../../test/sessions.ts'
import { freezeTime } from '../../../../test/time.ts'
import { deleteUsedChallenges } from './challenges.ts'

const shop = await market({ cleanUp: afterAll })
const node = await market({ cleanUp: afterAll, databaseUrl: shop.databaseUrl })
const { db } = shop.platform
const { email, password } = node.credentials.user
const PASSKEYS = '/api/v1/users/current/passkeys'
const FACTOR = '/api/v1/users/current/second-factor'
const SESSIONS = '/api/v1/sessions'
const CURRENT = `${SESSIONS}/current`

const codeIn = ({ status, body }: { status: number; body: { errors?: { code?: string }[] } }) => [
  status,
  body?.errors?.[0]?.code,
]

/** Adds a passkey to the user of a page. */
async function add(page: Browser, device: Authenticator, conduct: Conduct = {}, name = 'Phone') {
  const { options } = (await page.send('POST', `${PASSKEYS}/-actions/begin`)).body.data.attributes
  const response = device.create(options, conduct)
  return await page.send('POST', PASSKEYS, { body: data('passkeys', { name, response }) })
}

const beginSignIn = async (page: Browser) =>
  (await page.send('POST', `${SESSIONS}/-actions/begin-passkey`)).body.data.attributes.options

const use = (page: Browser, response: object, action = '-actions/sign-in-with-passkey') =>
  page.send('POST', `${SESSIONS}/${action}`, { body: data('passkeys', { response }) })

const signInBy = async (page: Browser, device: Authenticator, conduct: Conduct = {}) =>
  await use(page, device.get(await beginSignIn(page), conduct))

const stateOf = async (page: Browser) => (await page.send('GET', CURRENT)).body.data?.attributes.state

beforeEach(async () => {
  for (const table of ['passkeys', 'second_factors', 'attempts'])
    await db.unsafe(`delete from identity.${table}`)
})

interface Told {
  action: string
  detail: string
}

describe('a passkey', () => {
  test('signs in without a password, in a browser that was never there, and is listed with its last use', async () => {
    const device = new Authenticator()
    const page = await signedIn(shop, 'alder-wick')
    const before = page.cookie
    const added = await add(page, device)
    expect([added.status, added.body.data?.attributes]).toEqual([
      201,
      expect.objectContaining({ name: 'Phone', host: 'localhost', lastUsedAt: null }),
    ])
    expect(added.body.data.attributes.recoveryCodes).toHaveLength(10)
    expect(page.cookie).not.toBe(before)
    expect(await stateOf(page)).toBe('active')
    const elsewhere = browser(node)
    const answer = await signInBy(elsewhere, device)
    expect([answer.status, answer.body.data?.attributes]).toEqual([
      201,
      expect.objectContaining({ state: 'active', user: expect.objectContaining({ email }) }),
    ])
    expect(elsewhere.devices.size).toBe(1)
    expect((await elsewhere.send('GET', '/api/v1/me')).status).toBe(200)
    const [listed] = (await page.send('GET', PASSKEYS)).body.data
    expect(listed.attributes).toMatchObject({ name: 'Phone', recoveryCodes: null })
    expect(Date.parse(listed.attributes.lastUsedAt)).toBeGreaterThan(Date.now() - 60_000)
    const actions = (await page.send('GET', '/api/v1/audit')).body.data.slice(0, 4)
    // Of two nodes at one time: which comes first is by chance.
    const told = actions.map(
      ({ attributes: { action, detail } }: { attributes: Told }) => `${action}: ${detail}`,
    )
    expect(told).toEqual(expect.arrayContaining(['add-passkey: Phone', 'sign-in: by the passkey Phone']))
  })

  test('is the second factor after a password, beside an authenticator app and recovery codes', async () => {
    const device = new Authenticator()
    const page = await signedIn(shop, 'alder-wick')
    const { recoveryCodes } = (await add(page, device)).body.data.attributes
    const waiting = browser(shop)
    await signIn(waiting, email, password)
    expect(await stateOf(waiting)).toBe('second-factor-required')
    expect((await signInBy(waiting, device)).status).toBe(201)
    expect(await stateOf(waiting)).toBe('active')
    const code = async (text: string) => {
      const other = browser(shop)
      await signIn(other, email, password)
      return await other.send('POST', `${CURRENT}/-actions/verify-second-factor`, {
        body: data('sessions', { code: text }),
      })
    }
    expect((await code(recoveryCodes[0])).status).toBe(200)
    // No app yet: whatever its code would be, it is wrong.
    const { secret } = (await page.send('POST', FACTOR)).body.data.attributes
    expect((await code(codeOf(secret))).status).toBe(422)
    const confirmed = await page.send('POST', `${FACTOR}/-actions/confirm`, {
      body: data('second-factors', { code: codeOf(secret) }),
    })
    expect(confirmed.body.data.attributes).toMatchObject({ isEnabled: true, hasApp: true })
    expect((await code(codeOf(secret, 1))).status).toBe(200)
    expect((await page.send('DELETE', FACTOR)).status).toBe(204)
    expect((await page.send('GET', FACTOR)).body.data.attributes).toMatchObject({
      isEnabled: true,
      hasApp: false,
    })
    expect((await code(codeOf(secret, 1))).status).toBe(422)
  })

  test('confirms critical changes instead of the password', async () => {
    const device = new Authenticator()
    const page = await signedIn(shop, 'alder-wick')
    await add(page, device)
    await db`update identity.sessions set password_confirmed_at = null`
    await shop.platform.signals.raise(db, 'sessions')
    await shop.platform.signals.refresh()
    expect(codeIn(await page.send('POST', `${PASSKEYS}/-actions/begin`))).toEqual([
      403,
      'password_confirmation_required',
    ])
    const confirm = async () =>
      await use(page, device.get(await beginSignIn(page)), 'current/-actions/confirm-with-passkey')
    expect((await confirm()).status).toBe(200)
    expect((await page.send('POST', `${PASSKEYS}/-actions/begin`)).status).toBe(200)
    // That of another user does not.
    const tom = await signedIn(shop, 'northlight-ceramics')
    const other = device.get(await beginSignIn(tom))
    expect(codeIn(await use(tom, other, 'current/-actions/confirm-with-passkey'))).toEqual([
      422,
      'passkey_refused',
    ])
  })

  test('is renamed and removed by its user alone, and the last one takes the second factor with it', async () => {
    const device = new Authenticator()
    const page = await signedIn(shop, 'alder-wick')
    const { id } = (await add(page, device)).body.data
    const second = (await add(page, device, {}, 'Key')).body.data
    expect(second.attributes.recoveryCodes).toBeNull()
    const tom = await signedIn(shop, 'northlight-ceramics')
    const path = `${PASSKEYS}/${id}`
    const rename = (who: Browser) => who.send('PATCH', path, { body: data('passkeys', { name: 'Tablet' }) })
    expect((await rename(tom)).status).toBe(404)
    expect((await tom.send('DELETE', path)).status).toBe(404)
    expect((await rename(page)).body.data.attributes.name).toBe('Tablet')
    expect((await page.send('DELETE', path)).status).toBe(204)
    expect((await page.send('GET', FACTOR)).body.data.attributes.isEnabled).toBe(true)
    expect((await page.send('DELETE', `${PASSKEYS}/${second.id}`)).status).toBe(204)
    expect((await page.send('GET', FACTOR)).body.data.attributes).toMatchObject({
      isEnabled: false,
      recoveryCodesLeft: 0,
    })
    expect((await signInBy(browser(shop), device)).status).toBe(401)
    const again = browser(shop)
    await signIn(again, email, password)
    expect(await stateOf(again)).toBe('active')
  })

  test('ends when the second factor is reset', async () => {
    const device = new Authenticator()
    await add(await signedIn(shop, 'alder-wick-staff'), device)
    const owner = await signedIn(shop, 'alder-wick')
    const id = demoUserId('alder-wick-staff')
    expect((await owner.send('POST', `/api/v1/users/${id}/-actions/reset-second-factor`)).status).toBe(200)
    expect((await signInBy(browser(shop), device)).status).toBe(401)
  })
})

describe('an answer is refused', () => {
  test('when it is replayed, also by two requests at once, and when its challenge is not of this server', async () => {
    const device = new Authenticator()
    const owner = await signedIn(shop, 'alder-wick')
    await add(owner, device)
    const page = browser(shop)
    const options = await beginSignIn(page)
    const response = device.get(options)
    const answers = await Promise.all([use(browser(shop), response), use(browser(node), response)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 401])
    expect((await use(page, response)).status).toBe(401)
    for (const challenge of ['', 'AAAA', Buffer.alloc(56).toString('base64url')])
      expect((await signInBy(page, device, { challenge })).status).toBe(401)
    // A challenge for something else.
    const begun = (await owner.send('POST', `${PASSKEYS}/-actions/begin`)).body.data.attributes.options
    expect((await signInBy(page, device, { challenge: begun.challenge })).status).toBe(401)
  })

  test('from another site, another host, a device that was not unlocked, or after five minutes', async () => {
    const device = new Authenticator()
    const page = await signedIn(shop, 'alder-wick')
    for (const conduct of [{ origin: 'https://evil.test' }, { host: 'evil.test' }, { isVerified: false }])
      expect(codeIn(await add(page, device, conduct))).toEqual([422, 'passkey_refused'])
    expect((await page.send('GET', PASSKEYS)).body.data).toEqual([])
    await add(page, device)
    for (const conduct of [
      { origin: 'https://evil.test' },
      { origin: `${ORIGIN}:9999` },
      { host: 'evil.test' },
      { isVerified: false },
    ])
      expect((await signInBy(browser(shop), device, conduct)).status).toBe(401)
    const late = device.get(await beginSignIn(page))
    const thaw = freezeTime()
    vi.setSystemTime(Date.now() + 5 * 60_000 + 1000)
    expect((await use(browser(shop), late)).status).toBe(401)
    thaw()
    expect((await signInBy(browser(shop), device)).status).toBe(201)
  })

  test('whatever is in it', async () => {
    const page = browser(shop)
    for (const response of [{}, { id: 'x' }, { id: 5 }, { id: 'x', response: { clientDataJSON: '%%%' } }])
      expect((await use(page, response)).status).toBe(401)
    const owner = await signedIn(shop, 'alder-wick')
    const body = data('passkeys', { name: 'Phone', response: { id: 'x', rawId: 'x', response: null } })
    expect(codeIn(await owner.send('POST', PASSKEYS, { body }))).toEqual([422, 'passkey_refused'])
  })

  test('of a user who is suspended', async () => {
    const device = new Authenticator()
    await add(await signedIn(shop, 'alder-wick-staff'), device)
    const owner = await signedIn(shop, 'alder-wick')
    const act = (action: string) =>
      owner.send('POST', `/api/v1/users/${demoUserId('alder-wick-staff')}/-actions/${action}`)
    expect((await act('suspend')).status).toBe(200)
    expect((await signInBy(browser(shop), device)).status).toBe(401)
    expect((await act('resume')).status).toBe(200)
    expect((await signInBy(browser(shop), device)).status).toBe(201)
  })
})

test('at an IP address passkeys are refused with the reason', async () => {
  const page = await signedIn(shop, 'alder-wick')
  const headers = { host: '127.0.0.1:8080', origin: 'http://127.0.0.1:8080' }
  for (const url of [`${PASSKEYS}/-actions/begin`, `${SESSIONS}/-actions/begin-passkey`]) {
    const answer = await page.send('POST', url, { headers })
    expect(codeIn(answer)).toEqual([409, 'passkeys_unavailable'])
    expect(answer.body.errors[0].detail).toContain('localhost')
  }
})

test('the host is that of the public URL, and a passkey is enough for operators of a production server', async () => {
  const publicUrl = 'https://market.test'
  const live = await market({
    env: { ...PRODUCTION, TRADEHALL_PUBLIC_URL: publicUrl },
    databaseUrl: shop.databaseUrl,
  })
  const https = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'market.test', origin: publicUrl }
  const page = browser(live)
  const send = (method: string, url: string, body?: unknown) =>
    page.send(method, url, { body, headers: https })
  await send('POST', SESSIONS, data('sessions', live.credentials.operator as never))
  const device = new Authenticator()
  const { options } = (await send('POST', `${PASSKEYS}/-actions/begin`)).body.data.attributes
  expect(options.rp.id).toBe('market.test')
  const response = device.create(options, { origin: publicUrl })
  const added = await send('POST', PASSKEYS, data('passkeys', { name: 'Key', response }))
  expect([added.status, added.text.slice(0, 200)]).toEqual([201, expect.any(String)])
  expect((await send('GET', '/api/operator/v1/brands')).status).toBe(200)
  expect((await send('DELETE', `${PASSKEYS}/${added.body.data.id}`)).status).toBe(409)
})

test('used challenges are deleted when they have ended', async () => {
  const device = new Authenticator()
  await add(await signedIn(shop, 'alder-wick'), device)
  await db`update identity.used_challenges set expires_at = now() - interval '1 second'`
  await signInBy(browser(shop), device)
  await deleteUsedChallenges(shop.platform)
  expect(await db`select from identity.used_challenges`).toHaveLength(1)
})
