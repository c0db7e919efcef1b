import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { expectRefusedAt, idsOf, pointersOf } from '../../../../test/answers.ts'
import { market } from '../../../../test/market.ts'
import { operatorOf } from '../../../../test/operator.ts'

const shop = await market({ cleanUp: afterAll })
const { brandId, otherBrand } = shop.credentials
const RULE = { name: 'Spring', ratePercent: 15, startsAt: '2026-04-01T00:00:00Z' }

const { send, ...operator } = operatorOf(shop)
const create = (attributes: object, { id, brand = brandId }: { id?: string; brand?: string } = {}) =>
  operator.create(`/brands/${brand}/discount-rules`, 'discount-rules', attributes, id)
const patch = (id: string, attributes: object, bodyId?: string) =>
  operator.change(`/discount-rules/${id}`, 'discount-rules', attributes, bodyId)
const list = (query = '', brand = brandId) => send('GET', `/brands/${brand}/discount-rules${query}`)

test('a rule applies to all retailers and has no end by default', async () => {
  const answer = await create(RULE)
  expect(answer.status).toBe(201)
  const now = expect.stringMatching(/^2026-03-02T09:0\d:\d\d\.\d{6}Z$/)
  expect(answer.body.data).toEqual({
    type: 'discount-rules',
    id: expect.any(String),
    attributes: {
      brandId,
      brandName: 'Alder & Wick',
      ...RULE,
      startsAt: '2026-04-01T00:00:00.000000Z',
      endsAt: null,
      retailerSegment: null,
      createdAt: now,
      updatedAt: now,
    },
  })
})

test('a rule may name a segment and an end, in any time zone', async () => {
  const more = { retailerSegment: 'concept-stores', endsAt: '2026-05-01T02:00:00.5+02:00' }
  const { attributes } = (await create({ ...RULE, ...more })).body.data
  expect(attributes).toMatchObject({
    retailerSegment: 'concept-stores',
    endsAt: '2026-05-01T00:00:00.500000Z',
  })
})

test('a repeated id returns the stored rule, and an id of another brand is refused', async () => {
  const id = randomUUID()
  const answers = await Promise.all([create(RULE, { id }), create(RULE, { id })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 201])
  const later = await create({ ...RULE, name: 'Other' }, { id })
  expect([later.status, later.body.data.attributes.name]).toEqual([200, 'Spring'])
  expect((await create(RULE, { id, brand: otherBrand.brandId })).status).toBe(403)
})

const BAD: [field: string, value: unknown][] = [
  ['name', ''],
  ['name', 'x'.repeat(201)],
  ['retailerSegment', ''],
  ['retailerSegment', 5],
  ['ratePercent', 0],
  ['ratePercent', 101],
  ['ratePercent', 12.5],
  ['ratePercent', '15'],
  ['startsAt', '2026-04-01'],
  ['startsAt', '2026-02-30T00:00:00Z'],
  ['startsAt', '0000-01-01T00:00:00Z'],
  ['startsAt', '2026-12-31T23:59:60Z'],
  ['startsAt', '2026-04-01T00:00:00'],
  ['endsAt', 'never'],
  ['endsAt', '2026-04-01T00:00:00Z'],
  ['endsAt', '2026-03-31T23:59:59Z'],
]

test.each(BAD)('%s cannot be %j', async (field, value) => {
  expectRefusedAt(await create({ ...RULE, [field]: value }), `data.attributes.${field}`)
  const { id } = (await create(RULE)).body.data
  expectRefusedAt(await patch(id, { [field]: value }), `data.attributes.${field}`)
})

test('a rule needs a name, a rate and a start', async () => {
  expect(pointersOf(await create({})).sort()).toEqual(
    ['name', 'ratePercent', 'startsAt'].map((field) => `data.attributes.${field}`),
  )
})

test('an update changes only the given attributes, and the start must be before the stored end', async () => {
  const { data: before } = (await create({ ...RULE, endsAt: '2026-05-01T00:00:00Z' })).body
  await shop.advance(60)
  const answer = await patch(before.id, { ratePercent: 20, retailerSegment: 'museums' })
  const { updatedAt, ...changed } = answer.body.data.attributes
  const { updatedAt: updatedBefore, ...unchanged } = before.attributes
  expect(changed).toEqual({ ...unchanged, ratePercent: 20, retailerSegment: 'museums' })
  expect(Date.parse(updatedAt) - Date.parse(updatedBefore)).toBeGreaterThanOrEqual(60_000)
  const late = await patch(before.id, { startsAt: '2026-05-01T00:00:00Z' })
  expectRefusedAt(late, 'data.attributes.endsAt')
  const open = await patch(before.id, {
    startsAt: '2026-05-01T00:00:00Z',
    endsAt: null,
    retailerSegment: null,
  })
  expect([open.status, open.body.data.attributes.endsAt]).toEqual([200, null])
  const nothing = await patch(before.id, {})
  expect(nothing.body.data).toEqual(open.body.data)
})

test('another id in the body is refused, and an unknown rule or brand is not found', async () => {
  const { id } = (await create(RULE)).body.data
  const other = await patch(id, { ratePercent: 5 }, randomUUID())
  expectRefusedAt(other, 'data.id')
  expect((await patch(randomUUID(), { ratePercent: 5 })).status).toBe(404)
  expect((await patch(randomUUID(), {})).status).toBe(404)
  expect((await send('DELETE', `/discount-rules/${randomUUID()}`)).status).toBe(404)
  expect((await list('', randomUUID())).status).toBe(404)
  expect((await create(RULE, { brand: randomUUID() })).status).toBe(404)
})

test('a deleted rule is no longer found, and the response has no body', async () => {
  const { id } = (await create(RULE)).body.data
  const answer = await send('DELETE', `/discount-rules/${id}`)
  expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([204, '', undefined])
  expect(idsOf(await list())).not.toContain(id)
  expect((await send('DELETE', `/discount-rules/${id}`)).status).toBe(404)
})

test("the list has the brand's own rules, newest first, in pages", async () => {
  const brand = otherBrand.brandId
  const made: string[] = []
  for (let i = 0; i < 17; i++) {
    await shop.advance(1)
    made.unshift((await create(RULE, { brand })).body.data.id)
  }
  const first = await list('', brand)
  expect([idsOf(first), first.body.meta.page.hasMore]).toEqual([made.slice(0, 15), true])
  expect(idsOf(await list(`?page[after]=${made[14]}`, brand))).toEqual(made.slice(15))
  expect(idsOf(await list(`?page[before]=${made[2]}&page[limit]=50`, brand))).toEqual(made.slice(0, 2))
  const { id } = (await create(RULE)).body.data
  expect((await list(`?page[after]=${id}`, brand)).status).toBe(400)
  expect((await list('?page[limit]=101', brand)).status).toBe(400)
})
