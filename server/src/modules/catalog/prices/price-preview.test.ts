import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { addTestProducts } from '../../../../test/catalog.ts'
import { randomRuns, testSeed } from '../../../../test/chance.ts'
import { market } from '../../../../test/market.ts'
import { operatorOf } from '../../../../test/operator.ts'
import { addRetailer } from '../../../../test/order-requests.ts'
import { deleteDiscountRule, listRulesOfAll } from './discount-rules.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { platform } = shop
const { send, ...operator } = operatorOf(shop)
const NOW = '2026-03-02T09:00:00Z'

interface Preview {
  id: string
  attributes: Record<string, number | string | null>
}

async function newBrand(): Promise<string> {
  const { body } = await operator.create('/brands', 'brands', { name: 'Rye', currency: 'EUR', country: 'FR' })
  return body.data.id
}
const preview = async (brandId: string, query: Record<string, string>): Promise<Preview[]> => {
  const { body } = await send('GET', `/brands/${brandId}/price-previews?${new URLSearchParams(query)}`)
  return body.data
}
const addRule = (brandId: string, attributes: object) =>
  operator.create(`/brands/${brandId}/discount-rules`, 'discount-rules', { name: 'Rule', ...attributes })

/** The prices that an order of one pack of each variant is charged. */
async function orderedPrices(brandId: string, retailerId: string, ids: readonly string[]) {
  const lines = ids.map((productVariantId) => ({ productVariantId, quantity: 1 }))
  const { status, text, body } = await operator.create('/orders', 'orders', { brandId, retailerId, lines })
  if (status !== 201) throw new Error(text)
  return body.data.attributes.lines.map(({ unitPrice }: { unitPrice: number }) => unitPrice)
}

const instants = ['2026-02-01T00:00:00Z', NOW, '2026-03-02T09:00:01Z', '2026-04-01T00:00:00Z']
const rule = fc.record({
  ratePercent: fc.integer({ min: 1, max: 100 }),
  retailerSegment: fc.constantFrom(null, 'grocers', 'florists'),
  startsAt: fc.constantFrom(...instants.slice(0, 3)),
  endsAt: fc.constantFrom(null, instants[3] as string),
})

test('the preview of a draft equals what an order costs once the rule is stored', async () => {
  const brandId = await newBrand()
  const stock = { onHand: 100_000 }
  const products = await addTestProducts(platform, brandId, [
    { variants: [{ stock }] },
    { discount_rate: 0.125, variants: [{ stock, original_wholesale_price_minor: 999 }] },
    { discount_rate: 0.4, variants: [{ stock, original_wholesale_price_minor: 1 }] },
  ])
  const ids = products.map(({ variants }) => variants[0]?.id as string)
  const retailers = {
    none: await addRetailer(shop),
    grocers: await addRetailer(shop, { segment: 'grocers' }),
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(rule, { maxLength: 3 }),
      rule,
      fc.constantFrom('none' as const, 'grocers' as const),
      fc.boolean(),
      async (stored, draft, who, isReplacing) => {
        const walk = { cursor: undefined, backwards: false, limit: 100 }
        for (const { id } of await listRulesOfAll(
          platform.db,
          { brandId: [brandId], now: new Date(NOW) },
          walk,
        ))
          await deleteDiscountRule(platform.db, id)
        const made = []
        for (const one of stored) made.push((await addRule(brandId, one)).body.data.id as string)
        const [replaced] = isReplacing ? made : []
        const retailerId = retailers[who]
        const shown = await preview(brandId, {
          'filter[retailerId]': retailerId,
          'filter[draft][ratePercent]': String(draft.ratePercent),
          ...(draft.retailerSegment !== null && { 'filter[draft][retailerSegment]': draft.retailerSegment }),
          'filter[draft][startsAt]': draft.startsAt,
          ...(draft.endsAt !== null && { 'filter[draft][endsAt]': draft.endsAt }),
          ...(replaced !== undefined && { 'filter[without]': replaced }),
        })
        const priceOf = (name: string) =>
          ids.map((id) => shown.find((one) => one.id === id)?.attributes[name])
        expect(priceOf('price')).toEqual(await orderedPrices(brandId, retailerId, ids))
        if (replaced !== undefined) await deleteDiscountRule(platform.db, replaced)
        await addRule(brandId, draft)
        expect(priceOf('changedPrice')).toEqual(await orderedPrices(brandId, retailerId, ids))
      },
    ),
    { seed: testSeed(), numRuns: randomRuns(12) },
  )
})

