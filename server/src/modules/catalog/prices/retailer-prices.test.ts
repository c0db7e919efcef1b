import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { addTestProducts } from '../../../../test/catalog.ts'
import { testSeed } from '../../../../test/chance.ts'
import { market } from '../../../../test/market.ts'
import { addRetailer } from '../../../../test/order-requests.ts'
import type { Ctx } from '../../../http/operation.ts'
import { createDiscountRule } from './discount-rules.ts'
import { listRetailerPrices } from './retailer-prices.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { platform } = shop
const { brandId } = shop.credentials
const otherBrandId = shop.credentials.otherBrand.brandId

const ask = (ids: string[], as: 'retailer' | 'brand' | 'operator' = 'retailer') =>
  shop.send('GET', `/api/v1/product-variant-prices?${ids.map((id) => `filter[id][]=${id}`).join('&')}`, {
    as,
  })
const setSegment = (segment: string | null) =>
  platform.db`update identity.retailers set segment = ${segment} where id = ${shop.credentials.retailer.retailerId}`
const at = (moment: string) => new Date(moment)
// The segment of the demo retailer matches a demo rule.
beforeEach(async () => {
  await setSegment(null)
})

test('prices are in the requested order and the currency of the brand, without variants that cannot be bought', async () => {
  const archived_at = at('2026-02-01T00:00:00Z')
  const [plain, cut, gone, inactive, deleted] = await addTestProducts(platform, brandId, [
    {},
    { discount_rate: 0.25, variants: [{ original_wholesale_price_minor: 999 }] },
    { variants: [{ archived_at }] },
    { active: false },
    { archived_at },
  ])
  const [british] = await addTestProducts(platform, otherBrandId, [{}])
  const idOf = (one: typeof plain) => one.variants[0]?.id as string
  const asked = [british, cut, gone, inactive, deleted, plain].map(idOf)
  const { status, body } = await ask([randomUUID(), ...asked, idOf(cut)])
  expect(status).toBe(200)
  const price = (amount: number, currency = 'EUR') => ({ amount, currency })
  expect(body.data).toEqual([
    {
      type: 'product-variant-prices',
      id: idOf(british),
      attributes: {
        original_wholesale_price: price(1000, 'GBP'),
        wholesale_price: price(1000, 'GBP'),
        discount_rate: 0,
      },
    },
    {
      type: 'product-variant-prices',
      id: idOf(cut),
      attributes: { original_wholesale_price: price(999), wholesale_price: price(749), discount_rate: 25 },
    },
    {
      type: 'product-variant-prices',
      id: idOf(plain),
      attributes: { original_wholesale_price: price(1000), wholesale_price: price(1000), discount_rate: 0 },
    },
  ])
})

test('a retailer pays by the highest discount that applies now to its segment', async () => {
  const [product] = await addTestProducts(platform, brandId, [{ discount_rate: 0.05 }])
  const id = product.variants[0]?.id as string
  const rate = async () => (await ask([id])).body.data[0].attributes.discount_rate
  const add = (
    ratePercent: number,
    retailerSegment: string | null,
    startsAt: string,
    endsAt: string | null,
  ) =>
    createDiscountRule(platform, brandId, {
      name: 'Test',
      ratePercent,
      retailerSegment,
      startsAt: at(startsAt),
      endsAt: endsAt === null ? null : at(endsAt),
    })
  expect(await rate()).toBe(5)
  await setSegment('concept-stores')
  expect(await rate()).toBe(10)
  await add(20, 'grocers', '2026-01-01T00:00:00Z', null)
  expect(await rate()).toBe(10)
  await setSegment('grocers')
  expect(await rate()).toBe(20)
  await setSegment(null)
  expect(await rate()).toBe(5)
  await add(30, null, '2026-03-03T00:00:00Z', '2026-03-04T00:00:00Z')
  await createDiscountRule(platform, otherBrandId, {
    name: "Another brand's",
    ratePercent: 90,
    retailerSegment: null,
    startsAt: at('2026-01-01T00:00:00Z'),
    endsAt: null,
  })
  expect(await rate()).toBe(5)
  await shop.setTime('2026-03-03T00:00:00Z')
  expect(await rate()).toBe(30)
  await shop.setTime('2026-03-04T00:00:00Z')
  expect(await rate()).toBe(5)
  await shop.setTime('2026-03-02T09:00:00Z')
})

test('a price changes exactly when a rule starts and when it ends', async () => {
  const [product] = await addTestProducts(platform, brandId, [{}])
  const startsAt = at('2026-05-01T00:00:00Z')
  const endsAt = at('2026-05-02T00:00:00Z')
  const rule = { name: 'Day', ratePercent: 40, retailerSegment: null, startsAt, endsAt }
  await createDiscountRule(platform, brandId, rule)
  const rateAt = async (moment: Date) => {
    const ctx = { ...platform, clock: { ...platform.clock, now: () => moment } } as Ctx
    const ids = product.variants.map(({ id }) => id)
    const [price] = await listRetailerPrices(ctx, shop.credentials.retailer.retailerId, ids)
    return price?.rate_percent
  }
  const before = (moment: Date) => new Date(moment.getTime() - 1)
  expect(await Promise.all([before(startsAt), startsAt, before(endsAt), endsAt].map(rateAt))).toEqual([
    0, 40, 40, 0,
  ])
})

