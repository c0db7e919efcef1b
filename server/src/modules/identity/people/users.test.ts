import { readFile } from 'node:fs/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { whileLocked, whileUnwritable } from '../../../../test/locks.ts'
import { type Answer, market } from '../../../../test/market.ts'
import {
  type Browser,
  browser,
  data,
  demoUserId,
  linkTo,
  ORIGIN,
  signedIn,
  signIn,
} from '../../../../test/sessions.ts'
import { sendPasswordReset } from './mail-links.ts'

interface OpenApiOperation {
  operationId: string
  'x-tradehall-password-confirmation'?: true
}

const shop = await market({ cleanUp: afterAll })
await Promise.all([shop.tokenOf('brand'), shop.tokenOf('retailer'), shop.tokenOf('operator')])
/** A second node on the same database. */
const node = await market({ cleanUp: afterAll, databaseUrl: shop.databaseUrl })
const { db } = shop.platform
const CURRENT = '/api/v1/sessions/current'
const PASSWORD = 'a door in the hedge'
/** Calls an operation that reads the session from the cache, which the end of a session has to clear. */
const statusOf = async (page: Browser) => (await page.send('GET', '/api/v1/me')).status
const owner = await signedIn(shop, 'alder-wick')
const staff = await signedIn(shop, 'alder-wick-staff')

let people = 0
const invite = (page: Browser, role: string, more: object = {}) =>
  page.send('POST', '/api/v1/users', {
    body: data('users', {
      email: `person${people++}@alderwick.test`,
      firstName: 'Lou',
      lastName: 'Marchand',
      role,
      ...more,
    }),
  })
const accept = (token: string, password: string, page = browser(shop)) =>
  page.send('POST', '/api/v1/invitations/-actions/accept', { body: data('invitations', { token, password }) })
const act = (page: Browser, id: string, action: string, body?: object) =>
  page.send('POST', `/api/v1/users/${id}/-actions/${action}`, { body })

/** A new user of the brand who has accepted the invitation, with the browser. */
async function member(role: 'owner' | 'staff') {
  const { id, attributes } = (await invite(owner, role)).body.data
  const page = browser(shop)
  await accept(await linkTo(shop, attributes.email), PASSWORD, page)
  return { id, email: attributes.email as string, page }
}

