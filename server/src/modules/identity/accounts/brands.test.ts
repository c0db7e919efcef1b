import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { expectRefusedAt, idsOf, pointersOf } from '../../../../test/answers.ts'
import { market } from '../../../../test/market.ts'
import { operatorOf } from '../../../../test/operator.ts'

const shop = await market({ cleanUp: afterAll })
const BRANDS = '/brands'
const MINIMAL = { name: 'Fennel & Rye', currency: 'EUR', country: 'FR' }

const { send, ...operator } = operatorOf(shop)
const create = (attributes: object, id?: string) => operator.create(BRANDS, 'brands', attributes, id)
const patch = (id: string, attributes: object, bodyId?: string) =>
  operator.change(`${BRANDS}/${id}`, 'brands', attributes, bodyId)

test('a new brand has the given attributes, and defaults for the rest', async () => {
  const answer = await create({ ...MINIMAL, unknown: 'ignored', createdAt: '2001-01-01T00:00:00Z' })
  expect(answer.status).toBe(201)
  const now = expect.stringMatching(/^2026-03-02T09:0\d:\d\d\.\d{6}Z$/)
  expect(answer.body.data).toEqual({
    type: 'brands',
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    attributes: {
      ...MINIMAL,
      averageLeadTime: '3-5',
      address: null,
      platformFeePercent: 10,
      newCustomerFeePercent: 0,
      feeVatPercent: 20,
      marketplaceStockLocation: 'brand',
      automationMode: 'automatic-brand_control',
      images: { squared: null, rounded: null, large: null },
      link: null,
      suspendedAt: null,
      suspendedReason: null,
      createdAt: now,
      updatedAt: now,
    },
  })
  const read = await send('GET', `${BRANDS}/${answer.body.data.id}`)
  expect(read.status).toBe(200)
  expect(read.body.data).toEqual(answer.body.data)
})

test('every setting can be given, and missing names of an address are null', async () => {
  const settings = {
    averageLeadTime: '0-2',
    platformFeePercent: 12.5,
    newCustomerFeePercent: 100,
    feeVatPercent: 0,
    marketplaceStockLocation: 'warehouse',
    automationMode: 'automatic-confirm-and-request-fulfillment',
    images: { squared: 'https://cdn.tradehall.test/fennel.jpg', rounded: null, large: null },
    link: '/brand/fennel-rye',
  }
  const address = { street: 'Quai 4', city: 'Lyon', postalCode: '69001', countryCode: 'FR' }
  const answer = await create({ ...MINIMAL, ...settings, address })
  expect(answer.status).toBe(201)
  expect(answer.body.data.attributes).toMatchObject(settings)
  expect(answer.body.data.attributes.address).toEqual({ name: null, organisationName: null, ...address })
  const [stored] = await shop.platform.db`
    select jsonb_typeof(address) as kind from identity.brands where id = ${answer.body.data.id}`
  expect(stored?.kind).toBe('object')
})

test('a new brand has a stock location, and a refused request creates none', async () => {
  const locations = async (id: string) =>
    await shop.platform.db`select type, external_id from stock.locations where brand_id = ${id}`
  const id = randomUUID()
  expect((await create({ ...MINIMAL, name: '' }, id)).status).toBe(422)
  expect(await locations(id)).toEqual([])
  expect((await create(MINIMAL, id)).status).toBe(201)
  expect(await locations(id)).toEqual([{ type: 'brand', external_id: id }])
})

