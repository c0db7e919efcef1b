import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { expectRefusedAt } from '../../../../test/answers.ts'
import { askToken, market } from '../../../../test/market.ts'
import { operatorOf } from '../../../../test/operator.ts'
import { asPerson } from '../../../../test/people.ts'
import { signedIn } from '../../../../test/sessions.ts'
import { demoId } from '../../../platform/demo-id.ts'
import { DEMO } from '../demo/demo.ts'

// biome-ignore lint/suspicious/noExplicitAny: attributes of a response in a test.
type Entry = { id: string; attributes: any }

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const operator = operatorOf(shop)

const send = (method: string, path: string, body?: unknown) =>
  shop.send(method, `/api/integrations/v1${path}`, {
    as: null,
    body,
    headers: asPerson(shop.credentials.user),
  })
const wanted = { name: 'ERP bridge', developerEmail: 'dev@alderwick.test' }
const post = (attributes: object, id?: string) =>
  send('POST', '/applications', { data: { type: 'applications', ...(id && { id }), attributes } })
const create = async () => (await post(wanted)).body.data
const rotate = (id: string) => send('POST', `/applications/${id}/-actions/rotate-secret`)
const rename = (id: string, attributes: object, bodyId = id) =>
  send('PATCH', `/applications/${id}`, { data: { type: 'applications', id: bodyId, attributes } })
const revoke = (id: string) => send('POST', `/applications/${id}/-actions/revoke`)

const fetchToken = async (client: { clientId: string; clientSecret: string }) => {
  const answer = await askToken(shop.http, client)
  return { status: answer.statusCode, token: answer.json().access_token as string }
}
const statusOfMe = async (token: string) => (await shop.send('GET', '/api/v1/me', { token })).status

test('a user can create an application, which works until it is revoked with its tokens', async () => {
  const created = await post(wanted)
  expect(created.status).toBe(201)
  const { id, attributes } = created.body.data
  expect(attributes).toMatchObject({
    ...wanted,
    userId: demoId('user/alder-wick'),
    clientSecret: expect.stringMatching(/^[\w-]{43}$/),
    revokedAt: null,
  })
  const { token } = await fetchToken(attributes)
  const me = await shop.send('GET', '/api/v1/me', { token })
  expect([me.status, me.body.data.email]).toEqual([200, shop.credentials.user.email])
  const listed = await send('GET', '/applications')
  expect(listed.body.data[0]).toMatchObject({ id, attributes: { clientSecret: null } })

  const ended = await revoke(id)
  expect([ended.status, ended.body.data.attributes.clientSecret]).toEqual([200, null])
  expect(ended.body.data.attributes.revokedAt).toEqual(expect.any(String))
  expect(await statusOfMe(token)).toBe(401)
  expect((await fetchToken(attributes)).status).toBe(401)
  const left = (await send('GET', '/applications')).body.data.map((one: { id: string }) => one.id)
  expect(left).not.toContain(id)
})

test('a repeated request returns no secret and changes nothing', async () => {
  const id = randomUUID()
  const answers = await Promise.all([post(wanted, id), post(wanted, id)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 201])
  expect(answers.filter(({ body }) => body.data.attributes.clientSecret !== null)).toHaveLength(1)
  expect(await entriesOf(id)).toHaveLength(1)
})

test('an application can act only for users of its own brand', async () => {
  for (const userId of [demoId('user/northlight-ceramics'), demoId('user/operator'), randomUUID()]) {
    expectRefusedAt(await post({ ...wanted, userId }), 'data.attributes.userId')
  }
})

test.each([
  ['name', ''],
  ['developerEmail', 'nobody'],
  ['userId', 'me'],
])('%s cannot be %j', async (field, value) => {
  expectRefusedAt(await post({ ...wanted, [field]: value }), `data.attributes.${field}`)
})

test('a new secret is valid together with the previous one, and revoked applications get none', async () => {
  const { id, attributes } = await create()
  const renewed = (await rotate(id)).body.data.attributes
  expect(renewed.clientSecret).not.toBe(attributes.clientSecret)
  expect([(await fetchToken(renewed)).status, (await fetchToken(attributes)).status]).toEqual([200, 200])
  const first = await revoke(id)
  await shop.advance(60)
  expect((await revoke(id)).body).toEqual(first.body)
  expect((await rotate(id)).status).toBe(409)
})

test('the name and the contact of an application can be changed, and missing attributes stay', async () => {
  const { id } = await create()
  const renamed = await rename(id, { name: 'ERP bridge, Lyon' })
  expect(renamed.status).toBe(200)
  expect(renamed.body.data.attributes).toMatchObject({ ...wanted, name: 'ERP bridge, Lyon' })
  await rename(id, { developerEmail: 'lyon@alderwick.test' })
  // Nothing changes, so nothing is recorded.
  await rename(id, { name: 'ERP bridge, Lyon' })
  const [listed] = (await send('GET', '/applications')).body.data
  expect(listed.attributes).toMatchObject({
    name: 'ERP bridge, Lyon',
    developerEmail: 'lyon@alderwick.test',
    clientSecret: null,
  })
  const { data } = (await send('GET', `/audit?filter[applicationId][]=${id}`)).body
  expect(data.map(({ attributes }: Entry) => [attributes.action, attributes.detail])).toEqual([
    ['update', 'ERP bridge, Lyon, lyon@alderwick.test'],
    ['update', 'ERP bridge, Lyon, dev@alderwick.test'],
    ['create', null],
  ])
  expectRefusedAt(await rename(id, { name: '' }), 'data.attributes.name')
  expectRefusedAt(await rename(id, { developerEmail: 'nobody' }), 'data.attributes.developerEmail')
  expectRefusedAt(await rename(id, { name: 'Other' }, randomUUID()), 'data.id')
  await revoke(id)
  expect((await rename(id, { name: 'Gone' })).status).toBe(409)
})

