import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { addTestProducts, type ProductOverrides } from '../../../../test/catalog.ts'
import { type Answer, market, type SendOptions } from '../../../../test/market.ts'
import { expectSoundLedger, readLevels } from '../../../../test/stock.ts'

const shop = await market({ cleanUp: afterAll })
const { brandId } = shop.credentials
const { db } = shop.platform

const create = (body?: unknown, options: SendOptions = {}, query = '') =>
  shop.send('POST', `/api/testing/orders/create${query}`, { body, ...options })

async function newVariant(wish: ProductOverrides = {}, brand = brandId): Promise<string> {
  const [product] = await addTestProducts(shop.platform, brand, [wish])
  return product.variants[0]?.id ?? ''
}

interface Item {
  type: string
  id: string
  attributes: { quantity: number }
  relationships: { productVariant: { data: { id: string } } }
}

/** Quantities by variant, in the order of the lines. */
async function linesOf(answer: Answer): Promise<[string, number][]> {
  expect(answer.status, answer.text).toBe(200)
  const path = `/api/v1/orders/${answer.body.data.id}?include=orderItems`
  const items: Item[] = (await shop.send('GET', path)).body.included
  const byId = new Map(items.map((item) => [item.id, item]))
  return answer.body.data.relationships.orderItems.data.map(({ id }: { id: string }) => {
    const item = byId.get(id)
    return [item?.relationships.productVariant.data.id, item?.attributes.quantity]
  })
}

const mistakesOf = ({ body }: Answer): [string, string | undefined][] =>
  body.errors.map((error: { status: string; source?: { pointer: string } }) => [
    error.status,
    error.source?.pointer,
  ])

/** The counts of everything that a test order creates or changes. */
async function everything() {
  const [counts] = await db`
    select (select count(*) from identity.retailers) as retailers, (select count(*) from catalog.products) as products,
      (select count(*) from ordering.orders) as orders, (select count(*) from platform.outbox) as events,
      (select sum(reserved) from stock.levels) as reserved`
  return counts
}

describe('a test order that names nothing', () => {
  test.each([
    ['no body', {}],
    ['null', { payload: 'null' }],
    ['an empty body', { body: {} }],
    ['members that are all null', { body: allNull() }],
    ['empty lists', { body: { productVariants: [], productOptions: [] } }],
  ])('with %s has a new retailer and one pack of two new products', async (_name, options) => {
    const before = await everything()
    const answer = await create(undefined, options)
    const lines = await linesOf(answer)
    expect(lines.map(([, quantity]) => quantity)).toEqual([1, 1])
    expect(new Set(lines.map(([id]) => id)).size).toBe(2)
    const after = await everything()
    expect(after).toMatchObject({
      retailers: before?.retailers + 1,
      products: before?.products + 2,
      orders: before?.orders + 1,
      reserved: before?.reserved + 2,
    })
    const variants = await db`
      select brand_id, product_id from catalog.variants where id = any(${lines.map(([id]) => id)}::uuid[])`
    expect(new Set(variants.map((row) => row.product_id)).size).toBe(2)
    expect(variants.map((row) => row.brand_id)).toEqual([brandId, brandId])
  })

  function allNull() {
    return { retailerId: null, itemQuantity: null, productVariants: null, productOptions: null }
  }

  test('answers with the single form in ankor_confirmed, addressed to the new retailer', async () => {
    const { body } = await create()
    expect(body.data).toMatchObject({
      type: 'order',
      attributes: {
        status: 'ankor_confirmed',
        masterOrderId: body.data.id,
        shippingOverview: { latestQuote: null, parcels: [], transaction: null },
        billingStreet: expect.any(String),
        billingCity: expect.any(String),
        billingCountryCode: 'BE',
      },
    })
    const [retailer] = await db`
      select store_name, email, first_name, address from identity.retailers
      where id = ${body.data.relationships.retailer.data.id}`
    expect(retailer?.email).toMatch(/^buying@shop-[0-9a-f]{6}\.test$/)
    expect(body.data.attributes.billingOrganisationName).toBe(retailer?.store_name)
  })

  test('can be read like any other order, with its event and its history', async () => {
    const { body } = await create()
    const read = await shop.send('GET', `/api/v1/orders/${body.data.id}`)
    expect(read.body).toEqual(body)
    const events = await db`select type from platform.outbox where subject_id = ${body.data.id}`
    expect([...events]).toEqual([{ type: 'order.brand_created' }])
    const history = await shop.send('GET', `/api/v1/orders/${body.data.id}/history`)
    expect(history.body.data.map((entry: { attributes: object }) => entry.attributes)).toMatchObject([
      { command: 'submit', to: 'ankor_confirmed', movedBy: 'retailer' },
    ])
  })

  test.each([1, 7, 999])('uses itemQuantity %i for each generated line', async (itemQuantity) => {
    const lines = await linesOf(await create({ itemQuantity }))
    expect(lines.map(([, quantity]) => quantity)).toEqual([itemQuantity, itemQuantity])
  })

  test('includes the requested relationships', async () => {
    const answer = await create({}, {}, '?include=retailer,orderItems.productVariant.product,billingItems')
    const types = new Set(answer.body.included.map((one: { type: string }) => one.type))
    expect(types).toEqual(new Set(['retailer', 'order-items', 'productVariant', 'product', 'billing-items']))
    expect((await create({}, {}, '?include=nothing')).status).toBe(400)
  })
})