describe('an invitation', () => {
  test('is mailed, can be read and accepted once with a good password, and signs in', async () => {
    const invited = await invite(owner, 'staff')
    expect(invited.status).toBe(201)
    const { id, attributes } = invited.body.data
    expect(attributes).toMatchObject({ status: 'invited', role: 'staff', currency: 'EUR' })
    const token = await linkTo(shop, attributes.email)
    const [row] = await db`select token_hash from identity.mail_links where user_id = ${id}`
    expect(row?.token_hash.toString('base64url')).not.toContain(token)
    const read = await browser(shop).send('POST', '/api/v1/invitations/-actions/read', {
      body: data('invitations', { token }),
    })
    expect(read.body.data.attributes).toMatchObject({
      email: attributes.email,
      accountName: 'Alder & Wick',
      role: 'staff',
    })
    const seconds = (Date.parse(read.body.data.attributes.expiresAt) - Date.now()) / 1000
    expect(seconds).toBeGreaterThan(7 * 86_400 - 60)
    for (const weak of [
      'too short',
      'passwordpassword',
      'Password2026!!',
      '1qaz2wsx3edc',
      'aaaaaaaaaaaaaaaa',
    ]) {
      const refused = await accept(token, weak)
      expect([weak, refused.status, refused.body.errors[0].code]).toEqual([weak, 422, 'weak_password'])
    }
    const page = browser(shop)
    expect((await accept(token, PASSWORD, page)).status).toBe(201)
    expect((await page.send('GET', '/api/v1/users/current')).body.data.attributes.status).toBe('active')
    expect((await accept(token, PASSWORD)).status).toBe(404)
    expect((await signIn(browser(shop), attributes.email, PASSWORD)).status).toBe(201)
  })

  test('is accepted by only one of two concurrent requests', async () => {
    const { attributes } = (await invite(owner, 'staff')).body.data
    const token = await linkTo(shop, attributes.email)
    const answers = await Promise.all([accept(token, PASSWORD), accept(token, PASSWORD)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404])
  })

  test('expires, can be sent again, and ends with its user', async () => {
    const { id, attributes } = (await invite(owner, 'staff')).body.data
    const first = await linkTo(shop, attributes.email)
    await db`update identity.mail_links set expires_at = now() - interval '1 second' where user_id = ${id}`
    expect((await accept(first, PASSWORD)).status).toBe(404)
    expect((await act(owner, id, 'invite')).status).toBe(200)
    const second = await linkTo(shop, attributes.email)
    expect(second).not.toBe(first)
    expect((await owner.send('DELETE', `/api/v1/users/${id}`)).status).toBe(204)
    expect((await accept(second, PASSWORD)).status).toBe(404)
    expect((await invite(owner, 'staff', { email: attributes.email })).status).toBe(201)
  })

  test.each([
    ['an address that is taken', { email: 'TOM@northlight.test' }, 'email'],
    ['the role of an operator', { role: 'operator' }, 'role'],
    ['no name', { firstName: ' ' }, 'firstName'],
    ['a link in the name', { firstName: 'you have won: https://evil.test' }, 'firstName'],
    ['a line of its own in the name', { lastName: 'Marchand\n\nYou have won' }, 'lastName'],
    ['a link behind a line separator', { lastName: 'Marchand\u2028ftp://evil.test' }, 'lastName'],
    ['a control character in the name', { lastName: 'March\u009band' }, 'lastName'],
    ['a name that turns the text around', { firstName: 'Lou\u202e' }, 'firstName'],
  ])('cannot have %s', async (_what, more, field) => {
    const answer = await invite(owner, 'staff', more)
    expect([answer.status, answer.body.errors[0].source.pointer]).toEqual([422, `data.attributes.${field}`])
  })
})