test('applications of other brands cannot be changed', async () => {
  for (const key of ['northlight-ceramics', 'harbour-lane', 'operator']) {
    const id = demoId(`application/${key}`)
    expect([(await rotate(id)).status, (await revoke(id)).status]).toEqual([403, 403])
    expect((await rename(id, { name: 'Mine' })).status).toBe(403)
    expect((await post(wanted, id)).status).toBe(403)
    expect(await entriesOf(id)).toEqual([])
  }
  for (const who of ['otherBrand', 'retailer', 'operator'] as const)
    expect(await statusOfMe(await shop.tokenOf(who))).toBe(200)
  expect([(await rotate(randomUUID())).status, (await revoke(randomUUID())).status]).toEqual([404, 404])
})

test('the audit has author, action and time for every way to change applications, and never a secret', async () => {
  const { id, attributes } = await create()
  const { clientSecret } = (await rotate(id)).body.data.attributes
  await operator.send('POST', `/applications/${id}/-actions/rotate-secret`)
  await operator.send('POST', `/applications/${id}/-actions/revoke`)
  await operator.send('POST', `/applications/${id}/-actions/revoke`)
  await revoke(id)
  const person = {
    actedBy: 'brand',
    byUserId: demoId('user/alder-wick'),
    byApplicationId: null,
    applicationId: id,
    brandId: shop.credentials.brandId,
    retailerId: null,
    userId: null,
    detail: null,
    createdAt: expect.any(String),
  }
  const byOperator = {
    ...person,
    actedBy: 'operator',
    byUserId: demoId('user/operator'),
    byApplicationId: demoId('application/operator'),
  }
  const expected = [
    { ...byOperator, action: 'revoke' },
    { ...byOperator, action: 'rotate-secret' },
    { ...person, action: 'rotate-secret' },
    { ...person, action: 'create' },
  ]
  const [own, all] = await Promise.all([
    send('GET', `/audit?filter[applicationId][]=${id}`),
    operator.send('GET', `/audit?filter[applicationId][]=${id}`),
  ])
  for (const list of [own, all]) {
    expect(list.body.data.map((entry: { attributes: object }) => entry.attributes)).toMatchObject(expected)
    for (const secret of [attributes.clientSecret, clientSecret]) expect(list.text).not.toContain(secret)
  }
})

test('owners and staff of a brand see the deprecated calls of its own applications only', async () => {
  const accept = (as: 'brand' | 'otherBrand') =>
    shop.send('POST', `/api/v1/orders/${randomUUID()}/accept`, { as })
  await Promise.all([accept('brand'), accept('brand'), accept('otherBrand')])
  const own = await send('GET', '/deprecated-calls')
  expect(own.body.data.map(({ attributes }: Entry) => attributes)).toEqual([
    expect.objectContaining({ applicationId: DEMO.applicationId, operation: 'acceptOrder', calls: 2 }),
  ])
  const staff = await signedIn(shop, 'alder-wick-staff')
  const path = '/api/integrations/v1'
  expect((await staff.send('GET', `${path}/deprecated-calls`)).body.data).toEqual(own.body.data)
  expect((await staff.send('GET', `${path}/applications`)).status).toBe(403)
  const all = await operator.send('GET', '/deprecated-calls')
  const foreign = all.body.data.find((one: Entry) => one.attributes.applicationId !== DEMO.applicationId)
  expect((await send('GET', `/deprecated-calls?page[after]=${foreign.id}`)).status).toBe(400)
  const filter = `filter[applicationId]=${foreign.attributes.applicationId}`
  expect((await send('GET', `/deprecated-calls?${filter}`)).body.data).toEqual([])
})

test('a brand sees only its own entries, and both lists are paged', async () => {
  const { id } = await create()
  const path = `/retailers/${shop.credentials.retailer.retailerId}/applications`
  const forRetailer = { name: 'Till', developerEmail: 'dev@till.test', userId: demoId('user/harbour-lane') }
  const till = (await operator.create(path, 'applications', forRetailer)).body.data.id
  const [own, all] = await Promise.all([send('GET', '/audit'), operator.send('GET', '/audit')])
  expect(subjects(all)).toEqual(expect.arrayContaining([id, till]))
  expect(subjects(own)).toContain(id)
  expect(subjects(own)).not.toContain(till)
  for (const get of [
    (query: string) => send('GET', `/audit?${query}`),
    (query: string) => operator.send('GET', `/audit?${query}`),
  ]) {
    const first = await get('page[limit]=1')
    const next = await get(`page[limit]=1&page[after]=${first.body.data[0].id}`)
    const back = await get(`page[limit]=1&page[before]=${next.body.data[0].id}`)
    expect(next.body.data[0].id).not.toBe(first.body.data[0].id)
    expect(back.body.data).toEqual(first.body.data)
  }
  const foreign = all.body.data.find(
    (one: { attributes: { applicationId: string } }) => one.attributes.applicationId === till,
  )
  expect((await send('GET', `/audit?page[after]=${foreign.id}`)).status).toBe(400)
})

// biome-ignore lint/suspicious/noExplicitAny: a response in a test.
const subjects = ({ body }: { body: any }): string[] =>
  body.data.map((entry: { attributes: { applicationId: string } }) => entry.attributes.applicationId)

const entriesOf = (id: string) =>
  shop.platform.db`select action from identity.audit where application_id = ${id}`
