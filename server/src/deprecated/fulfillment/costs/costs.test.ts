import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CostParcel, orderCosts } from './costs.ts'

const parcel = (overrides: Partial<CostParcel> = {}): CostParcel => ({
  length: 40,
  width: 30,
  height: 20,
  weight: 1000,
  ...overrides,
})
const costs = (shipToCountry: string, parcels: CostParcel[], pickingQuantity = 0, shipToPostalCode = '') =>
  orderCosts({ from: 'BE', shipToCountry, shipToPostalCode, parcels, pickingQuantity })
const totals = (lines: ReturnType<typeof costs>) =>
  lines.map(({ category, totalAmount }) => [category, totalAmount])

test.each([
  ['within the country', 'BE', 1000, '', 490],
  ['for each started kilogram', 'BE', 1001, '', 520],
  ['within the union', 'DE', 3000, '', 780],
  ['across a customs border', 'GB', 2000, '', 1670],
  ['to an island', 'FR', 1000, '20137', 1590],
])('a parcel %s', (_way, country, weight, postalCode, amount) => {
  expect(totals(costs(country, [parcel({ weight })], 0, postalCode))).toEqual([['shipping', amount]])
})

test.each([
  ['a heavy parcel', { weight: 30_001 }, 6900],
  ['a long parcel', { length: 121 }, 6900],
  ['a parcel of this type', { packageType: 'pallet' as const }, 6900],
  ['not a heavy one of type parcel', { weight: 31_000, packageType: 'parcel' as const }, 490 + 30 * 30],
])('a pallet is %s', (_what, overrides, amount) => {
  expect(totals(costs('BE', [parcel(overrides)]))).toEqual([['shipping', amount]])
})

test.each([
  [1, 'lt 4u', 120, 45],
  [3, 'lt 4u', 120, 135],
  [4, 'lt 40u', 220, 128],
  [39, 'lt 40u', 220, 1248],
  [40, 'gt 40u', 480, 960],
])('picking %i units is of the tier %s', (quantity, tier, order, units) => {
  expect(totals(costs('BE', [], quantity))).toEqual([
    [`order pick ${tier}`, order],
    [`unit pick ${tier}`, units],
  ])
})

test('parcels of the same price share a line, and an empty order costs nothing', () => {
  expect(costs('BE', [parcel(), parcel(), parcel({ weight: 5000 })])).toMatchObject([
    {
      category: 'shipping',
      quantity: 2,
      unitAmount: 490,
      totalAmount: 980,
      vatRate: 20,
      totalAmountWithVat: 1176,
    },
    { category: 'shipping', quantity: 1, unitAmount: 610 },
  ])
  expect(costs('BE', [])).toEqual([])
})

test('all amounts are whole and not negative, and the VAT is a fifth', () => {
  const anyParcel = fc.record({
    length: fc.nat(1000),
    width: fc.nat(1000),
    height: fc.nat(1000),
    weight: fc.nat(1_000_000),
  })
  fc.assert(
    fc.property(fc.array(anyParcel, { maxLength: 20 }), fc.nat(1_000_000), (parcels, quantity) => {
      for (const line of costs('DE', parcels, quantity)) {
        expect(Number.isSafeInteger(line.totalAmountWithVat)).toBe(true)
        expect(line.totalAmount).toBe(line.quantity * line.unitAmount)
        expect(Math.abs(line.totalAmountWithVat - line.totalAmount * 1.2)).toBeLessThanOrEqual(0.5)
      }
    }),
  )
})