describe('roles', () => {
  const forbidden: [string, string, object?][] = [
    ['GET', '/api/v1/users'],
    [
      'POST',
      '/api/v1/users',
      data('users', { email: 'a@b.test', firstName: 'A', lastName: 'B', role: 'staff' }),
    ],
    ['DELETE', `/api/v1/users/${demoUserId('alder-wick')}`],
    ['POST', `/api/v1/users/${demoUserId('alder-wick')}/-actions/suspend`],
    ['GET', '/api/integrations/v1/applications'],
    [
      'POST',
      '/api/integrations/v1/applications',
      data('applications', { name: 'A', developerEmail: 'a@b.test' }),
    ],
    ['GET', '/api/integrations/v1/audit'],
    ['POST', '/api/v1/webhook-subscriptions', data('webhook-subscriptions', {})],
    ['POST', `/api/v1/webhook-subscriptions/${demoUserId('operator')}/-actions/rotate-secret`],
  ]
  test.each(forbidden)('staff cannot %s %s', async (method, url, body) => {
    const refused = await staff.send(method, url, { body })
    expect([refused.status, refused.body.errors[0].code]).toEqual([403, 'role_required'])
    expect((await owner.send(method, url, { body })).status).not.toBe(403)
  })

  test('staff can do the daily work, and see no signing secret', async () => {
    const { credentials } = shop
    const body = {
      data: {
        type: 'webhook-subscriptions',
        attributes: { url: 'http://127.0.0.1:9009/hook', events: ['order.brand_created'] },
        relationships: { application: { data: { type: 'application', id: credentials.applicationId } } },
      },
    }
    const created = await owner.send('POST', '/api/v1/webhook-subscriptions', { body })
    expect([created.status, created.text.slice(0, 300)]).toEqual([201, expect.any(String)])
    expect(created.body.data.attributes.signingSecret).toEqual(expect.any(String))
    const { relationships: _, ...unnamed } = body.data
    const missing = await owner.send('POST', '/api/v1/webhook-subscriptions', { body: { data: unnamed } })
    expect(missing.status).toBe(422)
    const url = `/api/v1/webhook-subscriptions/${created.body.data.id}`
    const secrets = [
      (await staff.send('GET', url)).body.data.attributes,
      (await staff.send('GET', '/api/v1/webhook-subscriptions')).body.data[0].attributes,
      (await staff.send('GET', '/api/v1/applications?include=webhookSubscriptions')).body.included[0]
        .attributes,
      (await staff.send('POST', `${url}/-actions/pause`)).body.data.attributes,
    ].map(({ signingSecret }) => signingSecret)
    expect(secrets).toEqual([null, null, null, null])
    expect((await staff.send('POST', `${url}/-actions/resume`)).status).toBe(200)
    // 400 because of the missing body: the role is allowed.
    expect((await staff.send('POST', `${url}/deliveries/-actions/redeliver`)).status).toBe(400)
    expect((await staff.send('GET', '/api/v1/orders')).status).toBe(200)
    expect((await staff.send('GET', '/api/testing/webhook-events')).status).toBe(403)
  })

  test('a brand sees no data of another brand', async () => {
    const tom = await signedIn(shop, 'northlight-ceramics')
    const ids = (page: Browser) =>
      page.send('GET', '/api/v1/users').then(({ body }) => body.data.map(({ id }: { id: string }) => id))
    expect(await ids(tom)).toEqual([demoUserId('northlight-ceramics')])
    expect(await ids(owner)).not.toContain(demoUserId('northlight-ceramics'))
    const ines = demoUserId('alder-wick')
    expect((await tom.send('GET', `/api/v1/users/${ines}`)).status).toBe(403)
    for (const action of ['suspend', 'resume', 'invite'])
      expect((await act(tom, ines, action)).status).toBe(403)
    expect((await act(tom, ines, 'change-role', data('users', { role: 'staff' }))).status).toBe(403)
    expect((await tom.send('DELETE', `/api/v1/users/${ines}`)).status).toBe(403)
    const [mine, theirs] = await Promise.all([
      owner.send('GET', '/api/v1/orders?page[limit]=50'),
      tom.send('GET', '/api/v1/orders?page[limit]=50'),
    ])
    const known = new Set(mine.body.data.map(({ id }: { id: string }) => id))
    expect(theirs.body.data.length).toBeGreaterThan(0)
    for (const { id } of theirs.body.data) {
      expect(known).not.toContain(id)
      expect((await owner.send('GET', `/api/v1/orders/${id}`)).status).toBe(403)
    }
    const audit = await tom.send('GET', '/api/integrations/v1/audit')
    for (const { attributes } of audit.body.data)
      expect(attributes.brandId).toBe(shop.credentials.otherBrand.brandId)
    const verification = await owner.send('POST', '/api/v1/email-verifications', {
      body: data('email-verifications', { email: 'a@b.test' }),
    })
    const foreign = await tom.send('PATCH', `/api/v1/email-verifications/${verification.body.data.id}`, {
      body: data('email-verifications', { code: '000000' }),
    })
    expect(foreign.status).toBe(403)
  })

  test('the migration made users without a role owners of their account, or operators', async () => {
    const migration = await readFile(
      new URL('../../../../migrations/0064.do.users-and-sessions.sql', import.meta.url),
      'utf8',
    )
    const [update = ''] = /update identity\.users\nset role = [^;]+/.exec(migration) ?? []
    const roles = new Map<string, string>()
    const undone = db.begin(async (tx) => {
      await tx`alter table identity.users alter column role drop not null`
      await tx`update identity.users set role = null`
      await tx.unsafe(update)
      for (const { id, role } of await tx`select id, role from identity.users`) roles.set(id, role)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    const keys = ['alder-wick', 'alder-wick-staff', 'harbour-lane', 'operator'] as const
    expect(keys.map((key) => roles.get(demoUserId(key)))).toEqual(['owner', 'owner', 'owner', 'operator'])
  })

  test('a brand, a retailer and the operator have their own operations', async () => {
    const nadia = await signedIn(shop, 'harbour-lane')
    const sam = await signedIn(shop, 'operator')
    const statuses = (url: string) =>
      Promise.all([owner, nadia, sam].map(async (page) => (await page.send('GET', url)).status))
    expect(await statuses('/api/v1/orders')).toEqual([200, 403, 403])
    expect(await statuses('/api/retailer/v1/orders')).toEqual([403, 200, 403])
    expect(await statuses('/api/operator/v1/brands')).toEqual([403, 403, 200])
    expect(await statuses('/api/v1/users')).toEqual([200, 200, 200])
  })
})

describe('an action of an owner on a user', () => {
  test.each([
    ['change-role', data('users', { role: 'owner' })],
    ['suspend', undefined],
    ['remove', undefined],
  ])('%s ends the sessions of the user on every node within a second', async (action, body) => {
    const { id, page, email } = await member('staff')
    const there = browser(node)
    there.cookie = page.cookie
    const status = () => statusOf(there)
    expect(await status()).toBe(200)
    const answer =
      action === 'remove'
        ? await owner.send('DELETE', `/api/v1/users/${id}`)
        : await act(owner, id, action, body)
    expect(answer.status).toBeLessThan(300)
    await expect.poll(status, { timeout: 1000 }).toBe(401)
    expect(await statusOf(page)).toBe(401)
    const again = await signIn(browser(shop), email, PASSWORD)
    expect(again.status).toBe(action === 'change-role' ? 201 : 401)
    if (action === 'change-role') expect(again.body.data.attributes.role).toBe('owner')
    if (action === 'suspend') {
      expect((await act(owner, id, 'resume')).body.data.attributes.status).toBe('active')
      expect((await signIn(browser(shop), email, PASSWORD)).status).toBe(201)
    }
  })

  test('is refused on oneself, so that an owner always remains', async () => {
    const own = demoUserId('alder-wick')
    expect((await act(owner, own, 'suspend')).status).toBe(409)
    expect((await act(owner, own, 'change-role', data('users', { role: 'staff' }))).status).toBe(409)
    expect((await owner.send('DELETE', `/api/v1/users/${own}`)).status).toBe(409)
  })

  const deeds: [string, (page: Browser, id: string) => Promise<Answer>][] = [
    ['demote', (page, id) => act(page, id, 'change-role', data('users', { role: 'staff' }))],
    ['suspend', (page, id) => act(page, id, 'suspend')],
    ['remove', (page, id) => page.send('DELETE', `/api/v1/users/${id}`)],
  ]
  test.each(deeds)('leaves one owner if two owners %s each other', async (_what, deed) => {
    const [a, b] = [await member('owner'), await member('owner')]
    const answers = await whileLocked(
      shop.databaseUrl,
      (tx) => tx`select from identity.users where id in ${tx([a.id, b.id])} for update`,
      () => Promise.all([deed(a.page, b.id), deed(b.page, a.id)]),
      2,
    )
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
    const left = await db`
      select from identity.users
      where id in ${db([a.id, b.id])} and role = 'owner' and suspended_at is null and removed_at is null`
    expect(left).toHaveLength(1)
  })

  test.each([
    ['another password', { password_hash: 'x' }],
    ['the suspension', { suspended_at: new Date(0) }],
    ['the removal', { removed_at: new Date(0) }],
  ])('makes a concurrent sign-in fail: %s of the user', async (_what, changes) => {
    const { id, email, page } = await member('staff')
    await page.send('DELETE', CURRENT)
    const answer = await whileLocked(
      shop.databaseUrl,
      (tx) => tx`update identity.users set ${tx(changes as never)} where id = ${id}`,
      () => signIn(browser(shop), email, PASSWORD),
    )
    expect(answer.status).toBe(401)
    expect(await db`select from identity.sessions where user_id = ${id}`).toEqual([])
  })

  test('hands the applications of a removed user over to the owner who removes the user', async () => {
    const { id, page } = await member('owner')
    const created = await page.send('POST', '/api/integrations/v1/applications', {
      body: data('applications', { name: 'Till', developerEmail: 'dev@till.test' }),
    })
    expect(created.body.data.attributes.userId).toBe(id)
    await owner.send('DELETE', `/api/v1/users/${id}`)
    const listed = await owner.send('GET', '/api/integrations/v1/applications')
    const found = listed.body.data.find((one: { id: string }) => one.id === created.body.data.id)
    expect(found.attributes.userId).toBe(demoUserId('alder-wick'))
  })

  test('is in the audit, which shows owners only their own account', async () => {
    const nadia = await signedIn(shop, 'harbour-lane')
    const own = await nadia.send('GET', '/api/v1/audit')
    const [newest] = own.body.data
    expect(newest.attributes).toMatchObject({ action: 'sign-in', byUserId: demoUserId('harbour-lane') })
    const { retailerId } = newest.attributes
    expect(retailerId).not.toBeNull()
    for (const { attributes } of own.body.data)
      expect(attributes).toMatchObject({
        brandId: null,
        retailerId,
        actedBy: expect.stringMatching(/retailer|nobody/),
      })
    const [ofBrand, again] = [
      await owner.send('GET', '/api/v1/audit'),
      await owner.send('GET', '/api/integrations/v1/audit'),
    ]
    expect(ofBrand.body.data).toEqual(again.body.data)
    const foreign = await nadia.send('GET', `/api/v1/audit?page[after]=${ofBrand.body.data[0].id}`)
    expect(foreign.status).toBe(400)
    const sam = await signedIn(shop, 'operator')
    for (const page of [staff, sam]) {
      const refused = await page.send('GET', '/api/v1/audit')
      expect([refused.status, refused.body.errors[0].code]).toEqual([403, 'role_required'])
    }
    expect((await shop.send('GET', '/api/v1/audit', { as: 'retailer' })).status).toBe(401)
  })

  test('is in the audit with its author', async () => {
    const { id } = await member('staff')
    await act(owner, id, 'change-role', data('users', { role: 'owner' }))
    await act(owner, id, 'suspend')
    await act(owner, id, 'resume')
    await owner.send('DELETE', `/api/v1/users/${id}`)
    const audit = await owner.send('GET', `/api/integrations/v1/audit?filter[userId]=${id}`)
    const seen = audit.body.data.map(({ attributes }: { attributes: Record<string, string> }) => [
      attributes.action,
      attributes.detail,
      attributes.byUserId === id ? 'themselves' : attributes.byUserId,
    ])
    const ines = demoUserId('alder-wick')
    expect(seen).toEqual([
      ['remove', null, ines],
      ['resume', null, ines],
      ['suspend', null, ines],
      ['change-role', 'owner', ines],
      ['accept-invitation', null, 'themselves'],
      ['invite', 'staff', ines],
    ])
  })
})

const requestReset = (email: string) =>
  browser(shop).send('POST', '/api/v1/password-resets', { body: data('password-resets', { email }) })
const resetMailsTo = (email: string) =>
  db`select id from platform.mails where recipient = ${email} and subject like '%password%'`

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
    for (const each of [there, mine]) await expect.poll(() => statusOf(each), { timeout: 1000 }).toBe(401)
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
    await expect.poll(() => statusOf(there), { timeout: 1000 }).toBe(401)
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

describe('guessing passwords', () => {
  const { email, password } = node.credentials.user
  const guess = async (address: string, where = shop) =>
    (await signIn(browser(where, { address }), email, 'not the password')).status
  const forget = () => db`delete from identity.attempts`

  test('is slowed down for an account on all nodes together, and never locks the account', async () => {
    await forget()
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) statuses.push(await guess(`192.0.2.${n}`, n % 2 ? node : shop))
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    const page = browser(node, { address: '198.51.100.1' })
    const delayed = await signIn(page, email, password)
    expect([delayed.status, Number(delayed.headers['retry-after'])]).toEqual([429, 1])
    await db`update identity.attempts 
      set last_failed_at = now() - interval '31 seconds', failures = failures + 100 where failures >= 5`
    expect((await signIn(page, email, password)).status).toBe(201)
    expect(await guess('192.0.2.9')).toBe(401)
  })

  test('is counted for concurrent requests too', async () => {
    await forget()
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => guess(`192.0.2.${n}`)))
    expect(answers.filter((status) => status === 401)).toHaveLength(5)
  })

  test('does not delay the user at a network address from which the user is signed in', async () => {
    await forget()
    const home = '203.0.113.50'
    await signIn(browser(shop, { address: home }), email, password)
    for (let n = 0; n < 8; n++) await guess(`192.0.2.${n}`)
    expect(await guess('192.0.2.99')).toBe(429)
    expect((await signIn(browser(shop, { address: home }), email, password)).status).toBe(201)
  })

  test('is slowed down for a network address, for every account', async () => {
    await forget()
    await guess('2001:db8:1:2::1')
    await db`update identity.attempts set failures = 60, last_failed_at = now()`
    const other = signIn(browser(shop, { address: '2001:db8:1:2:ffff::9' }), 'tom@northlight.test', 'x')
    expect((await other).status).toBe(429)
    await forget()
  })

  test('from one address does not slow down another, also for IPv4 addresses mapped into IPv6', async () => {
    await forget()
    await guess('::ffff:192.0.2.1')
    await db`update identity.attempts set failures = 60, last_failed_at = now()`
    const from = (address: string) => signIn(browser(shop, { address }), 'tom@northlight.test', 'x')
    expect((await from('::ffff:192.0.2.1')).status).toBe(429)
    expect((await from('192.0.2.1')).status).toBe(429)
    expect((await from('::ffff:192.0.2.2')).status).toBe(401)
    await forget()
  })
})