describe('a test order that names a retailer', () => {
  test('belongs to that retailer, and no other is created', async () => {
    const { retailerId } = shop.credentials.retailer
    const before = await everything()
    const { body } = await create({ retailerId: retailerId.toUpperCase() })
    expect(body.data.relationships.retailer.data.id).toBe(retailerId)
    expect((await everything())?.retailers).toBe(before?.retailers)
  })

  test('is refused if there is no such retailer, and leaves nothing behind', async () => {
    const before = await everything()
    const answer = await create({ retailerId: randomUUID() })
    expect(answer.status).toBe(422)
    expect(mistakesOf(answer)).toEqual([['422', 'retailerId']])
    expect(await everything()).toEqual(before)
  })

  test('is refused when the retailer has no address', async () => {
    const id = randomUUID()
    await db`
      insert into identity.retailers (id, store_name, email, currency, country, created_at, updated_at)
      values (${id}, 'Nowhere', 'x@nowhere.test', 'EUR', 'BE', now(), now())`
    const answer = await create({ retailerId: id })
    expect(answer.status).toBe(422)
    expect(mistakesOf(answer)).toEqual([['422', 'retailerId']])
  })
})

describe.each(['productVariants', 'productOptions'])('a test order that names %s', (list) => {
  test('has these lines in this order, by either spelling of the quantity', async () => {
    const [one, two, three] = [await newVariant(), await newVariant(), await newVariant()]
    const before = await everything()
    const named = [
      { id: one, itemQuantity: 3 },
      { id: two.toUpperCase(), quantity: 2, itemQuantity: null },
      { id: three, quantity: 4, itemQuantity: 4 },
    ]
    expect(await linesOf(await create({ [list]: named }))).toEqual([
      [one, 3],
      [two, 2],
      [three, 4],
    ])
    expect(await readLevels(db, [one, two, three])).toMatchObject([
      { available: 2, reserved: 3 },
      { available: 3, reserved: 2 },
      { available: 1, reserved: 4 },
    ])
    expect((await everything())?.products).toBe(before?.products)
  })

  test('uses one pack, or itemQuantity, for lines without a quantity', async () => {
    const id = await newVariant()
    expect(await linesOf(await create({ [list]: [{ id }] }))).toEqual([[id, 1]])
    expect(await linesOf(await create({ [list]: [{ id }], itemQuantity: 2 }))).toEqual([[id, 2]])
    expect(await linesOf(await create({ [list]: [{ id, quantity: 1 }], itemQuantity: 2 }))).toEqual([[id, 1]])
  })

  test('is refused with one error for each line without enough stock, and reserves nothing', async () => {
    const [few, enough, none] = [await newVariant(), await newVariant(), await newVariant()]
    const before = await everything()
    const named = [
      { id: few, itemQuantity: 6 },
      { id: enough, itemQuantity: 5 },
      { id: none, quantity: 7 },
    ]
    const answer = await create({ [list]: named })
    expect(answer.status).toBe(409)
    expect(mistakesOf(answer)).toEqual([
      ['409', `${list}.0.itemQuantity`],
      ['409', `${list}.2.quantity`],
    ])
    expect(answer.body.errors[0]).toMatchObject({ code: 'INSUFFICIENT_STOCK', meta: { available: 5 } })
    expect(await everything()).toEqual(before)
  })

  test('is refused for variants that are unknown, archived, not for sale or named twice', async () => {
    const archived = await newVariant({ archived_at: new Date('2026-01-01T00:00:00Z') })
    const inactive = await newVariant({ active: false })
    const twice = await newVariant()
    const ids = [randomUUID(), archived, inactive, twice, twice.toUpperCase()]
    const answer = await create({ [list]: ids.map((id) => ({ id, itemQuantity: 1 })) })
    expect(answer.status).toBe(422)
    expect(mistakesOf(answer)).toEqual([0, 1, 2, 4].map((i) => ['422', `${list}.${i}.id`]))
  })

  test("is refused with 403 for another brand's variant", async () => {
    const foreign = await newVariant({}, shop.credentials.otherBrand.brandId)
    const before = await everything()
    const answer = await create({
      [list]: [{ id: await newVariant() }, { id: foreign }, { id: randomUUID() }],
    })
    expect(answer.status).toBe(403)
    expect(mistakesOf(answer)).toEqual([['403', `${list}.1.id`]])
    expect(await everything()).toMatchObject({ orders: before?.orders, retailers: before?.retailers })
  })
})

