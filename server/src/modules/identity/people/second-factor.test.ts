import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { whileLocked } from '../../../../test/locks.ts'
import { type Answer, market, PRODUCTION } from '../../../../test/market.ts'
import { asPerson } from '../../../../test/people.ts'
import {
  type Browser,
  browser,
  codeOf,
  data,
  demoUserId,
  joinWithSecondFactor,
  sessionCookieIn,
  signedIn,
  signIn,
} from '../../../../test/sessions.ts'
import { createSecrets } from '../../../platform/secrets/secrets.ts'

const shop = await market({ cleanUp: afterAll })
const { db } = shop.platform
const { user } = shop.credentials
const CURRENT = '/api/v1/sessions/current'
const FACTOR = '/api/v1/users/current/second-factor'
const verify = (page: Browser, code: string) =>
  page.send('POST', `${CURRENT}/-actions/verify-second-factor`, { body: data('sessions', { code }) })
const confirm = (page: Browser, code: string) =>
  page.send('POST', `${FACTOR}/-actions/confirm`, { body: data('second-factors', { code }) })
const statusOf = async (page: Browser) => (await page.send('GET', '/api/v1/me')).status
const stateOf = async (page: Browser) => (await page.send('GET', CURRENT)).body.data.attributes.state

const auditedActions = async () => {
  const userId = demoUserId('alder-wick')
  const entries = await db`
    select distinct action from identity.audit where user_id = ${userId} and by_user_id = ${userId}`
  return entries.map(({ action }) => action).sort()
}

/** Otherwise codes of the same or an earlier step would count as replayed. */
const forgetSteps = () => db`update identity.second_factors set last_step = 0`

const page = await signedIn(shop, 'alder-wick')
const other = await signedIn(shop, 'alder-wick')
const begun = await page.send('POST', FACTOR)
const { secret, uri } = begun.body.data.attributes

test('setting up starts with a secret, which has no effect before a code is confirmed', async () => {
  expect(begun.status).toBe(201)
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(uri).toMatch(/^otpauth:\/\/totp\/Tradehall:ines%40alderwick\.test\?.*issuer=Tradehall/)
  const [row] = await db`select secret_encrypted from identity.second_factors`
  expect(row?.secret_encrypted.toString()).not.toContain(secret)
  expect((await page.send('GET', FACTOR)).body.data.attributes).toMatchObject({
    isEnabled: false,
    secret: null,
  })
  const waiting = browser(shop)
  await signIn(waiting, user.email, user.password)
  expect(await stateOf(waiting)).toBe('active')
  const wrong = await confirm(page, '000000')
  expect([wrong.status, wrong.body.errors[0].code]).toEqual([422, 'wrong_code'])
})

test('a code of a replaced secret is refused', async () => {
  const tom = await signedIn(shop, 'northlight-ceramics')
  const first = (await tom.send('POST', FACTOR)).body.data.attributes.secret
  const other = shop.platform.secrets.encrypt(secret)
  const answer = await whileLocked(
    shop.databaseUrl,
    (tx) => tx`
      update identity.second_factors set secret_encrypted = ${other}
      where user_id = ${demoUserId('northlight-ceramics')}`,
    () => confirm(tom, codeOf(first)),
  )
  expect([answer.status, answer.body.errors[0].code]).toEqual([422, 'wrong_code'])
  expect((await tom.send('GET', FACTOR)).body.data.attributes.isEnabled).toBe(false)
})

test('a secret that no key opens is reported, and a recovery code is accepted', async () => {
  const secured = await joinWithSecondFactor(shop, { invitedBy: 'alder-wick', email: 'ida@alderwick.test' })
  const lost = createSecrets(Buffer.alloc(32, 9).toString('base64')).encrypt(secured.secret)
  await db`
    update identity.second_factors set secret_encrypted = ${lost}
    where user_id = (select id from identity.users where email = ${secured.email})`
  const waiting = browser(shop)
  await signIn(waiting, secured.email, secured.password)
  const refused = await verify(waiting, codeOf(secured.secret))
  expect([refused.status, refused.body.errors[0].detail]).toEqual([
    409,
    'The server cannot read the secret of the authenticator app any more. Use a recovery code, or ask an owner of the account or the operator to reset the second factor.',
  ])
  expect((await verify(waiting, secured.recoveryCodes[0] ?? '')).status).toBe(200)
})

