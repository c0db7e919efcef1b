import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { expectRefusedAt, idsOf, pointersOf } from '../../../../test/answers.ts'
import { market } from '../../../../test/market.ts'
import { operatorOf } from '../../../../test/operator.ts'

const shop = await market({ cleanUp: afterAll })
const RETAILERS = '/retailers'
const ACTIVE = { suspendedAt: null, suspendedReason: null }
const MINIMAL = { storeName: 'Lark & Loom', email: 'buying@larkloom.test', currency: 'EUR', country: 'NL' }
const ADDRESS = {
  name: 'Mia de Wit',
  organisationName: 'Lark BV',
  street: 'Gracht 7',
  city: 'Utrecht',
  postalCode: '3511',
  countryCode: 'NL',
}
const COMPLETE = {
  ...MINIMAL,
  companyName: 'Lark BV',
  storeUrl: 'https://larkloom.test/shop?lang=nl',
  firstName: 'Mia',
  lastName: 'de Wit',
  taxNumber: '8001',
  vatNumber: 'NL8001B01',
  eoriNumber: 'NL8001',
  phoneNumberE164: '+31300000000',
  businessIdentifier: 'NL8001B01',
  segment: 'concept-stores',
  address: ADDRESS,
}

const { send, ...operator } = operatorOf(shop)
const create = (attributes: object, id?: string) => operator.create(RETAILERS, 'retailers', attributes, id)
const patch = (id: string, attributes: object, bodyId?: string) =>
  operator.change(`${RETAILERS}/${id}`, 'retailer', attributes, bodyId)

test('a new retailer has the given attributes', async () => {
  const answer = await create(COMPLETE)
  const now = expect.stringMatching(/^2026-03-02T09:0\d:\d\d\.\d{6}Z$/)
  const attributes = { ...COMPLETE, ...ACTIVE, createdAt: now, updatedAt: now }
  const data = { type: 'retailers', id: expect.any(String), attributes }
  expect([answer.status, answer.body.data]).toEqual([201, data])
  const read = await send('GET', `${RETAILERS}/${answer.body.data.id}`)
  expect([read.status, read.body.data]).toEqual([200, answer.body.data])
})

test('missing attributes are null', async () => {
  const { attributes } = (await create(MINIMAL)).body.data
  const { createdAt, updatedAt, ...rest } = attributes
  const nothing = Object.fromEntries(Object.keys(COMPLETE).map((name) => [name, null]))
  expect(rest).toEqual({ ...nothing, ...MINIMAL, ...ACTIVE })
})

test('a repeated id returns the stored retailer, also for concurrent requests', async () => {
  const id = randomUUID()
  const answers = await Promise.all([create(MINIMAL, id), create(MINIMAL, id)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 201])
  expect(answers[0]?.body.data).toEqual(answers[1]?.body.data)
  const later = await create({ ...MINIMAL, storeName: 'Other' }, id)
  expect([later.status, later.body.data.attributes.storeName]).toEqual([200, MINIMAL.storeName])
  expect(await shop.platform.db`select id from identity.retailers where id = ${id}`).toHaveLength(1)
})

test('a change sets only the given attributes and the time of the change', async () => {
  const { data: before } = (await create(COMPLETE)).body
  await shop.advance(60)
  const answer = await patch(before.id, { segment: null, storeUrl: null, lastName: 'Visser' })
  expect(answer.status).toBe(200)
  const { updatedAt, ...changed } = answer.body.data.attributes
  const { updatedAt: updatedBefore, ...unchanged } = before.attributes
  expect(changed).toEqual({ ...unchanged, segment: null, storeUrl: null, lastName: 'Visser' })
  expect(Date.parse(updatedAt) - Date.parse(updatedBefore)).toBeGreaterThanOrEqual(60_000)
})

test('another id in the body is refused, and an unknown retailer is 404', async () => {
  const { id } = (await create(MINIMAL)).body.data
  const other = await patch(id, { segment: 'x' }, randomUUID())
  expectRefusedAt(other, 'data.id')
  expect((await patch(randomUUID(), { segment: 'x' })).status).toBe(404)
  expect((await send('GET', `${RETAILERS}/${randomUUID()}`)).status).toBe(404)
})

