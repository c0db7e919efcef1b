import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import { transition } from '../../../../test/order-requests.ts'
import { placeOrder } from '../../../../test/orders.ts'
import {
  type Browser,
  browser,
  data,
  demoUserId,
  signedIn,
  signIn,
  signInAsDemoUser,
} from '../../../../test/sessions.ts'
import { passHour, startSupport, supporting, supportPath } from '../../../../test/support.ts'
import { createOperator } from '../credentials/applications.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
await Promise.all([shop.tokenOf('brand'), shop.tokenOf('operator')])
/** A second node on the same database. */
const node = await market({ cleanUp: afterAll, databaseUrl: shop.databaseUrl })
const { db } = shop.platform
const { brandId, otherBrand } = shop.credentials
const CURRENT = '/api/v1/sessions/current'
const operatorId = demoUserId('operator')
const REASON = 'Labels are missing.'
const HOUR_MS = 3_600_000

const current = async (page: Browser) => (await page.send('GET', CURRENT)).body?.data
const statusOf = async (page: Browser) => (await page.send('GET', '/api/v1/me')).status
const errorOf = ({ status, body }: { status: number; body: { errors: { code: string }[] } }) => [
  status,
  body.errors[0]?.code,
]
const withCookie = (cookie: string | undefined, on = shop) => Object.assign(browser(on), { cookie })

describe('beginning', () => {
  test('gives the browser a session of the brand, with a new value and the same user', async () => {
    const page = await signedIn(shop, 'operator')
    const [own, ownCookie] = [await current(page), page.cookie]
    const answer = await startSupport(page, brandId, { reason: `  ${REASON} ` })
    expect(answer.status, answer.text).toBe(201)
    expect(page.cookie).not.toBe(ownCookie)
    const shown = await current(page)
    expect(shown).toEqual(answer.body.data)
    expect(shown.id).not.toBe(own.id)
    expect(shown.attributes).toMatchObject({
      state: 'active',
      role: 'staff',
      user: { id: operatorId },
      account: { kind: 'brand', id: brandId, name: 'Alder & Wick', imageUrl: expect.any(String) },
      support: { access: 'read-only', reason: REASON },
      passwordConfirmedUntil: null,
    })
    expect(shown.attributes.support.secondsLeft).toBeGreaterThan(3590)
    expect(shown.attributes.support.secondsLeft).toBeLessThanOrEqual(3600)
    expect(own.attributes.support).toBeNull()
    const brand = await page.send('GET', '/api/v1/brands/me')
    expect(brand.body.data.id).toBe(brandId)
  })

  test('needs a reason', async () => {
    const page = await signedIn(shop, 'operator')
    for (const attributes of [{}, { reason: '' }, { reason: ' \n ' }, { reason: 'x'.repeat(501) }]) {
      const { status, body } = await startSupport(page, brandId, attributes)
      expect(status).toBe(422)
      expect(body.errors[0].source.pointer).toContain('reason')
    }
    expect((await startSupport(page, brandId, { reason: REASON, access: 'all' })).status).toBe(422)
  })

  test('needs the password, an operator and a session', async () => {
    const page = await signedIn(shop, 'operator')
    await db`update identity.sessions set password_confirmed_at = now() - interval '11 minutes'`
    // What is not valid anyway costs nobody a password.
    expect((await startSupport(page, brandId, {})).status).toBe(422)
    expect(errorOf(await startSupport(page, brandId, { reason: REASON }))).toEqual([
      403,
      'password_confirmation_required',
    ])
    for (const key of ['alder-wick', 'harbour-lane'] as const) {
      const answer = await startSupport(await signedIn(shop, key), brandId, { reason: REASON })
      expect(errorOf(answer)).toEqual([403, 'role_required'])
    }
    const body = data('support-sessions', { reason: REASON })
    expect((await shop.send('POST', supportPath(brandId), { as: 'operator', body })).status).toBe(401)
  })

  test('requires an existing brand, and the own origin', async () => {
    const page = await signedIn(shop, 'operator')
    expect((await startSupport(page, randomUUID(), { reason: REASON })).status).toBe(404)
    const foreign = await page.send('POST', supportPath(brandId), {
      body: data('support-sessions', { reason: REASON }),
      headers: { origin: 'https://elsewhere.test' },
    })
    expect(errorOf(foreign)).toEqual([403, 'foreign_origin'])
  })

  test('again, as after a lost response, ends the previous support session', async () => {
    const page = await signedIn(shop, 'operator')
    const own = page.cookie
    await startSupport(page, brandId, { reason: REASON })
    const lost = withCookie(page.cookie)
    page.cookie = own
    const second = await startSupport(page, otherBrand.brandId, { reason: REASON })
    expect(second.status).toBe(201)
    expect(await statusOf(lost)).toBe(401)
    expect(await statusOf(page)).toBe(200)
    const children = await db`
      select from identity.sessions where parent_id = (select parent_id from identity.sessions where id = ${second.body.data.id})`
    expect(children).toHaveLength(1)
  })

  test('twice concurrently leaves one support session', async () => {
    const page = await signedIn(shop, 'operator')
    const own = await current(page)
    const tabs = [withCookie(page.cookie), withCookie(page.cookie)]
    const answers = await Promise.all(tabs.map((tab) => startSupport(tab, brandId, { reason: REASON })))
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(await db`select from identity.sessions where parent_id = ${own.id}`).toHaveLength(1)
    expect((await Promise.all(tabs.map(statusOf))).toSorted()).toEqual([200, 401])
  })

  test('that fails leaves nothing', async () => {
    const page = await signedIn(shop, 'operator')
    const own = await current(page)
    await db`alter table identity.audit add constraint refuse check (action <> 'begin-support-session') not valid`
    const answer = await startSupport(page, brandId, { reason: REASON })
    await db`alter table identity.audit drop constraint refuse`
    expect(answer.status).toBe(500)
    expect(await db`select from identity.sessions where parent_id = ${own.id}`).toEqual([])
    expect((await current(page)).id).toBe(own.id)
  })
})

