import { describe, expect, test } from 'vitest'
import { whileLocked } from '../../../../test/locks.ts'
import { type Answer, market } from '../../../../test/market.ts'
import {
  type Browser,
  browser,
  data,
  demoUserId,
  linkTo,
  signedIn,
  signIn,
} from '../../../../test/sessions.ts'
import { lockSessions } from '../sessions/sessions.ts'
import { openPeople, PASSWORD, statusOf } from './test-people.ts'

const { shop, node, owner, staff, invite, accept, act, member } = await openPeople()
const { db } = shop.platform
const CURRENT = '/api/v1/sessions/current'

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
    await expect.poll(status).toBe(401)
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
      async (tx) => {
        await tx`update identity.users set ${tx(changes as never)} where id = ${id}`
        // As whoever ends the sessions of the user does.
        await lockSessions(tx, id)
      },
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
