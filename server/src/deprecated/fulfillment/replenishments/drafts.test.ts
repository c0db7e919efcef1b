import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { codesOf, expectRefusedAt, idsOf, pointersOf } from '../../../../test/answers.ts'
import { market } from '../../../../test/market.ts'
import { operatorOf } from '../../../../test/operator.ts'
import {
  API,
  advanceReplenishment,
  createDraft,
  declareGoods,
  draftOf,
  type Goods,
} from '../../../../test/warehouse.ts'
import { archiveVariants } from '../../../modules/catalog/index.ts'

const shop = await market({ cleanUp: afterAll })
const { platform, credentials } = shop
const operator = operatorOf(shop)
const PATH = `${API}/replenishments`
const [tea, cup] = (await declareGoods(shop, [{}, {}])) as [Goods, Goods]
const good = draftOf([{ itemId: tea.itemId, quantity: 24 }])

const create = (body: object, as: 'brand' | 'otherBrand' = 'brand') => shop.send('POST', PATH, { body, as })
const change = (id: string, data: object) => shop.send('PATCH', `${PATH}/${id}`, { body: { data } })
const read = async (id: string) => (await shop.send('GET', `${PATH}/${id}`)).body.data
const count = async () => (await platform.db`select count(*) as n from fulfillment.replenishments`)[0]?.n