test('actions of users on themselves are in the audit', async () => {
  const { id, email, page } = await member('staff')
  const elsewhere = browser(shop)
  await signIn(elsewhere, email, PASSWORD)
  const { id: other } = (await elsewhere.send('GET', CURRENT)).body.data
  await page.send('DELETE', `/api/v1/sessions/${other}`)
  await page.send('PATCH', '/api/v1/users/current', {
    body: data('users', { firstName: 'Lou', lastName: 'Martin' }),
  })
  for (const currentPassword of ['not the password', PASSWORD])
    await page.send('POST', '/api/v1/users/current/-actions/change-password', {
      body: data('users', { currentPassword, newPassword: 'another door, ajar' }),
    })
  await page.send('POST', `${CURRENT}/-actions/confirm-password`, {
    body: data('sessions', { password: 'another door, ajar' }),
  })
  await page.send('DELETE', CURRENT)
  const seen = await db`select action, by_user_id from identity.audit where user_id = ${id} order by id`
  expect(seen.map(({ action }) => action)).toEqual([
    'invite',
    'accept-invitation',
    'sign-in',
    'end-session',
    'rename',
    'fail-password',
    'change-password',
    'confirm-password',
    'sign-out',
  ])
  expect(new Set(seen.slice(1).map(({ by_user_id }) => by_user_id))).toEqual(new Set([id]))
})

