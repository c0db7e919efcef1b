import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { market } from '../../../../test/market.ts'
import { type Browser, codeOf, data, signedIn } from '../../../../test/sessions.ts'
import { freezeTime } from '../../../../test/time.ts'

const shop = await market({ cleanUp: afterAll })
const { db } = shop.platform
const RULES = '/api/v1/sign-in-rules'
const HOUR_MS = 3_600_000
const change = (page: Browser, attributes: object) =>
  page.send('PATCH', RULES, { body: data('sign-in-rules', attributes) })
const ask = async (page: Browser) => {
  const { status, body } = await page.send('GET', '/api/v1/me')
  return [status, body?.errors?.[0]?.code]
}

beforeEach(async () => {
  await db`delete from identity.sign_in_rules`
  await db`delete from identity.second_factors`
})

test('an account has no rules at first, and lists who has no second factor', async () => {
  const owner = await signedIn(shop, 'alder-wick')
  const { attributes } = (await owner.send('GET', RULES)).body.data
  expect(attributes).toMatchObject({
    secondFactorFrom: null,
    longestSessionHours: null,
    longestIdleMinutes: null,
    mailsOwners: true,
    mailsCredentials: true,
    mailsSupport: true,
  })
  expect(attributes.unfulfilled.map(({ name }: { name: string }) => name)).toEqual([
    'Ines Okoye',
    'Mats Verhulst',
  ])
})

test('from the day on, users without a second factor can only set one up, and those of other accounts go on', async () => {
  const [owner, staff] = [await signedIn(shop, 'alder-wick'), await signedIn(shop, 'alder-wick-staff')]
  const tom = await signedIn(shop, 'northlight-ceramics')
  const thaw = freezeTime()
  const from = new Date(Date.now() + HOUR_MS)
  const answer = await change(owner, { secondFactorFrom: from.toISOString() })
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.any(String)])
  expect(await ask(staff)).toEqual([200, undefined])
  vi.setSystemTime(from.getTime() + 1000)
  for (const page of [owner, staff]) expect(await ask(page)).toEqual([403, 'second_factor_setup_required'])
  expect(await ask(tom)).toEqual([200, undefined])
  const factor = '/api/v1/users/current/second-factor'
  await db`update identity.sessions set password_confirmed_at = ${new Date()}`
  const { secret } = (await staff.send('POST', factor)).body.data.attributes
  thaw()
  const confirmed = await staff.send('POST', `${factor}/-actions/confirm`, {
    body: data('second-factors', { code: codeOf(secret) }),
  })
  expect(confirmed.status, confirmed.text).toBe(200)
  expect((await staff.send('GET', factor)).body.data.attributes.isRequired).toBe(false)
})

test('one who must have a second factor cannot remove it', async () => {
  const owner = await signedIn(shop, 'alder-wick')
  const factor = '/api/v1/users/current/second-factor'
  const { secret } = (await owner.send('POST', factor)).body.data.attributes
  await owner.send('POST', `${factor}/-actions/confirm`, {
    body: data('second-factors', { code: codeOf(secret) }),
  })
  await change(owner, { secondFactorFrom: '2020-01-01T00:00:00Z' })
  expect((await owner.send('GET', factor)).body.data.attributes.isRequired).toBe(true)
  expect((await owner.send('DELETE', factor)).status).toBe(409)
  expect((await owner.send('GET', RULES)).body.data.attributes.unfulfilled).toHaveLength(1)
})

test('sessions end after the longest time and the longest time without use, also those that have begun', async () => {
  const owner = await signedIn(shop, 'alder-wick')
  const [long, idle, fresh] = [
    await signedIn(shop, 'alder-wick-staff'),
    await signedIn(shop, 'alder-wick-staff'),
    await signedIn(shop, 'alder-wick-staff'),
  ]
  const idOf = async (page: Browser) => (await page.send('GET', '/api/v1/sessions/current')).body.data.id
  const before = new Date(Date.now() - 9 * HOUR_MS)
  await db`update identity.sessions set created_at = ${before} where id = ${await idOf(long)}`
  await db`update identity.sessions set last_seen_at = ${new Date(Date.now() - HOUR_MS)} where id = ${await idOf(idle)}`
  expect((await change(owner, { longestSessionHours: 8, longestIdleMinutes: 30 })).status).toBe(200)
  expect([await ask(long), await ask(idle), await ask(fresh)]).toEqual([
    [401, undefined],
    [401, undefined],
    [200, undefined],
  ])
  const { attributes } = (
    await (await signedIn(shop, 'alder-wick-staff')).send('GET', '/api/v1/sessions/current')
  ).body.data
  expect(Date.parse(attributes.expiresAt) - Date.parse(attributes.createdAt)).toBe(8 * HOUR_MS)
})

test('rules are changed by owners alone, within bounds, and what is left out stays', async () => {
  const owner = await signedIn(shop, 'alder-wick')
  await change(owner, { longestSessionHours: 8 })
  const { attributes } = (await change(owner, { mailsSupport: false })).body.data
  expect(attributes).toMatchObject({ longestSessionHours: 8, mailsSupport: false, mailsOwners: true })
  for (const wrong of [{ longestSessionHours: 0 }, { longestIdleMinutes: 1 }, { secondFactorFrom: 'soon' }])
    expect((await change(owner, wrong)).status).toBe(422)
  expect((await change(await signedIn(shop, 'alder-wick-staff'), { longestSessionHours: 1 })).status).toBe(
    403,
  )
  const tom = await signedIn(shop, 'northlight-ceramics')
  expect((await tom.send('GET', RULES)).body.data.attributes.longestSessionHours).toBeNull()
})