test('it shows the source of a discount, applies to a given time, and stores nothing', async () => {
  const brandId = await newBrand()
  const [product] = await addTestProducts(platform, brandId, [
    { name: 'Candle', discount_rate: 0.1, variants: [{ original_wholesale_price_minor: 1000, sku: 'C-1' }] },
  ])
  const retailerId = await addRetailer(shop)
  const [before] = await preview(brandId, { 'filter[retailerId]': retailerId })
  expect(before).toMatchObject({
    type: 'price-previews',
    id: product.variants[0]?.id,
    attributes: {
      productId: product.id,
      productName: 'Candle',
      sku: 'C-1',
      currency: 'EUR',
      listPrice: 1000,
      price: 900,
      discountPercent: 10,
      discountFrom: 'product',
      changedPrice: null,
      changedDiscountPercent: null,
      changedDiscountFrom: null,
    },
  })
  const draft = { 'filter[retailerId]': retailerId, 'filter[draft][ratePercent]': '30' }
  const [now] = await preview(brandId, draft)
  expect(now?.attributes).toMatchObject({ price: 900, changedPrice: 700, changedDiscountFrom: 'rule' })
  const later = { ...draft, 'filter[draft][startsAt]': '2026-06-01T00:00:00Z' }
  const [early] = await preview(brandId, later)
  expect(early?.attributes).toMatchObject({ changedPrice: 900 })
  const [then] = await preview(brandId, { ...later, 'filter[at]': '2026-06-01T00:00:00Z' })
  expect(then?.attributes).toMatchObject({ price: 900, changedPrice: 700 })
  expect((await send('GET', `/brands/${brandId}/discount-rules`)).body.data).toEqual([])
})

test('it has pages, omits variants that cannot be bought, and refuses unknown ids', async () => {
  const brandId = await newBrand()
  const archived_at = new Date('2026-02-01T00:00:00Z')
  await addTestProducts(platform, brandId, [{}, { active: false }, { variants: [{ archived_at }] }, {}, {}])
  const retailerId = await addRetailer(shop)
  const seen: string[] = []
  let path: string | undefined =
    `/api/operator/v1/brands/${brandId}/price-previews?filter[retailerId]=${retailerId}&page[limit]=2`
  while (path) {
    const { body } = await shop.send('GET', path, { as: 'operator' })
    seen.push(...body.data.map(({ id }: Preview) => id))
    path = body.links.next ?? undefined
  }
  expect([seen.length, new Set(seen).size]).toEqual([3, 3])
  const statusOf = async (query: string, brand = brandId) =>
    (await send('GET', `/brands/${brand}/price-previews?${query}`)).status
  expect(await statusOf('')).toBe(400)
  expect(await statusOf(`filter[retailerId]=${randomUUID()}`)).toBe(404)
  expect(await statusOf(`filter[retailerId]=${retailerId}`, randomUUID())).toBe(404)
  const noRate = `filter[retailerId]=${retailerId}&filter[draft][retailerSegment]=grocers`
  expect(await statusOf(noRate)).toBe(422)
  const asBrand = await shop.send(
    'GET',
    `/api/operator/v1/brands/${brandId}/price-previews?filter[retailerId]=${retailerId}`,
  )
  expect(asBrand.status).toBe(403)
})

test('the rules of all brands are filtered by brand, retailer, segment and whether they apply', async () => {
  const [one, other] = [await newBrand(), await newBrand()]
  const grocer = await addRetailer(shop, { segment: 'greengrocers' })
  const make = async (brandId: string, attributes: object) =>
    (await addRule(brandId, { ratePercent: 10, startsAt: '2026-01-01T00:00:00Z', ...attributes })).body.data
      .id
  const forAll = await make(one, {})
  const ofSegment = await make(one, { retailerSegment: 'greengrocers' })
  const future = await make(other, { startsAt: '2026-06-01T00:00:00Z', retailerSegment: 'greengrocers' })
  const florists = await make(other, { retailerSegment: 'florists' })
  const brands = `filter[brandId][]=${one}&filter[brandId][]=${other}`
  const list = async (query: string) =>
    (await send('GET', `/discount-rules?${brands}${query}`)).body.data.map(({ id }: Preview) => id).sort()
  const sorted = (...ids: string[]) => ids.sort()
  expect(await list('')).toEqual(sorted(forAll, ofSegment, future, florists))
  expect(await list('&filter[active]=true')).toEqual(sorted(forAll, ofSegment, florists))
  expect(await list('&filter[active]=false')).toEqual([future])
  expect(await list('&filter[retailerSegment]=florists')).toEqual([florists])
  expect(await list(`&filter[retailerId]=${grocer}`)).toEqual(sorted(forAll, ofSegment, future))
  expect(await list(`&filter[retailerId]=${await addRetailer(shop)}`)).toEqual([forAll])
  expect(await list(`&filter[id]=${future}`)).toEqual([future])
})
