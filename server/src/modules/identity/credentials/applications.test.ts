import { randomUUID } from 'node:crypto'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { expectRefusedAt } from '../../../../test/answers.ts'
import { sessionsWaiting } from '../../../../test/locks.ts'
import { askToken, market } from '../../../../test/market.ts'
import { operatorOf } from '../../../../test/operator.ts'
import { soon } from '../../../../test/time.ts'
import { connect } from '../../../platform/database.ts'
import { demoId } from '../../../platform/demo-id.ts'

const shop = await market({ cleanUp: afterAll })
const { send, create: post } = operatorOf(shop)

const statusOfToken = async (client: { clientId: string; clientSecret: string }) =>
  (await askToken(shop.http, client)).statusCode

const path = `/brands/${shop.credentials.brandId}/applications`
const wanted = { name: 'Till', developerEmail: 'dev@till.test', userId: demoId('user/alder-wick') }
const create = async () => (await post(path, 'applications', wanted)).body.data
const rotate = (id: string, attributes?: object) =>
  send(
    'POST',
    `/applications/${id}/-actions/rotate-secret`,
    attributes && { data: { type: 'applications', id, attributes } },
  )

test.each([
  ['name', ''],
  ['name', 'x'.repeat(201)],
  ['developerEmail', 'nobody'],
  ['userId', 'me'],
  ['userId', null],
])('%s cannot be %j', async (field, value) => {
  const answer = await post(path, 'applications', { ...wanted, [field]: value })
  expectRefusedAt(answer, `data.attributes.${field}`)
})

test('an id of another account is refused', async () => {
  const answer = await post(path, 'applications', wanted, demoId('application/harbour-lane'))
  expect(answer.status).toBe(403)
})

test('a new secret is valid at once, and the previous one for another day', async () => {
  const { id, attributes } = await create()
  const answer = await rotate(id)
  expect(answer.status).toBe(200)
  const renewed = answer.body.data.attributes
  expect(renewed).toEqual({
    ...attributes,
    clientSecret: expect.stringMatching(/^[\w-]{43}$/),
    previousSecretUntil: expect.stringMatching(/^2026-03-03T09:00/),
  })
  expect(renewed.clientSecret).not.toBe(attributes.clientSecret)
  expect([await statusOfToken(renewed), await statusOfToken(attributes)]).toEqual([200, 200])
  await shop.advance(86_401)
  expect([await statusOfToken(renewed), await statusOfToken(attributes)]).toEqual([200, 401])
  await shop.setTime('2026-03-02T09:00:00Z')
})

test('the overlap of both secrets can be chosen, from none to a week', async () => {
  const { id, attributes } = await create()
  const second = (await rotate(id, { overlapSeconds: 604_800 })).body.data.attributes
  await shop.advance(604_799)
  expect(await statusOfToken(attributes)).toBe(200)
  const third = (await rotate(id, { overlapSeconds: 0 })).body.data.attributes
  expect(third.previousSecretUntil).toBeNull()
  const statuses = [attributes, second, third].map(statusOfToken)
  expect(await Promise.all(statuses)).toEqual([401, 401, 200])
  for (const overlapSeconds of [-1, 604_801, 1.5, 'day'])
    expectRefusedAt(await rotate(id, { overlapSeconds }), 'data.attributes.overlapSeconds')
  expect(await statusOfToken(third)).toBe(200)
  await shop.setTime('2026-03-02T09:00:00Z')
})

test('concurrent rotations leave at most two valid secrets', async () => {
  const { id } = await create()
  const aside = connect(shop.databaseUrl, { pool: 2, name: 'aside' })
  onTestFinished(() => aside.end())
  // While the first secret is locked, every rotation proceeds until it has to wait for that lock.
  const held = await aside.begin(async (tx) => {
    await tx`select id from identity.application_secrets where application_id = ${id} for update`
    const rotations = Promise.all([rotate(id), rotate(id), rotate(id)])
    await expect.poll(() => sessionsWaiting(aside), soon).toBe(3)
    return { rotations }
  })
  const statuses = (await held.rotations).map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 200])
  const secrets = await shop.platform.db`
    select expires_at from identity.application_secrets where application_id = ${id}`
  expect(secrets.length).toBe(2)
  expect(secrets.filter((one) => one.expires_at === null)).toHaveLength(1)
})

test('a revoked application gets no new secret, and revoking again changes nothing', async () => {
  const { id } = await create()
  const first = await send('POST', `/applications/${id}/-actions/revoke`)
  await shop.advance(60)
  const again = await send('POST', `/applications/${id}/-actions/revoke`)
  expect([again.status, again.body.data]).toEqual([200, first.body.data])
  expect((await rotate(id)).status).toBe(409)
})

test('returns 404 for an unknown application', async () => {
  expect((await rotate(randomUUID())).status).toBe(404)
  expect((await send('POST', `/applications/${randomUUID()}/-actions/revoke`)).status).toBe(404)
})