test.each([
  [{ itemQuantity: 0 }, 'itemQuantity'],
  [{ itemQuantity: 1000 }, 'itemQuantity'],
  [{ itemQuantity: 1.5 }, 'itemQuantity'],
  [{ itemQuantity: '3' }, 'itemQuantity'],
  [{ retailerId: 'me' }, 'retailerId'],
  [{ retailerId: 5 }, 'retailerId'],
  [{ productVariants: {} }, 'productVariants'],
  [{ productVariants: [null] }, 'productVariants.0'],
  [{ productVariants: [{ itemQuantity: 1 }] }, 'productVariants.0.id'],
  [{ productVariants: [{ id: 'x', itemQuantity: 1 }] }, 'productVariants.0.id'],
  [{ productVariants: [{ id: randomUUID(), itemQuantity: 0 }] }, 'productVariants.0.itemQuantity'],
  [{ productVariants: [{ id: randomUUID(), quantity: 1000 }] }, 'productVariants.0.quantity'],
  [{ productVariants: [{ id: randomUUID(), quantity: 1, itemQuantity: 2 }] }, 'productVariants.0.quantity'],
  [{ productOptions: [{ id: randomUUID(), itemQuantity: 1000 }] }, 'productOptions.0.itemQuantity'],
  [{ productVariants: [{ id: randomUUID() }], productOptions: [{ id: randomUUID() }] }, 'productOptions'],
])('a test order %j is refused', async (body, pointer) => {
  const answer = await create(body)
  expect(answer.status, answer.text).toBe(422)
  expect(mistakesOf(answer)).toEqual([['422', pointer]])
})

test('unknown members of a test order are ignored, and named in a header', async () => {
  const { status, headers } = await create({ retailer: 'me', itemQuantity: 2, data: { a: 1 } })
  expect([status, headers['x-ignored-members']]).toEqual([200, 'retailer, data'])
})

test('a test order has at most 200 lines', async () => {
  const answer = await create({ productVariants: Array.from({ length: 201 }, () => ({ id: randomUUID() })) })
  expect(answer.status).toBe(422)
  expect(mistakesOf(answer)).toEqual([['422', 'productVariants']])
})

test('only brands can create test orders, each with its own products', async () => {
  for (const as of ['retailer', 'operator'] as const) expect((await create({}, { as })).status).toBe(403)
  const { status, body } = await create({}, { as: 'otherBrand' })
  expect(status).toBe(200)
  expect(body.data.attributes.brandCurrency).toBe('GBP')
  expect((await shop.send('GET', `/api/v1/orders/${body.data.id}`)).status).toBe(403)
})

test('two concurrent test orders do not get the same last pack', async () => {
  const id = await newVariant({ variants: [{ stock: { onHand: 3 } }] })
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => create({ productVariants: [{ id, itemQuantity: 1 }] })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409, 409])
  await expectSoundLedger(db)
})
