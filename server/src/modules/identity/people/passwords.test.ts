import { describe, expect, test } from 'vitest'
import { whileLocked, whileUnwritable } from '../../../../test/locks.ts'
import { browser, data, linkTo, ORIGIN, signIn } from '../../../../test/sessions.ts'
import { sendPasswordReset } from './mail-links.ts'
import { openPeople, PASSWORD, statusOf } from './test-people.ts'

interface OpenApiOperation {
  operationId: string
  'x-tradehall-password-confirmation'?: true
}

const { shop, node, owner, invite, accept, act, member } = await openPeople()
const { db } = shop.platform

const requestReset = (email: string) =>
  browser(shop).send('POST', '/api/v1/password-resets', { body: data('password-resets', { email }) })
const resetMailsTo = (email: string) =>
  db`select id from platform.mails where recipient = ${email} and subject like 'Your new password%'`

describe('a password', () => {
  test('can be changed with the old one; other sessions end, and the current one gets a new value', async () => {
    const { email, page } = await member('staff')
    const elsewhere = browser(shop)
    await signIn(elsewhere, email, PASSWORD)
    const before = page.cookie
    const [there, mine] = [browser(node), browser(node)]
    there.cookie = elsewhere.cookie
    mine.cookie = before
    for (const each of [there, mine]) expect(await statusOf(each)).toBe(200)
    const change = (currentPassword: string, newPassword: string) =>
      page.send('POST', '/api/v1/users/current/-actions/change-password', {
        body: data('users', { currentPassword, newPassword }),
      })
    expect((await change('wrong password', 'another door, ajar')).body.errors[0]).toMatchObject({
      code: 'wrong_password',
      source: { pointer: 'data.attributes.currentPassword' },
    })
    expect((await change(PASSWORD, 'short')).body.errors[0].code).toBe('weak_password')
    expect((await change(PASSWORD, 'another door, ajar')).status).toBe(200)
    expect(page.cookie).not.toBe(before)
    expect(await statusOf(page)).toBe(200)
    expect(await statusOf(elsewhere)).toBe(401)
    for (const each of [there, mine]) await expect.poll(() => statusOf(each)).toBe(401)
    expect((await signIn(browser(shop), email, PASSWORD)).status).toBe(401)
    expect((await signIn(browser(shop), email, 'another door, ajar')).status).toBe(201)
  })

  test('can be reset by a link that works once, and the response does not reveal whether an address exists', async () => {
    const { id, email, page } = await member('staff')
    const there = browser(node)
    there.cookie = page.cookie
    expect(await statusOf(there)).toBe(200)
    const [known, unknown] = [await requestReset(email), await requestReset('nobody@alderwick.test')]
    expect([known.status, known.body]).toEqual([202, unknown.body])
    expect(unknown.status).toBe(202)
    await shop.runJobs()
    const token = await linkTo(shop, email)
    const body = data('password-resets', { token })
    const read = await browser(shop).send('POST', '/api/v1/password-resets/-actions/read', { body })
    expect(read.body.data.attributes.email).toBe(email)
    expect((Date.parse(read.body.data.attributes.expiresAt) - Date.now()) / 60_000).toBeLessThanOrEqual(60)
    const complete = (password: string) =>
      browser(shop).send('POST', '/api/v1/password-resets/-actions/complete', {
        body: data('password-resets', { token, password }),
      })
    expect((await accept(token, PASSWORD)).status).toBe(404)
    expect((await complete('short')).body.errors[0].code).toBe('weak_password')
    expect((await complete('another door, ajar')).status).toBe(201)
    expect((await complete('another door, ajar')).status).toBe(404)
    expect(await statusOf(page)).toBe(401)
    await expect.poll(() => statusOf(there)).toBe(401)
    expect((await signIn(browser(shop), email, 'another door, ajar')).status).toBe(201)
    const seen = await db`select action, acted_by from identity.audit where user_id = ${id} order by id`
    expect(seen.map(({ action, acted_by }) => `${action} by ${acted_by}`)).toEqual([
      'invite by brand',
      'accept-invitation by brand',
      'request-password-reset by nobody',
      'reset-password by brand',
      'sign-in by brand',
    ])
  })

  test('has at most three reset links at a time, also after concurrent requests', async () => {
    const { id, email } = await member('staff')
    const send = () => sendPasswordReset({ ...shop.platform, publicUrl: ORIGIN }, email)
    for (let n = 0; n < 2; n++) await send()
    await whileLocked(
      shop.databaseUrl,
      (tx) => tx`select from identity.users where id = ${id} for update`,
      () => Promise.all([send(), send()]),
      2,
    )
    expect(await resetMailsTo(email)).toHaveLength(3)
    await db`update identity.mail_links set expires_at = now() - interval '1 second' where user_id = ${id}`
    await send()
    expect(await resetMailsTo(email)).toHaveLength(4)
  })

  test('has a reset request that responds before the address is looked up', async () => {
    const { email } = await member('staff')
    const answer = await whileUnwritable(shop.databaseUrl, 'identity.mail_links', () => requestReset(email))
    expect(answer.status).toBe(202)
    expect(await resetMailsTo(email)).toEqual([])
    await shop.runJobs()
    expect(await resetMailsTo(email)).toHaveLength(1)
  })

  test('cannot be reset instead of accepting an invitation, which would outlive its seven days', async () => {
    const { id, attributes } = (await invite(owner, 'staff')).body.data
    await db`update identity.mail_links set expires_at = now() - interval '1 second' where user_id = ${id}`
    await requestReset(attributes.email)
    await shop.runJobs()
    expect(await resetMailsTo(attributes.email)).toEqual([])
  })

  test('of a suspended user cannot be reset', async () => {
    const { id, email } = await member('staff')
    await act(owner, id, 'suspend')
    await requestReset(email)
    await shop.runJobs()
    expect(await resetMailsTo(email)).toEqual([])
  })
})

test('only operations that change users, secrets and second factors require a recent password', async () => {
  const { body } = await shop.send('GET', '/openapi.json', { as: null })
  const operations = Object.values(body.paths as Record<string, Record<string, OpenApiOperation>>).flatMap(
    (path) => Object.values(path),
  )
  const marked = operations.filter((one) => one['x-tradehall-password-confirmation'])
  expect(marked.map(({ operationId }) => operationId).sort()).toEqual([
    'addPasskey',
    'beginPasskey',
    'beginSecondFactor',
    'changeRoleOfAccount',
    'changeSignInRules',
    'changeUserRole',
    'confirmSecondFactor',
    'createBrandApplication',
    'createBrandUser',
    'createOwnApplication',
    'createRetailerApplication',
    'createRetailerUser',
    'inviteUser',
    'inviteUserAgain',
    'inviteUserOfAccountAgain',
    'removePasskey',
    'removeSecondFactor',
    'removeUser',
    'removeUserOfAccount',
    'renewRecoveryCodes',
    'resetSecondFactor',
    'resetSecondFactorOfAccount',
    'resumeBrand',
    'resumeRetailer',
    'resumeUser',
    'resumeUserOfAccount',
    'revokeApplication',
    'revokeOwnApplication',
    'rotateApplicationSecret',
    'rotateOwnApplicationSecret',
    'rotateWebhookSigningSecret',
    'startSupportSession',
    'suspendBrand',
    'suspendRetailer',
    'suspendUser',
    'suspendUserOfAccount',
  ])
})
