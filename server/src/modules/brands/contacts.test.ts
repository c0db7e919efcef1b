import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { expectRefusedAt, pointersOf } from '../../../test/answers.ts'
import { market, type Who } from '../../../test/market.ts'
import { MAX_CONTACTS } from './contacts.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { db } = shop.platform
const { brandId } = shop.credentials
const CONTACTS = '/api/v1/brands/brand-contacts'

let count = 0
const newEmail = () => `mail-${++count}@alderwick.test`

const add = (attributes: object, { id, as = 'brand' }: { id?: string; as?: Who } = {}) =>
  shop.send('POST', CONTACTS, {
    as,
    body: { data: { type: 'brand-contacts', ...(id && { id }), attributes } },
  })
const finance = (email: string) => ({ email, purposes: ['finance'] })
const change = (id: string, attributes?: object, as: Who = 'brand') =>
  shop.send('PATCH', `${CONTACTS}/${id}`, {
    as,
    body: { data: { type: 'brand-contacts', id, ...(attributes && { attributes }) } },
  })
const remove = (id: string, as: Who = 'brand') => shop.send('DELETE', `${CONTACTS}/${id}`, { as })
const added = async (email = newEmail()): Promise<string> => (await add(finance(email))).body.data.id
const emailsOf = async (owner = brandId): Promise<string[]> =>
  (await db`select email from brands.contacts where brand_id = ${owner} order by created_at, id`).map(
    ({ email }) => email,
  )

describe('adding', () => {
  test('a contact returns 201 with the contact, which is stored', async () => {
    const email = newEmail()
    const { status, body } = await add(finance(email))
    expect(status).toBe(201)
    expect(body.data).toEqual({
      type: 'brand-contacts',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      attributes: { email, purposes: ['finance'] },
    })
    const me = await shop.send('GET', '/api/v1/brands/me?include=brand-contacts')
    expect(me.body.included).toContainEqual(body.data)
  })

  test('a contact with the address of a stored one returns 200 with the stored contact', async () => {
    const email = newEmail()
    const first = await add(finance(email))
    const again = await add(finance(email.toUpperCase()), { id: randomUUID() })
    expect([again.status, again.body.data]).toEqual([200, first.body.data])
    expect((await emailsOf()).filter((one) => one.toLowerCase() === email)).toEqual([email])
  })

  test('a known id returns 200 with the stored contact, whatever else is sent', async () => {
    const id = randomUUID()
    const first = await add(finance(newEmail()), { id })
    expect([first.status, first.body.data.id]).toEqual([201, id])
    const again = await add(finance(newEmail()), { id: id.toUpperCase() })
    expect([again.status, again.body.data]).toEqual([200, first.body.data])
  })

  test("another brand's id is 403, and different brands may have the same address", async () => {
    const id = randomUUID()
    const email = newEmail()
    await add(finance(email), { id })
    const foreign = await add(finance(email), { id, as: 'otherBrand' })
    expect([foreign.status, pointersOf(foreign)]).toEqual([403, ['data.id']])
    expect((await add(finance(email), { as: 'otherBrand' })).status).toBe(201)
  })

  test('with one id in many concurrent requests creates one contact', async () => {
    const id = randomUUID()
    const email = newEmail()
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(finance(email), { id })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201])
    expect(new Set(answers.map(({ body }) => body.data.id))).toEqual(new Set([id]))
  })

  test('with one id in concurrent requests of two brands succeeds for one brand', async () => {
    const race = async (id: string) => {
      const answers = await Promise.all(
        (['brand', 'otherBrand'] as const).map((as) => add(finance(newEmail()), { id, as })),
      )
      return answers.map(({ status }) => status).sort()
    }
    const races = await Promise.all(Array.from({ length: 10 }, () => race(randomUUID())))
    expect(races).toEqual(races.map(() => [201, 403]))
  })

  test('with one address in many concurrent requests creates one contact', async () => {
    const email = newEmail()
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(finance(email))))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
  })

  test.each([
    [{ email: 'nobody', purposes: ['finance'] }, ['data.attributes.email']],
    [{ email: 'a@b.test', purposes: [] }, ['data.attributes.purposes']],
    [{ email: 'a@b.test', purposes: ['lunch'] }, ['data.attributes.purposes.0']],
    [{ email: 'a@b.test', purposes: ['finance', 'finance'] }, ['data.attributes.purposes']],
    [{}, ['data.attributes.email', 'data.attributes.purposes']],
  ])('%j is 422', async (attributes, pointers) => {
    const answer = await add(attributes)
    expect([answer.status, pointersOf(answer)]).toEqual([422, pointers])
  })

  test.each<Who>(['retailer', 'operator'])('is not for a %s', async (as) => {
    expect((await add(finance(newEmail()), { as })).status).toBe(403)
  })
})