describe('a draft', () => {
  test('is created once for an id of the client, and shows the sent attributes', async () => {
    const id = randomUUID()
    const first = await create({ ...good, id, brandId: 731 })
    expect(first.status).toBe(200)
    const { fulfillmentBrandId, warehouseId } = first.body.data.attributes
    expect(first.body.data).toEqual({
      type: 'replenishments',
      id,
      attributes: {
        brandId: 731,
        fulfillmentBrandId: expect.any(String),
        warehouseId: expect.any(String),
        shippingCarrierName: 'Northline',
        shipmentType: 'PARCEL',
        items: [{ fulfillmentItemId: tea.itemId, quantity: 24, status: 'available' }],
        reference: expect.stringMatching(/^R_\d+$/),
        status: 'created',
        createdAt: expect.stringMatching(/^2026-03-02T09:/),
        submittedAt: null,
        confirmedAt: null,
        deliveredAt: null,
        receivedAt: null,
        receipts: [],
      },
      relationships: {
        fulfillmentBrand: { data: { type: 'fulfillment-brands', id: fulfillmentBrandId } },
        warehouse: { data: { type: 'warehouses', id: warehouseId } },
      },
    })
    const again = await create({
      ...good,
      id,
      shippingCarrierName: 'Another',
      fulfillmentBrandId,
      warehouseId,
    })
    expect([again.status, again.body.data.attributes.shippingCarrierName]).toEqual([200, 'Northline'])
    const answers = await Promise.all(Array.from({ length: 3 }, () => create({ ...good, id: other })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await create({ ...good, id }, 'otherBrand')).status).toBe(403)
  })
  const other = randomUUID()

  test('can be changed partially and deleted', async () => {
    const id = await createDraft(shop, [{ itemId: tea.itemId, quantity: 24 }])
    const items = [{ fulfillmentItemId: cup.itemId, quantity: 3, status: 'qualityControl' }]
    expect((await change(id, { items })).body.data.attributes).toMatchObject({ items, status: 'created' })
    const changed = await change(id, {
      shippingCarrierName: 'Southline',
      shipmentType: 'FTL',
      status: 'created',
    })
    expect(changed.body.data.attributes).toMatchObject({
      shippingCarrierName: 'Southline',
      shipmentType: 'FTL',
      items,
    })
    expect((await shop.send('DELETE', `${PATH}/${id}`)).status).toBe(200)
    expect((await shop.send('GET', `${PATH}/${id}`)).status).toBe(404)
    expect((await shop.send('DELETE', `${PATH}/${id}`)).status).toBe(404)
  })

  test.each(['confirmed', 'sent'])(
    'is confirmed by the status %s, and can then no longer be changed by the brand',
    async (status) => {
      const id = await createDraft(shop, [{ itemId: tea.itemId, quantity: 24 }])
      const confirmed = await change(id, { status, shippingCarrierName: 'Southline' })
      expect(confirmed.body.data.attributes).toMatchObject({
        status: 'confirmed',
        shippingCarrierName: 'Southline',
        confirmedAt: expect.stringMatching(/^2026-03-02T09:/),
      })
      const before = await read(id)
      expect(before.attributes.submittedAt).toBe(before.attributes.confirmedAt)
      for (const data of [
        { shippingCarrierName: 'X' },
        { items: good.items },
        { status: 'created' },
        { status },
      ]) {
        expectRefusedAt(await change(id, data), 'data.status')
      }
      const refused = await shop.send('DELETE', `${PATH}/${id}`)
      expect([refused.status, codesOf(refused)]).toEqual([422, ['REPLENISHMENT_NOT_DRAFT']])
      expect(await read(id)).toEqual(before)
    },
  )

  test('is confirmed once by concurrent requests', async () => {
    const id = await createDraft(shop, [{ itemId: tea.itemId, quantity: 24 }])
    const answers = await Promise.all(Array.from({ length: 4 }, () => change(id, { status: 'confirmed' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
  })
})

describe('refused, and nothing is changed:', () => {
  const [item] = good.items
  test.each([
    ['no carrier', { shippingCarrierName: undefined }, ['shippingCarrierName']],
    ['an unknown kind of shipment', { shipmentType: 'SHIP' }, ['shipmentType']],
    ['no items', { items: [] }, ['items']],
    ['a quantity of none', { items: [{ ...item, quantity: 0 }] }, ['items.0.quantity']],
    ['half a batch', { items: [{ ...item, quantity: 1.5 }] }, ['items.0.quantity']],
    ['an unknown status of goods', { items: [{ ...item, status: 'gone' }] }, ['items.0.status']],
    ['an item twice', { items: [item, item] }, ['items.1.fulfillmentItemId']],
  ])('%s', async (_what, wrong, pointers) => {
    const before = await count()
    expectRefusedAt(await create({ ...good, ...wrong }), ...pointers)
    expect(await count()).toBe(before)
  })

  test('unknown or foreign items, brands and warehouses, and archived variants', async () => {
    const before = await count()
    const hall = await operator.create('/warehouses', 'warehouses', { name: 'Hall two', countryCode: 'FR' })
    const [foreign] = await foreignGoods(hall.body.data.id)
    const [archived] = (await declareGoods(shop, [{}])) as [Goods]
    await archiveVariants(platform, credentials.brandId, [archived.variantId], platform.clock.now())
    const named = (fulfillmentItemId: unknown) => ({ items: [item, { ...item, fulfillmentItemId }] })
    const cases: [object, number, string][] = [
      [named(randomUUID()), 404, 'items.1.fulfillmentItemId'],
      [named(foreign?.itemId), 403, 'items.1.fulfillmentItemId'],
      [named(archived.itemId), 422, 'items.1.fulfillmentItemId'],
      [{ fulfillmentBrandId: randomUUID() }, 404, 'fulfillmentBrandId'],
      [{ fulfillmentBrandId: foreign?.fulfillmentBrandId }, 403, 'fulfillmentBrandId'],
      [{ warehouseId: randomUUID() }, 404, 'warehouseId'],
      [{ warehouseId: hall.body.data.id }, 422, 'warehouseId'],
    ]
    for (const [wrong, status, pointer] of cases) {
      const answer = await create({ ...good, ...wrong })
      expect([answer.status, pointersOf(answer)]).toEqual([status, [pointer]])
    }
    expect(await count()).toBe(before)

    const id = await createDraft(shop, [{ itemId: tea.itemId, quantity: 24 }])
    expectRefusedAt(await change(id, { shipmentType: '' }), 'data.shipmentType')
    expectRefusedAt(await change(id, { items: [{ ...item, quantity: -1 }] }), 'data.items.0.quantity')
    expectRefusedAt(await change(id, { status: 'received' }), 'data.status')
    expect((await change(id, named(randomUUID()))).status).toBe(404)
    expect((await read(id)).attributes).toMatchObject({ items: [item], status: 'created' })
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { data: { status: 'confirmed' } } : undefined
      expect((await shop.send(method, `${PATH}/${id}`, { as: 'otherBrand', body })).status).toBe(403)
      expect((await shop.send(method, `${PATH}/${randomUUID()}`, { body })).status).toBe(404)
    }
  })

  async function foreignGoods(warehouseId: string) {
    const { brandId } = credentials.otherBrand
    const attributes = { brandId, warehouseId, countryCodes: ['GB'] }
    const enrolled = await operator.create('/fulfillment-enrolments', 'fulfillment-enrolments', attributes)
    expect(enrolled.status, enrolled.text).toBe(200)
    const [variant] = await platform.db`
      select id from catalog.variants where brand_id = ${brandId} and archived_at is null order by id limit 1`
    const data = { barcode: '4006381333931', unitCost: 3 }
    const path = `/api/v1/product-variants/${variant?.id}/declare-fulfillment-item`
    expect((await shop.send('POST', path, { body: { data }, as: 'otherBrand' })).status).toBe(201)
    const items = await shop.send('GET', `${API}/items`, { as: 'otherBrand' })
    // After its enrolment has ended, the brand retains its replenishments but cannot create new ones.
    expect((await operator.send('DELETE', `/fulfillment-enrolments/${brandId}`)).status).toBe(200)
    const refused = await create(draftOf([{ itemId: items.body.data[0].id, quantity: 1 }]), 'otherBrand')
    expect([refused.status, codesOf(refused)]).toEqual([403, ['not_a_fulfillment_brand']])
    const { fulfillmentBrandId } = enrolled.body.data.attributes
    return [{ itemId: items.body.data[0].id, fulfillmentBrandId }]
  }
})

test('replenishments are sorted by submission, with drafts as the newest', async () => {
  const ids: string[] = []
  for (const _ of [1, 2, 3]) ids.push(await createDraft(shop, [{ itemId: tea.itemId, quantity: 1 }]))
  const [first, second, draft] = ids as [string, string, string]
  await change(second, { status: 'confirmed' })
  await shop.advance(60)
  await change(first, { status: 'confirmed' })
  const list = async (query: string) =>
    idsOf(await shop.send('GET', `${PATH}?page[limit]=100&${query}`)).filter((id) => ids.includes(id))
  expect(await list('')).toEqual([draft, first, second])
  expect(await list('sort=-submittedAt')).toEqual([draft, first, second])
  expect(await list('sort=submittedAt')).toEqual([second, first, draft])
  const page = await shop.send('GET', `${PATH}?page[limit]=1&page[offset]=1`)
  expect(page.body.meta.page).toMatchObject({ from: 2, to: 2, perPage: 1, total: await count() })
  expect((await shop.send('GET', `${PATH}?sort=createdAt`)).status).toBe(400)
  expect((await advanceReplenishment(shop, draft, 'created')).status).toBe(200)
})