const BAD: [field: string, value: unknown, pointer?: string][] = [
  ['storeName', ''],
  ['storeName', 'x'.repeat(201)],
  ['companyName', ' '],
  ['companyName', 7],
  ['email', 'nobody'],
  ['email', 'a b@c.test'],
  ['email', `${'x'.repeat(250)}@c.test`],
  ['storeUrl', 'larkloom.test'],
  ['storeUrl', 'ftp://larkloom.test'],
  ['storeUrl', 'javascript:alert(1)'],
  ['storeUrl', 'https://'],
  ['storeUrl', `https://larkloom.test/${'x'.repeat(500)}`],
  ['firstName', 'x'.repeat(201)],
  ['taxNumber', 'x'.repeat(501)],
  ['vatNumber', 5],
  ['eoriNumber', {}],
  ['phoneNumberE164', '0470000000'],
  ['phoneNumberE164', '+0470000000'],
  ['phoneNumberE164', '+32 470 00 00 00'],
  ['phoneNumberE164', '+1234567890123456'],
  ['businessIdentifier', ''],
  ['currency', 'XYZ'],
  ['country', 'EU'],
  ['segment', 'x'.repeat(201)],
  ['address', { ...ADDRESS, city: '' }, 'address.city'],
  ['address', []],
]

test.each(BAD)('%s cannot be %j', async (field, value, pointer = field) => {
  expectRefusedAt(await create({ ...MINIMAL, [field]: value }), `data.attributes.${pointer}`)
  const { id } = (await create(MINIMAL)).body.data
  expectRefusedAt(await patch(id, { [field]: value }), `data.attributes.${pointer}`)
})

test('a retailer needs a store name, an email address, a currency and a country', async () => {
  const answer = await create({ companyName: 'Lark BV' })
  expect(answer.status).toBe(422)
  expect(pointersOf(answer).sort()).toEqual(
    ['country', 'currency', 'email', 'storeName'].map((field) => `data.attributes.${field}`),
  )
})

test('the list is newest first, paged, and can be filtered by ids and a segment', async () => {
  const made: string[] = []
  for (let i = 0; i < 4; i++) {
    await shop.advance(1)
    made.unshift((await create({ ...MINIMAL, segment: 'museum shops' })).body.data.id)
  }
  const url = `${RETAILERS}?filter[segment]=museum%20shops`
  expect(idsOf(await send('GET', url))).toEqual(made)
  expect(idsOf(await send('GET', `${RETAILERS}?page[limit]=2`))).toEqual(made.slice(0, 2))
  const rest = await send('GET', `${url}&page[limit]=3&page[after]=${made[1]}`)
  expect([idsOf(rest), rest.body.meta.page.hasMore]).toEqual([made.slice(2), false])
  const back = await send('GET', `${url}&page[limit]=1&page[before]=${made[2]}`)
  expect(idsOf(back)).toEqual([made[1]])
  expect(idsOf(await send('GET', `${RETAILERS}?filter[segment]=museum`))).toEqual([])
  const byId = await send(
    'GET',
    `${url}&filter[id][]=${made[3]}&filter[id][]=${shop.credentials.retailer.retailerId}`,
  )
  expect(idsOf(byId)).toEqual([made[3]])
})

test('the list can be filtered by name, email, country and suspension', async () => {
  const make = async (attributes: object) => (await create({ ...MINIMAL, ...attributes })).body.data.id
  const one = await make({ storeName: 'Sorrel & Sage', companyName: 'Hedgerow Ltd', country: 'IE' })
  const other = await make({ storeName: 'Burdock', email: 'hello@burdock.test', country: 'IE' })
  await operator.create(`${RETAILERS}/${other}/-actions/suspend`, 'retailers', { reason: 'A test.' })
  const found = async (query: string) => idsOf(await send('GET', `${RETAILERS}?${query}`))
  expect(await found('filter[q]=sorrel')).toEqual([one])
  expect(await found('filter[q]=hedgerow')).toEqual([one])
  expect(await found('filter[q]=HELLO@burdock')).toEqual([other])
  expect(await found('filter[country]=IE')).toEqual([other, one])
  expect(await found('filter[suspended]=true')).toEqual([other])
})