describe('changing', () => {
  test('replaces only the given attributes', async () => {
    const id = await added()
    const email = newEmail()
    const { status, body } = await change(id, { email })
    expect(status).toBe(200)
    expect(body.data).toEqual({ type: 'brand-contacts', id, attributes: finance(email) })
    expect((await change(id, { purposes: ['finance'] })).body.data).toEqual(body.data)
    expect((await change(id)).body.data).toEqual(body.data)
    expect((await change(id, { email: email.toUpperCase() })).body.data.attributes.email).toBe(
      email.toUpperCase(),
    )
  })

  test('an address that another contact has is 422', async () => {
    const email = newEmail()
    await added(email)
    const answer = await change(await added(), { email: email.toUpperCase() })
    expectRefusedAt(answer, 'data.attributes.email')
  })

  test('an id that differs from the path, or no purpose, is 422', async () => {
    const id = await added()
    const { status, body } = await shop.send('PATCH', `${CONTACTS}/${id}`, {
      body: { data: { type: 'brand-contacts', id: randomUUID(), attributes: {} } },
    })
    expect([status, body.errors[0].source.pointer]).toEqual([422, 'data.id'])
    expect((await change(id, { purposes: [] })).status).toBe(422)
  })
})

describe('contacts of others', () => {
  test("another brand's contact is 403 and not changed, an unknown one is 404", async () => {
    const id = await added()
    for (const attributes of [{ email: newEmail() }, undefined]) {
      expect((await change(id, attributes, 'otherBrand')).status).toBe(403)
    }
    expect((await remove(id, 'otherBrand')).status).toBe(403)
    expect((await remove(id)).status).toBe(204)
    expect((await change(randomUUID(), { email: newEmail() })).status).toBe(404)
    expect((await remove(randomUUID())).status).toBe(404)
  })
})

test('removing a contact returns 204 without a body, and then 404', async () => {
  const email = newEmail()
  const id = await added(email)
  const removed = await remove(id.toUpperCase())
  expect([removed.status, removed.text]).toEqual([204, ''])
  expect(await emailsOf()).not.toContain(email)
  expect((await remove(id)).status).toBe(404)
  expect((await change(id, { email })).status).toBe(404)
})

test('the number of contacts of a brand is limited, also for concurrent requests', async () => {
  const { brandId: other } = shop.credentials.otherBrand
  await db`
    insert into brands.contacts (brand_id, id, email, purposes, created_at, updated_at)
    select ${other}, gen_random_uuid(), 'filler-' || n || '@alderwick.test', '{finance}', now(), now()
    from generate_series(1, ${MAX_CONTACTS - 2 - (await emailsOf(other)).length}::int) as n`
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => add(finance(newEmail()), { as: 'otherBrand' })),
  )
  expect(answers.filter(({ status }) => status === 422).map(pointersOf)).toEqual([
    ['data'],
    ['data'],
    ['data'],
  ])
  const [first = ''] = await emailsOf(other)
  expect(await emailsOf(other)).toHaveLength(MAX_CONTACTS)
  expect((await add(finance(first), { as: 'otherBrand' })).status).toBe(200)
})
