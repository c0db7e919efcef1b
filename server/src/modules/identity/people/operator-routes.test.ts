import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import {
  type Browser,
  browser,
  data,
  demoUserId,
  joinWithSecondFactor,
  linkTo,
  signedIn,
  signIn,
} from '../../../../test/sessions.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const operator = await signedIn(shop, 'operator')
const { brandId } = shop.credentials
const { retailerId } = shop.credentials.retailer
const API = '/api/operator/v1'
const PASSWORD = 'four paper boats by the pier'
const HOLDERS = [
  ['brands', brandId],
  ['retailers', retailerId],
] as const

const act = (id: string, action: string, body?: unknown, page: Browser = operator) =>
  page.send('POST', `${API}/users/${id}/-actions/${action}`, body === undefined ? {} : { body })

async function invite(kind: string, holder: string, role = 'staff') {
  const email = `${randomUUID()}@people.test`
  const attributes = { email, firstName: 'Mara', lastName: 'Lindqvist', role }
  const answer = await operator.send('POST', `${API}/${kind}/${holder}/users`, {
    body: data('users', attributes),
  })
  return { email, id: answer.body.data.id as string }
}

async function join(kind: string, holder: string, role = 'staff') {
  const { email, id } = await invite(kind, holder, role)
  const page = browser(shop)
  await page.send('POST', '/api/v1/invitations/-actions/accept', {
    body: data('invitations', { token: await linkTo(shop, email), password: PASSWORD }),
  })
  return { email, id, page }
}

describe.each(HOLDERS)('of %s the operator', (kind, holder) => {
  const list = async () => (await operator.send('GET', `${API}/${kind}/${holder}/users`)).body.data

  test('lists only the users of the account', async () => {
    const { id } = await invite(kind, holder)
    const users = await list()
    expect(users.map((one: { id: string }) => one.id)).toContain(id)
    const owners: { id: string }[] = await operator
      .send('GET', `${API}/brands/${shop.credentials.otherBrand.brandId}/users`)
      .then(({ body }) => body.data)
    expect(owners.map((one) => one.id)).not.toContain(id)
    expect(JSON.stringify(users)).not.toContain('password')
  })

  test('suspends and resumes a user, whose sessions end', async () => {
    const { id, page, email } = await join(kind, holder)
    expect((await act(id, 'suspend')).body.data.attributes.status).toBe('suspended')
    expect((await page.send('GET', '/api/v1/me')).status).toBe(401)
    expect((await signIn(browser(shop), email, PASSWORD)).status).toBe(401)
    expect((await act(id, 'resume')).body.data.attributes.status).toBe('active')
    expect((await signIn(browser(shop), email, PASSWORD)).status).toBe(201)
  })

  test('can send an invitation again with a new link until it is accepted', async () => {
    const { id, email } = await invite(kind, holder)
    const first = await linkTo(shop, email)
    expect((await act(id, 'invite')).status).toBe(200)
    expect(await linkTo(shop, email)).not.toBe(first)
    const joined = await join(kind, holder)
    expect((await act(joined.id, 'invite')).status).toBe(409)
  })

  test('can change a role, but not to a role of the operator', async () => {
    const { id } = await invite(kind, holder)
    const changed = await act(id, 'change-role', data('users', { role: 'owner' }))
    expect(changed.body.data.attributes.role).toBe('owner')
    expect((await act(id, 'change-role', data('users', { role: 'operator' }))).status).toBe(422)
  })

  test('removes a user, and hands the applications over to another owner', async () => {
    const heir = (await list()).find(
      ({ attributes }: { attributes: { role: string; status: string } }) =>
        attributes.role === 'owner' && attributes.status === 'active',
    )
    const { id, page } = await join(kind, holder, 'owner')
    const made = await operator.send('POST', `${API}/${kind}/${holder}/applications`, {
      body: data('applications', { name: 'Bridge', developerEmail: 'dev@people.test', userId: id }),
    })
    expect((await operator.send('DELETE', `${API}/users/${id}`)).status).toBe(204)
    expect((await page.send('GET', '/api/v1/me')).status).toBe(401)
    expect((await operator.send('GET', `${API}/users/${id}`)).status).toBe(404)
    const apps = (await operator.send('GET', `${API}/${kind}/${holder}/applications`)).body.data
    const app = apps.find((one: { id: string }) => one.id === made.body.data.id)
    expect(app.attributes).toMatchObject({ userId: heir.id, clientSecret: null, lastUsedAt: null })
  })
})

test('a user with applications cannot be removed if there is no other owner', async () => {
  const brand = await operator.send('POST', `${API}/brands`, {
    body: data('brands', { name: 'Fennel & Rye', currency: 'EUR', country: 'FR' }),
  })
  const { id } = await invite('brands', brand.body.data.id, 'owner')
  const made = await operator.send('POST', `${API}/brands/${brand.body.data.id}/applications`, {
    body: data('applications', { name: 'Bridge', developerEmail: 'dev@people.test', userId: id }),
  })
  expect((await operator.send('DELETE', `${API}/users/${id}`)).status).toBe(409)
  await operator.send('POST', `${API}/applications/${made.body.data.id}/-actions/revoke`)
  expect((await operator.send('DELETE', `${API}/users/${id}`)).status).toBe(204)
})

test('a lost second factor is reset', async () => {
  const { email, password } = await joinWithSecondFactor(shop, {
    invitedBy: 'alder-wick',
    email: 'lost@alderwick.test',
  })
  const users = (await operator.send('GET', `${API}/brands/${brandId}/users`)).body.data
  const { id } = users.find(({ attributes }: { attributes: { email: string } }) => attributes.email === email)
  const reset = await act(id, 'reset-second-factor')
  expect(reset.body.data.attributes.hasSecondFactor).toBe(false)
  expect((await signIn(browser(shop), email, password)).body.data.attributes.state).toBe('active')
  expect((await act(id, 'reset-second-factor')).status).toBe(409)
})

test('users of the operator cannot be managed, and tokens and other accounts are refused', async () => {
  const own = demoUserId('operator')
  expect((await act(own, 'suspend')).status).toBe(403)
  expect((await operator.send('DELETE', `${API}/users/${own}`)).status).toBe(403)
  expect((await act(randomUUID(), 'suspend')).status).toBe(404)
  const { id } = await invite('brands', brandId)
  const owner = await signedIn(shop, 'alder-wick')
  expect((await act(id, 'suspend', undefined, owner)).status).toBe(403)
  const byToken = await shop.send('POST', `${API}/users/${id}/-actions/suspend`, { as: 'operator' })
  expect(byToken.status).toBe(401)
  expect((await owner.send('GET', `${API}/brands/${brandId}/users`)).status).toBe(403)
  expect((await owner.send('GET', `${API}/brands/${brandId}/applications`)).status).toBe(403)
})

test('an application is renamed, and its last use is shown', async () => {
  await shop.send('GET', '/api/v1/me')
  const path = `${API}/brands/${brandId}/applications`
  const [first] = (await operator.send('GET', path)).body.data.filter(
    (one: { id: string }) => one.id === shop.credentials.applicationId,
  )
  expect(first.attributes.lastUsedAt).toMatch(/^2026-03-02T/)
  const renamed = await operator.send('PATCH', `${API}/applications/${first.id}`, {
    body: data('applications', { name: 'Warehouse bridge' }),
  })
  expect(renamed.body.data.attributes).toMatchObject({ name: 'Warehouse bridge', clientSecret: null })
})