test('only operations that change users, secrets and second factors require a recent password', async () => {
  const { body } = await shop.send('GET', '/openapi.json', { as: null })
  const operations = Object.values(body.paths as Record<string, Record<string, OpenApiOperation>>).flatMap(
    (path) => Object.values(path),
  )
  const marked = operations.filter((one) => one['x-tradehall-password-confirmation'])
  expect(marked.map(({ operationId }) => operationId).sort()).toEqual([
    'beginSecondFactor',
    'changeRoleOfAccount',
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

describe('changing the own name', () => {
  const read = async () => (await staff.send('GET', '/api/v1/users/current')).body.data.attributes
  const rename = (attributes: object) =>
    staff.send('PATCH', '/api/v1/users/current', { body: data('users', attributes) })

  test.each([
    ['Matthias', 'Verhulst'],
    ['María-José', "O'Neill: née Ng"],
    ['יוסף', 'Ó Súilleabháin'],
  ])('works with %s %s, and with the other attributes as they were read', async (firstName, lastName) => {
    const renamed = await rename({ ...(await read()), firstName, lastName })
    expect([renamed.status, renamed.body.data.attributes]).toMatchObject([200, { firstName, lastName }])
  })

  test('refuses changes of all other attributes together', async () => {
    const before = await read()
    const names = { firstName: 'Another', lastName: 'Name' }
    const others = { email: 'another@alderwick.test', currency: 'GBP', country: 'GB' }
    const state = { role: 'owner', status: 'suspended', hasSecondFactor: true }
    const { status, body } = await rename({ ...names, ...others, ...state })
    const pointers = body.errors.map(({ source }: { source: { pointer: string } }) => source.pointer)
    const named = Object.keys({ ...others, ...state }).map((name) => `data.attributes.${name}`)
    expect([status, pointers]).toEqual([422, named])
    expect(body.errors[0].detail).toContain(`email stays ${before.email}`)
    expect(await read()).toEqual(before)
  })

  test('refuses a link as name', async () => {
    const { status, body } = await rename({ firstName: 'https://evil.test', lastName: 'Name' })
    expect([status, body.errors[0].source]).toEqual([422, { pointer: 'data.attributes.firstName' }])
  })
})

describe('demo users', () => {
  test('are listed, and sign in with one click, on the loopback interface only', async () => {
    const listed = await browser(shop).send('GET', '/api/testing/demo-users')
    const seen = listed.body.data.map(({ attributes }: { attributes: Record<string, string> }) => [
      attributes.firstName,
      attributes.role,
      attributes.accountName,
    ])
    expect(seen.map(([name]: string[]) => name)).toEqual(['Ines', 'Tom', 'Nadia', 'Sam', expect.any(String)])
    expect(seen[3]).toEqual(['Sam', 'operator', 'Operator'])
    const rebound = await browser(shop).send('GET', '/api/testing/demo-users', {
      headers: { host: 'evil.test' },
    })
    expect(rebound.status).toBe(404)
    const signIn = `/api/testing/demo-users/${demoUserId('operator')}/-actions/sign-in`
    const headers = { host: 'evil.test', origin: 'http://evil.test' }
    expect((await browser(shop).send('POST', signIn, { headers })).status).toBe(404)
    expect(
      (await browser(shop).send('POST', signIn, { headers: { origin: 'http://localhost:9' } })).status,
    ).toBe(403)
    const proxied = await market({
      env: { TRADEHALL_TRUST_PROXY: '127.0.0.1' },
      databaseUrl: shop.databaseUrl,
    })
    const https = { 'x-forwarded-proto': 'https', origin: 'https://localhost' }
    for (const [method, url] of [
      ['GET', '/api/testing/demo-users'],
      ['POST', signIn],
    ] as const)
      expect((await browser(proxied).send(method, url, { headers: https })).status).toBe(404)
    const other = (await invite(owner, 'staff')).body.data.id
    const notDemo = await browser(shop).send('POST', `/api/testing/demo-users/${other}/-actions/sign-in`)
    expect(notDemo.status).toBe(404)
  })
})