describe('a create with an id', () => {
  test('returns 200 with the stored brand when it is repeated', async () => {
    const id = randomUUID()
    const first = await create(MINIMAL, id.toUpperCase())
    expect([first.status, first.body.data.id]).toEqual([201, id])
    const again = await create({ ...MINIMAL, name: 'Another name' }, id)
    expect(again.status).toBe(200)
    expect(again.body.data).toEqual(first.body.data)
  })

  test('creates one brand and one location when requests are concurrent', async () => {
    const id = randomUUID()
    const answers = await Promise.all([create(MINIMAL, id), create(MINIMAL, id), create(MINIMAL, id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201])
    const { db } = shop.platform
    expect(await db`select id from identity.brands where id = ${id}`).toHaveLength(1)
    expect(await db`select id from stock.locations where brand_id = ${id}`).toHaveLength(1)
  })
})

describe('a change', () => {
  test('sets only the given attributes and the time of the change', async () => {
    const { data: before } = (await create({ ...MINIMAL, averageLeadTime: '6-10', platformFeePercent: 8 }))
      .body
    await shop.advance(60)
    const notSettable = { createdAt: '2001-01-01T00:00:00Z', id: randomUUID(), unknown: 1 }
    const answer = await patch(before.id, { platformFeePercent: 9.25, currency: 'GBP', ...notSettable })
    expect(answer.status).toBe(200)
    const { updatedAt, ...changed } = answer.body.data.attributes
    const { updatedAt: updatedBefore, ...unchanged } = before.attributes
    expect(changed).toEqual({ ...unchanged, platformFeePercent: 9.25, currency: 'GBP' })
    expect(Date.parse(updatedAt) - Date.parse(updatedBefore)).toBeGreaterThanOrEqual(60_000)
  })

  test('replaces an address as a whole, and null removes it', async () => {
    const address = { name: 'Ada', street: 'Quai 4', city: 'Lyon', postalCode: '69001', countryCode: 'FR' }
    const { id } = (await create({ ...MINIMAL, address })).body.data
    const moved = { street: 'Rue 5', city: 'Nice', postalCode: '06000', countryCode: 'FR' }
    const answer = await patch(id, { address: moved })
    expect(answer.body.data.attributes.address).toEqual({ name: null, organisationName: null, ...moved })
    expect((await patch(id, { address: null })).body.data.attributes.address).toBeNull()
  })

  test('without attributes changes nothing, not even the time', async () => {
    const { data } = (await create(MINIMAL)).body
    await shop.advance(60)
    expect((await patch(data.id, {})).body.data).toEqual(data)
    const bare = await send('PATCH', `${BRANDS}/${data.id}`, { data: { type: 'brands', id: data.id } })
    expect(bare.body.data).toEqual(data)
  })

  test('is refused if the body has another id, and returns 404 for an unknown brand', async () => {
    const { id } = (await create(MINIMAL)).body.data
    const other = await patch(id, { name: 'x' }, randomUUID())
    expectRefusedAt(other, 'data.id')
    expect((await patch(randomUUID(), { name: 'x' })).status).toBe(404)
    expect((await patch(randomUUID(), {})).status).toBe(404)
    expect((await patch(id.toUpperCase(), { name: 'Capital' }, id)).status).toBe(200)
  })
})

test('returns 404 for an unknown brand', async () => {
  expect((await send('GET', `${BRANDS}/${randomUUID()}`)).status).toBe(404)
})

const address = { street: 'Quai 4', city: 'Lyon', postalCode: '69001', countryCode: 'FR' }
const BAD: [field: string, value: unknown, pointer?: string][] = [
  ['name', ''],
  ['name', '   '],
  ['name', 'x'.repeat(201)],
  ['name', 5],
  ['currency', 'EURO'],
  ['currency', 'eur'],
  ['currency', 'QQQ'],
  ['country', 'FRA'],
  ['country', 'fr'],
  ['country', 'QQ'],
  ['averageLeadTime', 3],
  ['averageLeadTime', '3'],
  ['averageLeadTime', '2-4'],
  ['platformFeePercent', -0.1],
  ['platformFeePercent', 100.1],
  ['newCustomerFeePercent', '5'],
  ['feeVatPercent', 101],
  ['marketplaceStockLocation', 'shop'],
  ['automationMode', 'automatic'],
  ['address', 'Quai 4'],
  ['address', { ...address, street: undefined }, 'address.street'],
  ['address', { ...address, street: 'x'.repeat(501) }, 'address.street'],
  ['address', { ...address, countryCode: 'QQ' }, 'address.countryCode'],
  ['address', { ...address, name: 5 }, 'address.name'],
  ['address', { ...address, zip: '1' }, 'address.zip'],
]

test.each(BAD)('%s cannot be %j', async (field, value, pointer = field) => {
  expectRefusedAt(await create({ ...MINIMAL, [field]: value }), `data.attributes.${pointer}`)
  const { id } = (await create(MINIMAL)).body.data
  expectRefusedAt(await patch(id, { [field]: value }), `data.attributes.${pointer}`)
})

test('null has the same effect as a missing attribute if the attribute cannot be empty', async () => {
  const { data } = (await create({ ...MINIMAL, averageLeadTime: null, feeVatPercent: null })).body
  const dated = { createdAt: expect.any(String), updatedAt: expect.any(String) }
  expect(data.attributes).toEqual({ ...(await create(MINIMAL)).body.data.attributes, ...dated })
  expect((await patch(data.id, { name: null, averageLeadTime: null })).body.data.attributes).toEqual({
    ...data.attributes,
    updatedAt: expect.any(String),
  })
  expect(pointersOf(await create({ ...MINIMAL, name: null }))).toEqual(['data.attributes.name'])
})

test('all invalid and missing attributes are reported together', async () => {
  const answer = await create({ country: 'XX', averageLeadTime: 5 })
  expect(answer.status).toBe(422)
  expect(pointersOf(answer).sort()).toEqual([
    'data.attributes.averageLeadTime',
    'data.attributes.country',
    'data.attributes.currency',
    'data.attributes.name',
  ])
  const badCode = answer.body.errors.find((one: { detail: string }) => one.detail.includes('"XX"'))
  expect(badCode.detail).toBe('Expected a country code of ISO 3166-1 such as BE, but saw "XX".')
})

describe('the list', () => {
  test('is newest first, has fifteen brands a page, and links to the next and previous pages', async () => {
    for (let i = 0; i < 20; i++) {
      await shop.advance(1)
      await create({ ...MINIMAL, name: `Paged ${i}` })
    }
    const first = await send('GET', `${BRANDS}?filter[name]=paged`)
    expect(names(first)).toEqual(Array.from({ length: 15 }, (_, i) => `Paged ${19 - i}`))
    expect(first.body.meta.page).toMatchObject({ hasMore: true, perPage: 15 })
    const second = await send('GET', pathOf(first.body.links.next))
    expect(names(second)).toEqual(['Paged 4', 'Paged 3', 'Paged 2', 'Paged 1', 'Paged 0'])
    expect(second.body.meta.page.hasMore).toBe(false)
    const back = await send('GET', pathOf(second.body.links.prev))
    expect(names(back)).toEqual(names(first))
  })

  test('refuses a page of more than a hundred and an unknown cursor, but accepts a cursor outside the filter', async () => {
    expect((await send('GET', `${BRANDS}?page[limit]=101`)).status).toBe(400)
    expect((await send('GET', `${BRANDS}?page[limit]=100`)).status).toBe(200)
    const unknown = await send('GET', `${BRANDS}?page[after]=${randomUUID()}`)
    expect([unknown.status, unknown.body.errors[0].source.parameter]).toEqual([400, 'page[after]'])
    const { id } = (await create({ ...MINIMAL, name: 'Elsewhere' })).body.data
    const outside = await send('GET', `${BRANDS}?filter[name]=nobody-is-called-so&page[after]=${id}`)
    expect([outside.status, outside.body.data]).toEqual([200, []])
    expect(outside.body.links).not.toHaveProperty('prev')
    const older = await send('GET', `${BRANDS}?filter[name]=paged&page[limit]=1&page[after]=${id}`)
    expect(names(older)).toEqual(['Paged 19'])
  })

  test('can be filtered by ids and by a part of the name without wildcards', async () => {
    const one = (await create({ ...MINIMAL, name: '100% Wool_Co' })).body.data
    const two = (await create({ ...MINIMAL, name: '100 Wool' })).body.data
    const byId = await send('GET', `${BRANDS}?filter[id][]=${one.id}&filter[id][]=${randomUUID()}`)
    expect(idsOf(byId)).toEqual([one.id])
    expect(idsOf(await send('GET', `${BRANDS}?filter[name]=0%25%20wool_c`))).toEqual([one.id])
    expect(idsOf(await send('GET', `${BRANDS}?filter[name]=1%25wool`))).toEqual([])
    expect(idsOf(await send('GET', `${BRANDS}?filter[name]=100`)).sort()).toEqual([one.id, two.id].sort())
    expect(idsOf(await send('GET', `${BRANDS}?filter[name]=100&filter[id]=${two.id}`))).toEqual([two.id])
    const tooMany = Array.from({ length: 51 }, () => `filter[id][]=${randomUUID()}`).join('&')
    expect((await send('GET', `${BRANDS}?${tooMany}`)).status).toBe(400)
    expect((await send('GET', `${BRANDS}?filter[id][]=5`)).status).toBe(400)
  })
})

type List = { body: { data: { id: string; attributes: { name: string } }[] } }
const names = ({ body }: List) => body.data.map(({ attributes }) => attributes.name)
const pathOf = (link: string) => link.replace(/^https?:\/\/[^/]+\/api\/operator\/v1/, '')

test('the list can be filtered by name, by email of a user, by country and by suspension', async () => {
  const named = (await create({ name: 'Quince 50% & Sons', currency: 'EUR', country: 'IE' })).body.data.id
  const other = (await create({ name: 'Medlar', currency: 'EUR', country: 'IE' })).body.data.id
  const attributes = { email: 'Niamh@medlar.test', firstName: 'Niamh', lastName: 'Byrne' }
  await operator.create(`${BRANDS}/${other}/users`, 'users', attributes)
  await operator.create(`${BRANDS}/${other}/-actions/suspend`, 'brands', { reason: 'A test.' })
  const found = async (query: string) => idsOf(await send('GET', `${BRANDS}?${query}`))
  expect(await found('filter[q]=quINCE')).toEqual([named])
  expect(await found('filter[q]=50%25')).toEqual([named])
  expect(await found('filter[q]=niamh@')).toEqual([other])
  expect(await found('filter[country]=IE')).toEqual([other, named])
  expect(await found('filter[country]=IE&filter[suspended]=true')).toEqual([other])
  expect(await found('filter[country]=IE&filter[suspended]=false')).toEqual([named])
  expect(await found('filter[q]=nobody-is-called-so')).toEqual([])
})

test('the audit log records the creation and changes of a brand, with the fees', async () => {
  const { id } = (await create(MINIMAL)).body.data
  await patch(id, { platformFeePercent: 12.5, address: null })
  const log = await send('GET', `/audit?filter[brandId]=${id}`)
  expect(log.body.data.map(({ attributes }: { attributes: object }) => attributes)).toMatchObject([
    { action: 'update', detail: 'platformFeePercent: 12.5, address', subjectName: MINIMAL.name },
    { action: 'create', detail: expect.stringContaining('country: FR'), brandId: id },
  ])
  const one = await send('GET', `/audit/${log.body.data[0].id}`)
  expect(one.body.data).toEqual(log.body.data[0])
  expect((await send('GET', `/audit/${randomUUID()}`)).status).toBe(404)
  const version = async () =>
    (await shop.send('GET', '/api/v1/activity', { as: 'operator' })).body.data.attributes.versions
  const before = await version()
  await shop.advance(1)
  await patch(id, { platformFeePercent: 13 })
  const after = await version()
  for (const type of ['brands', 'audit-entries']) expect(after[type]).not.toBe(before[type])
})
