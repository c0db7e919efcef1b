import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type OrderAmounts, orderAmounts, type PricedItem } from './amounts.ts'

const EUR = { code: 'EUR', rate: 1 }
const GBP = { code: 'GBP', rate: 0.8605 }
const plain: PricedItem = {
  quantity: 2,
  unitPriceMinor: 4500,
  discountRate: 0,
  discountMinor: 0,
  vatRate: 20,
}
const inEuros = (items: PricedItem[], discountRate = 0) =>
  orderAmounts({ brand: EUR, customer: EUR, discountRate, items, customItems: [] })

describe('a line', () => {
  test('costs the price of a pack times the packs, plus VAT', () => {
    expect(inEuros([plain]).items[0]?.brand).toEqual({
      unitPriceBeforeDiscount: 4500,
      unitPrice: 4500,
      amountBeforeDiscount: 9000,
      discountAmount: 0,
      amount: 9000,
      amountVat: 1800,
      amountWithVat: 10_800,
    })
  })

  test.each([
    ['by a rate', { discountRate: 10 }, 0, 8100],
    ['by an amount', { discountMinor: 1000 }, 0, 8000],
    ['by the rate of the order', {}, 5, 8550],
    // 10 percent of 9000, then 5 percent of the 8100 that are left.
    ['by both rates, one after the other', { discountRate: 10 }, 5, 7695],
    ['by 100 percent', { discountRate: 100 }, 50, 0],
    ['by its whole amount', { discountMinor: 9000 }, 0, 0],
  ])('is discounted %s', (_name, discount, orderRate, amount) => {
    const [line] = inEuros([{ ...plain, ...discount }], orderRate).items
    expect(line?.brand).toMatchObject({ amount, discountAmount: 9000 - amount, amountVat: amount / 5 })
  })

  test('rounds each share once, half up, and shows a rounded price of a pack', () => {
    const [line] = inEuros([
      { ...plain, quantity: 3, unitPriceMinor: 333, discountRate: 5, vatRate: 5.5 },
    ]).items
    // 5 percent of 999 are 49.95, and 5.5 percent of 949 are 52.195.
    expect(line?.brand).toMatchObject({ discountAmount: 50, amount: 949, amountVat: 52, unitPrice: 316 })
  })
})

test('custom items have VAT, and the customer pays the sum', () => {
  const amounts = orderAmounts({
    brand: EUR,
    customer: GBP,
    discountRate: 0,
    items: [plain, { ...plain, vatRate: 5.5 }],
    customItems: [
      { type: 'shippingFees', amountMinor: 500 },
      { type: 'ecoTax', amountMinor: 33 },
    ],
  })
  expect(amounts.customItems).toEqual([
    { type: 'shippingFees', vatRate: 20, amount: 500, amountVat: 100, amountWithVat: 600 },
    { type: 'ecoTax', vatRate: 20, amount: 33, amountVat: 7, amountWithVat: 40 },
  ])
  // 9000 euro cents are 7744.5 pence; 20 and 5.5 percent of 7745 are 1549 and 425.975.
  expect(amounts.customer).toMatchObject({ amount: 15_490, amountVat: 1549 + 426, amountWithVat: 17_465 })
  expect(amounts.brand).toMatchObject({ amount: 18_000, amountVat: 1800 + 495 })
  expect(amounts.grandTotal).toEqual({ amount: 16_023, amountVat: 2082, amountWithVat: 18_105 })
})

describe('for any order', () => {
  const rate = fc.integer({ min: 0, max: 100 })
  const item = fc
    .record({
      quantity: fc.integer({ min: 1, max: 1000 }),
      unitPriceMinor: fc.integer({ min: 0, max: 1_000_000 }),
      rate,
      byAmount: fc.boolean(),
      vatRate: fc.constantFrom(0, 5.5, 20, 21),
    })
    .map(({ rate, byAmount, ...one }): PricedItem => {
      const discountMinor = Math.floor((one.quantity * one.unitPriceMinor * rate) / 100)
      return {
        ...one,
        ...(byAmount ? { discountRate: 0, discountMinor } : { discountRate: rate, discountMinor: 0 }),
      }
    })
  const currency = fc.constantFrom(EUR, GBP, { code: 'JPY', rate: 163.2 }, { code: 'USD', rate: 1.085 })
  const order = fc.record({
    brand: currency,
    customer: currency,
    discountRate: rate,
    items: fc.array(item, { minLength: 1, maxLength: 8 }),
    customItems: fc.array(
      fc.record({ type: fc.constant('ecoTax'), amountMinor: fc.integer({ min: 0, max: 100_000 }) }),
      { maxLength: 2 },
    ),
  })
  const SUMMED = ['amountBeforeDiscount', 'discountAmount', 'amount', 'amountVat', 'amountWithVat'] as const

  test('sums equal those of the lines, nothing is negative, and equal currencies have equal amounts', () => {
    fc.assert(
      fc.property(order, (given) => {
        const amounts = orderAmounts(given)
        for (const side of ['brand', 'customer'] as const) {
          for (const name of SUMMED) {
            const lines = amounts.items.map((one) => one[side][name])
            expect(lines.every((value) => Number.isSafeInteger(value) && value >= 0)).toBe(true)
            expect(amounts[side][name]).toBe(lines.reduce((sum, value) => sum + value, 0))
          }
          expectConsistent(amounts[side])
          for (const one of amounts.items) expectConsistent(one[side])
        }
        const paid = [amounts.customer, ...amounts.customItems]
        expect(amounts.grandTotal.amountWithVat).toBe(paid.reduce((sum, one) => sum + one.amountWithVat, 0))
        if (given.brand.code === given.customer.code) expect(amounts.customer).toEqual(amounts.brand)
      }),
    )
  })

  const expectConsistent = (one: OrderAmounts['brand']) => {
    expect(one.amountBeforeDiscount - one.discountAmount).toBe(one.amount)
    expect(one.amount + one.amountVat).toBe(one.amountWithVat)
  }
})