describe('the end', () => {
  test('returns the browser to its own session, with a new value, and the old values are invalid', async () => {
    const page = await signedIn(shop, 'operator')
    const [own, ownCookie] = [await current(page), page.cookie]
    await startSupport(page, brandId, { reason: REASON })
    const supportCookie = page.cookie
    expect((await page.send('DELETE', CURRENT)).status).toBe(204)
    const back = await current(page)
    expect(back.id).toBe(own.id)
    expect(back.attributes).toMatchObject({ role: 'operator', account: { kind: 'operator' }, support: null })
    expect(new Set([page.cookie, ownCookie, supportCookie]).size).toBe(3)
    for (const cookie of [ownCookie, supportCookie]) expect(await statusOf(withCookie(cookie))).toBe(401)
  })

  test('can be requested by its id too, and other sessions cannot be ended', async () => {
    const other = await current(await signedIn(shop, 'operator'))
    const page = await supporting(shop, 'read-write')
    const { id } = await current(page)
    expect(errorOf(await page.send('DELETE', `/api/v1/sessions/${other.id}`))).toEqual([
      403,
      'support_session_refused',
    ])
    expect((await page.send('DELETE', `/api/v1/sessions/${id}`)).status).toBe(204)
    expect((await current(page)).attributes.account.kind).toBe('operator')
    // An outdated tab names the ended session, and must not sign the operator out.
    expect((await page.send('DELETE', `/api/v1/sessions/${id}`)).status).toBe(404)
    expect((await current(page)).attributes.account.kind).toBe('operator')
  })

  test('requested twice concurrently restores one session and does not sign the operator out', async () => {
    const page = await supporting(shop, 'read-only')
    const tabs = [withCookie(page.cookie), withCookie(page.cookie)]
    const answers = await Promise.all(tabs.map((tab) => tab.send('DELETE', CURRENT)))
    const cookies = answers.map(({ headers }) => headers['set-cookie']).filter(Boolean)
    expect(cookies).toHaveLength(1)
    expect(answers.every(({ status }) => status === 204 || status === 401)).toBe(true)
    const restored = tabs.find(({ cookie }) => cookie !== page.cookie)
    expect((await current(restored as Browser)).attributes.account.kind).toBe('operator')
  })

  test('that fails half-way changes nothing', async () => {
    const page = await supporting(shop, 'read-only')
    await db`alter table identity.audit add constraint refuse check (action <> 'end-support-session') not valid`
    const answer = await page.send('DELETE', CURRENT)
    await db`alter table identity.audit drop constraint refuse`
    expect(answer.status).toBe(500)
    expect(await statusOf(page)).toBe(200)
    expect((await page.send('DELETE', CURRENT)).status).toBe(204)
    expect((await current(page)).attributes.account.kind).toBe('operator')
  })

  test('comes after an hour, also with use, and the browser can return without a password', async () => {
    const page = await supporting(shop, 'read-write')
    expect(await statusOf(page)).toBe(200)
    const [{ started_at, ends_at } = {}] = await db`
      select started_at, ends_at from identity.support_sessions where id = ${(await current(page)).id}`
    expect(ends_at - started_at).toBe(HOUR_MS)
    await passHour(shop)
    expect(errorOf(await page.send('GET', '/api/v1/orders'))).toEqual([401, 'support_session_ended'])
    const shown = await current(page)
    expect(shown.attributes).toMatchObject({ state: 'support-ended', support: { secondsLeft: 0 } })
    expect((await page.send('DELETE', `/api/v1/sessions/${shown.id}`)).status).toBe(204)
    expect((await page.send('GET', '/api/operator/v1/brands')).status).toBe(200)
  })

  test('is not later than the end of the own session', async () => {
    const page = await signedIn(shop, 'operator')
    const { id } = await current(page)
    await db`update identity.sessions set expires_at = now() + interval '5 minutes' where id = ${id}`
    const { body } = await startSupport(page, brandId, { reason: REASON })
    expect(body.data.attributes.support.secondsLeft).toBeLessThanOrEqual(300)
  })

  test('follows when the own session is ended, expires or is replaced by another sign-in', async () => {
    const elsewhere = await signedIn(shop, 'operator')
    for (const end of [
      async (ownId: string) => elsewhere.send('DELETE', `/api/v1/sessions/${ownId}`),
      async (ownId: string) => {
        await db`update identity.sessions set expires_at = now() where id = ${ownId} or parent_id = ${ownId}`
        await shop.platform.signals.raise(db, 'sessions')
        await shop.platform.signals.refresh()
      },
      async (_ownId: string, page: Browser) => signInAsDemoUser(withCookie(page.cookie), 'alder-wick'),
    ]) {
      const page = await signedIn(shop, 'operator')
      const [own, ownCookie] = [await current(page), page.cookie]
      await startSupport(page, brandId, { reason: REASON })
      await end(own.id, page)
      expect(await statusOf(page)).toBe(401)
      expect(await statusOf(withCookie(ownCookie))).toBe(401)
      expect((await page.send('DELETE', CURRENT)).status).toBe(401)
    }
  })

  test('comes within a second on every node when the operator is suspended or changes the password', async () => {
    const boss = await createOperator(shop.platform, {
      email: 'boss@marketplace.test',
      firstName: 'Uma',
      lastName: 'Holt',
      currency: 'EUR',
      country: 'FR',
    })
    const bossPage = browser(shop)
    await signIn(bossPage, boss.email, boss.password)
    const elsewhere = await signedIn(shop, 'operator')
    const { email } = (await current(elsewhere)).attributes.user
    await db`
      update identity.users
      set password_hash = (select password_hash from identity.users where id = ${demoUserId('alder-wick')})
      where id = ${operatorId}`
    const changePassword = () =>
      elsewhere.send('POST', '/api/v1/users/current/-actions/change-password', {
        body: data('users', {
          currentPassword: node.credentials.user.password,
          newPassword: 'four paper boats by the pier',
        }),
      })
    const suspend = () => bossPage.send('POST', `/api/v1/users/${operatorId}/-actions/suspend`)
    for (const end of [changePassword, suspend]) {
      const page = await supporting(shop, 'read-write')
      const { id } = await current(page)
      const there = withCookie(page.cookie, node)
      expect(await statusOf(there)).toBe(200)
      const { status, text } = await end()
      expect(status, text).toBe(200)
      expect(await statusOf(page)).toBe(401)
      await expect.poll(() => statusOf(there)).toBe(401)
      const [record] = await db`select ended_at from identity.support_sessions where id = ${id}`
      expect(record?.ended_at, 'it is told at once').not.toBeNull()
    }
    expect((await signIn(browser(shop), email, 'four paper boats by the pier')).status).toBe(401)
    await bossPage.send('POST', `/api/v1/users/${operatorId}/-actions/resume`)
  })
})