describe('when it is enabled', () => {
  const before = page.cookie
  let enabled: Answer
  let codes: string[]
  beforeAll(async () => {
    // Puts the session into the cache.
    expect(await statusOf(other)).toBe(200)
    enabled = await confirm(page, codeOf(secret))
    codes = enabled.body.data.attributes.recoveryCodes
  })

  test('the session gets a new value, recovery codes are shown once, and other sessions must verify', async () => {
    expect(enabled.status).toBe(200)
    expect(codes).toHaveLength(10)
    expect(page.cookie).not.toBe(before)
    const old = browser(shop)
    old.cookie = before
    expect(await statusOf(old)).toBe(401)
    expect(await stateOf(page)).toBe('active')
    expect(await statusOf(other)).toBe(403)
    expect(await stateOf(other)).toBe('second-factor-required')
    const shown = (await page.send('GET', FACTOR)).body.data.attributes
    expect(shown).toMatchObject({ isEnabled: true, recoveryCodesLeft: 10, recoveryCodes: null, secret: null })
  })

  test('a session can only verify a code or sign out before it is verified', async () => {
    const waiting = browser(shop)
    const answer = await signIn(waiting, user.email, user.password)
    expect(answer.body.data.attributes.state).toBe('second-factor-required')
    for (const [method, url] of [
      ['GET', '/api/v1/me'],
      ['GET', '/api/v1/orders'],
      ['GET', '/api/v1/sessions'],
      ['GET', '/api/integrations/v1/applications'],
      ['DELETE', FACTOR],
      ['GET', '/api/testing/clock'],
    ] as const) {
      const refused = await waiting.send(method, url)
      expect([url, refused.status, refused.body.errors[0].code]).toEqual([url, 403, 'second_factor_required'])
    }
    const confirmed = await waiting.send('POST', `${CURRENT}/-actions/confirm-password`, {
      body: data('sessions', { password: user.password }),
    })
    expect(confirmed.status).toBe(403)
    expect((await waiting.send('DELETE', CURRENT)).status).toBe(204)
  })

  test('each code works once, in any session, and gives the session a new value', async () => {
    await forgetSteps()
    const [first, second] = [browser(shop), browser(shop)]
    for (const waiting of [first, second]) await signIn(waiting, user.email, user.password)
    const pending = first.cookie
    const code = codeOf(secret)
    expect((await verify(first, code)).status).toBe(200)
    expect(first.cookie).not.toBe(pending)
    const old = browser(shop)
    old.cookie = pending
    expect(await statusOf(old)).toBe(401)
    expect(await stateOf(first)).toBe('active')
    const replayed = await verify(second, code)
    expect([replayed.status, replayed.body.errors[0].code]).toEqual([422, 'wrong_code'])
    expect((await verify(second, codeOf(secret, -1))).status).toBe(422)
    expect((await verify(second, codeOf(secret, 1))).status).toBe(200)
    expect((await verify(second, codeOf(secret, 1))).status).toBe(409)
  })

  test('two requests with one code at the same time: one is accepted', async () => {
    await forgetSteps()
    const pages = [browser(shop), browser(shop)]
    for (const waiting of pages) await signIn(waiting, user.email, user.password)
    const code = codeOf(secret)
    const answers = await Promise.all(pages.map((waiting) => verify(waiting, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('two requests with one recovery code at the same time: one is accepted', async () => {
    const pages = [browser(shop), browser(shop)]
    for (const waiting of pages) await signIn(waiting, user.email, user.password)
    const code = codes.pop() ?? ''
    const answers = await Promise.all(pages.map((waiting) => verify(waiting, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('two renewals of the recovery codes at the same time leave ten of them', async () => {
    const renew = () => page.send('POST', `${FACTOR}/-actions/renew-recovery-codes`)
    const answers = await whileLocked(
      shop.databaseUrl,
      (tx) => tx`select from identity.second_factors for update`,
      () => Promise.all([renew(), renew()]),
      2,
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { recoveryCodesLeft } = (await page.send('GET', FACTOR)).body.data.attributes
    expect(recoveryCodesLeft).toBe(10)
    codes = (await renew()).body.data.attributes.recoveryCodes
  })

  test('each recovery code works once', async () => {
    const [code = ''] = codes
    const [first, second] = [browser(shop), browser(shop)]
    for (const waiting of [first, second]) await signIn(waiting, user.email, user.password)
    expect((await verify(first, code.toUpperCase().replace('-', ' '))).status).toBe(200)
    expect((await verify(second, code)).status).toBe(422)
    expect((await first.send('GET', FACTOR)).body.data.attributes.recoveryCodesLeft).toBe(9)
    const renewed = await first.send('POST', `${FACTOR}/-actions/renew-recovery-codes`)
    expect(renewed.body.data.attributes.recoveryCodes).toHaveLength(10)
    expect((await verify(second, codes[1] ?? '')).status).toBe(422)
  })

  test('HTTP Basic is refused, because it has no second factor', async () => {
    const answer = await shop.send('GET', '/api/integrations/v1/applications', {
      as: null,
      headers: asPerson(user),
    })
    expect(answer.status).toBe(403)
    expect((await page.send('GET', '/api/integrations/v1/applications')).status).toBe(200)
  })

  test('the audit has its changes, and every right and wrong code', async () => {
    expect(await auditedActions()).toEqual([
      'enable-second-factor',
      'fail-second-factor',
      'renew-recovery-codes',
      'sign-in',
      'sign-out',
      'use-recovery-code',
      'verify-second-factor',
    ])
  })

  test('it is kept by a reset of the sandbox, with its sessions', async () => {
    await forgetSteps()
    expect((await shop.send('POST', '/api/testing/reset')).status).toBe(200)
    expect(await stateOf(page)).toBe('active')
    const waiting = browser(shop)
    await signIn(waiting, user.email, user.password)
    expect((await verify(waiting, codeOf(secret))).status).toBe(200)
  })

  test('changes require the password again after ten minutes', async () => {
    const { id } = (await page.send('GET', CURRENT)).body.data
    const age = (minutes: number) =>
      db`update identity.sessions set password_confirmed_at = ${new Date(Date.now() - minutes * 60_000)} where id = ${id}`
    await age(9.9)
    expect((await page.send('POST', `${FACTOR}/-actions/renew-recovery-codes`)).status).toBe(200)
    await age(10.1)
    const refused = await page.send('DELETE', FACTOR)
    expect([refused.status, refused.body.errors[0].code]).toEqual([403, 'password_confirmation_required'])
    const give = (password: string) =>
      page.send('POST', `${CURRENT}/-actions/confirm-password`, { body: data('sessions', { password }) })
    const wrong = await give('not the password')
    expect([wrong.status, wrong.body.errors[0].code]).toEqual([422, 'wrong_password'])
    expect((await give(user.password)).body.data.attributes.passwordConfirmedUntil).not.toBeNull()
    expect((await page.send('DELETE', FACTOR)).status).toBe(204)
    expect(await auditedActions()).toEqual([
      'confirm-password',
      'disable-second-factor',
      'fail-password',
      'renew-recovery-codes',
      'sign-in',
      'verify-second-factor',
    ])
    const waiting = browser(shop)
    await signIn(waiting, user.email, user.password)
    expect(await stateOf(waiting)).toBe('active')
  })
})

test('operators of a production server must set up a second factor, and cannot remove it', async () => {
  const live = await market({ env: PRODUCTION, databaseUrl: shop.databaseUrl })
  const { email, password } = live.credentials.operator
  const page = browser(live)
  const https = {
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'market.test',
    origin: 'https://market.test',
  }
  const send = (method: string, url: string, body?: unknown) =>
    page.send(method, url, { body, headers: https })
  const signed = await send('POST', '/api/v1/sessions', data('sessions', { email, password }))
  expect([signed.status, signed.text.slice(0, 200)]).toEqual([201, expect.any(String)])
  expect(sessionCookieIn(signed)).toMatch(
    /^__Host-tradehall=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
  )
  expect(signed.body.data.attributes.state).toBe('second-factor-setup-required')
  const refused = await send('GET', '/api/operator/v1/brands')
  expect([refused.status, refused.body.errors[0].code]).toEqual([403, 'second_factor_setup_required'])
  const { secret } = (await send('POST', FACTOR)).body.data.attributes
  const body = data('second-factors', { code: codeOf(secret) })
  expect((await send('POST', `${FACTOR}/-actions/confirm`, body)).status).toBe(200)
  expect((await send('GET', '/api/operator/v1/brands')).status).toBe(200)
  expect((await send('DELETE', FACTOR)).status).toBe(409)
  const brand = browser(live)
  const ofBrand = await brand.send('POST', '/api/v1/sessions', {
    body: data('sessions', live.credentials.user),
    headers: https,
  })
  expect(ofBrand.body.data.attributes).toMatchObject({
    state: 'active',
    secondFactor: { isEnabled: false, isRequired: false },
  })
  const basic = await live.send('GET', '/api/integrations/v1/applications', {
    as: null,
    headers: { ...asPerson(live.credentials.user), 'x-forwarded-proto': 'https' },
  })
  expect(basic.status).toBe(401)
  expect((await send('GET', '/api/testing/demo-users')).status).toBe(404)
  const audit = await db`
    select action from identity.audit where user_id = ${demoUserId('operator')} and acted_by = 'operator' order by id`
  expect(audit.map(({ action }) => action)).toEqual(['sign-in', 'enable-second-factor'])
})

describe('an owner resets the second factor of a user who has lost it', async () => {
  const here = await market({ cleanUp: afterAll })
  const owner = await signedIn(here, 'alder-wick')
  const mara = await joinWithSecondFactor(here, { invitedBy: 'alder-wick', email: 'mara@alderwick.test' })
  const users = async () => (await owner.send('GET', '/api/v1/users')).body.data
  const found = async () =>
    (await users()).find(
      ({ attributes }: { attributes: { email: string } }) => attributes.email === mara.email,
    )
  const reset = (id: string, by: Browser = owner) =>
    by.send('POST', `/api/v1/users/${id}/-actions/reset-second-factor`)

  test('the sessions of the user end, the audit has an entry, and the password suffices', async () => {
    const { id } = await found()
    const page = browser(here)
    await signIn(page, mara.email, mara.password)
    expect(await stateOf(page)).toBe('second-factor-required')
    const answer = await reset(id)
    expect([answer.status, answer.body.data.attributes.hasSecondFactor]).toEqual([200, false])
    expect((await page.send('GET', CURRENT)).status).toBe(401)
    await signIn(page, mara.email, mara.password)
    expect(await stateOf(page)).toBe('active')
    const [entry] = (await owner.send('GET', `/api/v1/audit?filter[action]=reset-second-factor`)).body.data
    expect(entry.attributes).toMatchObject({ userId: id, byUserId: demoUserId('alder-wick') })
    expect((await reset(id)).status).toBe(409)
  })

  test('owners cannot reset their own; staff, operators and other accounts are refused', async () => {
    const { id } = await found()
    expect((await reset(demoUserId('alder-wick'))).status).toBe(409)
    for (const key of ['alder-wick-staff', 'operator'] as const) {
      const refused = await reset(id, await signedIn(here, key))
      expect([refused.status, refused.body.errors[0].code]).toEqual([403, 'role_required'])
    }
    expect((await reset(id, await signedIn(here, 'northlight-ceramics'))).status).toBe(403)
  })
})