test('prices are returned for 1 to 50 ids only', async () => {
  const fifty = Array.from({ length: 50 }, () => randomUUID())
  expect((await ask(fifty)).body.data).toEqual([])
  for (const refused of [await ask([]), await ask([...fifty, randomUUID()]), await ask(['x'])]) {
    expect(refused.status).toBe(422)
    expect(refused.body.errors[0].source.parameter).toMatch(/^filter\[id\]/)
  }
})

test('prices are returned to retailers only', async () => {
  for (const as of ['brand', 'operator'] as const) {
    const { status, body } = await ask([randomUUID()], as)
    expect(status).toBe(403)
    expect(body.errors[0].detail).toContain('retailer')
  }
})

test('a discount with half a percent gives brands, retailers and orders the same price', async () => {
  const [product] = await addTestProducts(platform, brandId, [{ discount_rate: 0.125, variants: [{}, {}] }])
  const [first, second] = product.variants.map(({ id }) => id) as [string, string]
  const shown = async (path: string) => (await shop.send('GET', path)).body.data.attributes.wholesalePrice
  expect(await shown(`/api/v1/products/${product.id}`)).toBe(875)
  expect(await shown(`/api/v1/product-variants/${first}`)).toBe(875)
  const attributes = { wholesalePrice: 1000, retailPrice: 2000 }
  const set = await shop.send('PATCH', `/api/v1/product-variants/${second}/prices`, {
    body: { data: { type: 'product-variants', id: second, attributes } },
  })
  expect(set.body.data.attributes.wholesalePrice).toBe(875)
  const told = (await ask([first, second])).body.data.map((price: { attributes: object }) => price.attributes)
  // 12.5 percent, rendered as whole percent.
  const expected = { wholesale_price: { amount: 875, currency: 'EUR' }, discount_rate: 13 }
  expect(told).toMatchObject([expected, expected])
  const lines = [first, second].map((productVariantId) => ({ productVariantId, quantity: 1 }))
  const order = await shop.send('POST', '/api/operator/v1/orders', {
    as: 'operator',
    body: {
      data: { type: 'orders', attributes: { brandId, retailerId: await addRetailer(shop), lines } },
    },
  })
  expect(order.body.data.attributes.lines).toMatchObject([{ unitPrice: 875 }, { unitPrice: 875 }])
})

test('rates are compared before they are rounded', async () => {
  const [product] = await addTestProducts(platform, brandId, [{ discount_rate: 0.125 }])
  const ids = product.variants.map(({ id }) => id)
  const add = (ratePercent: number) =>
    createDiscountRule(platform, brandId, {
      name: 'Test',
      ratePercent,
      retailerSegment: 'edges',
      startsAt: at('2026-01-01T00:00:00Z'),
      endsAt: null,
    })
  await setSegment('edges')
  const amount = async () => (await ask(ids)).body.data[0].attributes.wholesale_price.amount
  await add(12)
  expect(await amount()).toBe(875)
  await add(13)
  expect(await amount()).toBe(870)
})

test('a discounted price is exact, and a half is rounded up', async () => {
  const TEN_DIGITS = 10n ** 10n
  const [samples] = fc.sample(
    fc.array(
      fc.record({
        amount: fc.oneof(fc.nat({ max: 10_000 }), fc.nat(), fc.maxSafeNat()).map(BigInt),
        // Whole, half and thousandth percents, and rates of ten digits.
        rate: fc.oneof(
          fc.bigInt(0n, 100n).map((n) => n * 10n ** 8n),
          fc.bigInt(0n, 200n).map((n) => n * 5n * 10n ** 7n),
          fc.bigInt(0n, 100_000n).map((n) => n * 10n ** 5n),
          fc.bigInt(0n, TEN_DIGITS),
        ),
      }),
      { minLength: 5000, maxLength: 5000, size: 'max' },
    ),
    { seed: testSeed(), numRuns: 1 },
  ) as [{ amount: bigint; rate: bigint }[]]
  const rows = await platform.db<{ price: string }[]>`
    select catalog.discounted_price(amount, rate / 10000000000)::text as price
    from unnest(
      ${samples.map(({ amount }) => String(amount))}::text[]::bigint[],
      ${samples.map(({ rate }) => String(rate))}::text[]::numeric[]
    ) with ordinality as sample (amount, rate, number)
    order by number`
  const exact = ({ amount, rate }: { amount: bigint; rate: bigint }) =>
    (2n * amount * (TEN_DIGITS - rate) + TEN_DIGITS) / (2n * TEN_DIGITS)
  expect(rows.map(({ price }) => price)).toEqual(samples.map((sample) => String(exact(sample))))
})