test('secrets of webhooks are not shown', async () => {
  const owner = await signedIn(shop, 'alder-wick')
  const applications = await shop.send('GET', '/api/v1/applications')
  const created = await shop.send('POST', '/api/v1/webhook-subscriptions', {
    body: {
      data: {
        type: 'webhook-subscriptions',
        attributes: { webhookUrl: 'https://erp.alderwick.test/hooks', events: ['order.brand_accepted'] },
        relationships: { application: { data: { type: 'applications', id: applications.body.data[0].id } } },
      },
    },
  })
  expect(created.status, created.text).toBe(201)
  const path = `/api/v1/webhook-subscriptions/${created.body.data.id}`
  expect((await owner.send('GET', path)).body.data.attributes.signingSecret).toEqual(expect.any(String))
  const page = await supporting(shop, 'read-write')
  expect((await page.send('GET', path)).body.data.attributes.signingSecret).toBeNull()
})

test('the activity of a support session is that of the brand, with another id', async () => {
  const page = await signedIn(shop, 'operator')
  const before = (await page.send('GET', '/api/v1/activity')).body.data
  await startSupport(page, brandId, { reason: REASON })
  const during = (await page.send('GET', '/api/v1/activity')).body.data
  expect(before.id).toBe(operatorId)
  expect(during.id).toBe((await current(page)).id)
  expect(Object.keys(during.attributes.versions)).toContain('orders')
  expect(during.attributes.versions['support-sessions']).toBeUndefined()
  expect(before.attributes.versions['support-sessions']).toEqual(expect.any(String))
})

test('entity tags of one brand do not match those of another', async () => {
  const page = await signedIn(shop, 'operator')
  await startSupport(page, brandId, { reason: REASON })
  const one = await page.send('GET', '/api/v1/brands/me')
  await page.send('DELETE', CURRENT)
  await startSupport(page, otherBrand.brandId, { reason: REASON })
  const other = await page.send('GET', '/api/v1/brands/me', {
    headers: { 'if-none-match': String(one.headers.etag) },
  })
  expect(other.status).toBe(200)
  expect(other.body.data.id).toBe(otherBrand.brandId)
})

test('an order of another brand is refused, as for the brand itself', async () => {
  const page = await supporting(shop, 'read-write')
  const foreign = await placeOrder(shop, { brandId: otherBrand.brandId })
  expect((await page.send('GET', `/api/v1/orders/${foreign.id}`)).status).toBe(403)
  expect((await transition(shop, foreign.id, { type: 'brand-validates', attributes: {} })).status).toBe(403)
})
