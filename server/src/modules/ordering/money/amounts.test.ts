import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lineAmounts, netAmount, proportion, share, totals } from './amounts.ts'
import { BILLING_ITEM_TYPES, fees } from './fees.ts'

/** Percentages of up to six decimals, generated from integers so that the tests can calculate exactly. */
const percentOf = (millionths: number) => Number((millionths / 1_000_000).toFixed(6))
const millionths = fc.oneof(
  fc.integer({ min: 0, max: 100_000_000 }),
  fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths * 100_000),
)
const amount = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -100_000, max: 100_000 }))
const price = fc.integer({ min: 0, max: 10_000_000 })
const line = fc.record({
  quantity: fc.integer({ min: 1, max: 10_000 }),
  unitMultiplier: fc.integer({ min: 1, max: 1000 }),
  unitPriceMinor: fc.integer({ min: 0, max: 1_000_000 }),
  vatRate: millionths.map(percentOf),
})
const amounts = fc.record({ amountMinor: amount, vatMinor: fc.integer({ min: -100_000, max: 100_000 }) })

describe('a share', () => {
  test.each([
    [1000, 5.5, 55],
    [999, 5.5, 55],
    [9000, 22, 1980],
    [100, 0, 0],
    [0, 100, 0],
    [-0, 20, 0],
    [10, 5, 1],
    [-10, 5, -1],
    [9, 5, 0],
    [-9, 5, 0],
    [30, 5, 2],
    [-30, 5, -2],
    // Exactly half a unit, but slightly less as a binary fraction.
    [2500, 1.14, 29],
    [2750, 1.4, 39],
    [150, 2.1, 3],
    [5_000_000, 0.000_000_1, 0],
    [500_000_000, 0.000_000_1, 1],
    [Number.MAX_SAFE_INTEGER, 100, Number.MAX_SAFE_INTEGER],
    [Number.MAX_SAFE_INTEGER, 50, 4_503_599_627_370_496],
  ])('of %d at %d percent is %d', (amountMinor, percent, expected) => {
    expect(share(amountMinor, percent)).toBe(expected)
  })

  test('is the nearest whole number to the exact fraction, and never beyond the amount', () => {
    fc.assert(
      fc.property(amount, millionths, (amountMinor, part) => {
        const exact = BigInt(amountMinor) * BigInt(part)
        const whole = 100_000_000n
        const result = share(amountMinor, percentOf(part))
        const error = 2n * (BigInt(result) * whole - exact)
        const size = error < 0n ? -error : error
        expect(size <= whole).toBe(true)
        // A half is rounded away from zero.
        if (size === whole) expect(error > 0n).toBe(exact > 0n)
        expect(Math.abs(result)).toBeLessThanOrEqual(Math.abs(amountMinor))
      }),
      { numRuns: 2000 },
    )
  })

  test('of the negated amount is the negated share, and never minus zero', () => {
    fc.assert(
      fc.property(amount, millionths, (amountMinor, part) => {
        const [there, back] = [share(amountMinor, percentOf(part)), share(-amountMinor, percentOf(part))]
        expect(there + back).toBe(0)
        expect([there, back].some((result) => Object.is(result, -0))).toBe(false)
      }),
    )
  })

  test('never decreases when the amount increases', () => {
    fc.assert(
      fc.property(price, price, millionths, (one, other, part) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)]
        expect(share(less, percentOf(part))).toBeLessThanOrEqual(share(more, percentOf(part)))
      }),
    )
  })

  test.each([
    [1.5, 10],
    [Number.NaN, 10],
    [2 ** 53, 10],
    [100, -1],
    [100, 100.1],
    [100, Number.NaN],
    [100, Number.POSITIVE_INFINITY],
  ])('of %d at %d percent is a bug', (amountMinor, percent) => {
    expect(() => share(amountMinor, percent)).toThrow('Broken invariant')
  })
})

describe('a proportion', () => {
  test.each([
    // As binary fractions, 1.1 times 100 is more than 110.
    [11_000, [1.1, 100], [1.1, 100], 11_000],
    [1000, [0.8605], [1], 861],
    [861, [1], [0.8605], 1001],
    [10_000, [163.2, 1], [1, 100], 16_320],
    [5, [1], [2], 3],
    [-5, [1], [2], -3],
    [7, [0], [3], 0],
  ])('of %d by %j per %j is %d', (amountMinor, by, per, expected) => {
    expect(proportion(amountMinor, { by, per })).toBe(expected)
  })

  test('is the nearest whole number, a half further from zero', () => {
    const factor = fc.integer({ min: 1, max: 10_000_000 })
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), factor, factor, (amountMinor, by, per) => {
        const result = BigInt(proportion(amountMinor, { by: [percentOf(by)], per: [percentOf(per)] }))
        const error = 2n * (result * BigInt(per) - BigInt(amountMinor) * BigInt(by))
        expect((error < 0n ? -error : error) <= BigInt(per)).toBe(true)
        if (error === BigInt(per) || error === -BigInt(per)) expect(error > 0n).toBe(amountMinor > 0)
      }),
    )
  })

  test.each([
    [[-1], [1]],
    [[1], [0]],
    [[Number.NaN], [1]],
    [[1], [1e21]],
  ])('by %j per %j is a bug', (by, per) => {
    expect(() => proportion(1, { by, per })).toThrow('Broken invariant')
  })
})

describe('a line', () => {
  test('costs packs times pieces times the price per piece, with VAT on the whole line', () => {
    const sample = { quantity: 2, unitMultiplier: 6, unitPriceMinor: 750, vatRate: 22 }
    expect(lineAmounts(sample)).toEqual({ amountMinor: 9000, vatMinor: 1980 })
    // Three times the VAT of one piece would be 3 × 1.
    const rounded = { quantity: 1, unitMultiplier: 3, unitPriceMinor: 10, vatRate: 5 }
    expect(lineAmounts(rounded)).toEqual({ amountMinor: 30, vatMinor: 2 })
  })

  test('is exact', () => {
    fc.assert(
      fc.property(line, ({ quantity, unitMultiplier, unitPriceMinor, vatRate }) => {
        const { amountMinor, vatMinor } = lineAmounts({ quantity, unitMultiplier, unitPriceMinor, vatRate })
        expect(BigInt(amountMinor)).toBe(BigInt(unitPriceMinor) * BigInt(quantity) * BigInt(unitMultiplier))
        expect(vatMinor).toBe(share(amountMinor, vatRate))
      }),
    )
  })

  test('that is too large to be exact is a bug, and so is an invalid quantity', () => {
    const large = { quantity: 1, unitMultiplier: 1, unitPriceMinor: Number.MAX_SAFE_INTEGER, vatRate: 0 }
    expect(lineAmounts(large).amountMinor).toBe(Number.MAX_SAFE_INTEGER)
    expect(() => lineAmounts({ ...large, quantity: 2 })).toThrow('Broken invariant')
    expect(() => lineAmounts({ ...large, quantity: 0.5 })).toThrow('Broken invariant')
  })
})

describe('fees', () => {
  const usual = { platformFeePercent: 10, newCustomerFeePercent: 0, feeVatPercent: 20 }

  test('are negative, with their VAT', () => {
    expect(fees(9000, usual)).toEqual([
      { type: 'brand_platform_fees', vatRate: 20, amountMinor: -900, vatMinor: -180 },
    ])
  })

  test('of 0 percent are omitted, and a new customer costs an additional fee', () => {
    expect(fees(9000, { ...usual, platformFeePercent: 0 })).toEqual([])
    expect(fees(9000, { platformFeePercent: 12.5, newCustomerFeePercent: 5.5, feeVatPercent: 0 })).toEqual([
      { type: 'brand_platform_fees', vatRate: 0, amountMinor: -1125, vatMinor: 0 },
      { type: 'brand_new_customer_fees', vatRate: 0, amountMinor: -495, vatMinor: 0 },
    ])
  })

  test('that round to nothing are zero, not minus zero', () => {
    const [fee] = fees(4, usual)
    expect(fee).toStrictEqual({ type: 'brand_platform_fees', vatRate: 20, amountMinor: 0, vatMinor: 0 })
    expect(fees(0, usual)[0]?.amountMinor).toBe(0)
  })

  test('are shares of the total, however large', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), millionths, millionths, (totalMinor, part, vatPart) => {
        fc.pre(part > 0)
        const [platformFeePercent, feeVatPercent] = [percentOf(part), percentOf(vatPart)]
        const [fee, ...more] = fees(totalMinor, { ...usual, platformFeePercent, feeVatPercent })
        expect(more).toEqual([])
        const feeMinor = share(totalMinor, platformFeePercent)
        const vat = share(feeMinor, feeVatPercent)
        expect([fee?.amountMinor, fee?.vatMinor]).toEqual([0 - feeMinor, 0 - vat])
      }),
    )
  })
})

describe('sums', () => {
  test('of no items are zero', () => {
    expect(totals([])).toEqual({ totalMinor: 0, totalVatMinor: 0 })
  })

  test('of items add up in any order', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        const items = lines.map(lineAmounts)
        const { totalMinor, totalVatMinor } = totals(items)
        expect(totals(items.toReversed())).toEqual({ totalMinor, totalVatMinor })
        expect(totalMinor).toBe(items.reduce((sum, item) => sum + item.amountMinor, 0))
        expect(totalVatMinor).toBe(items.reduce((sum, item) => sum + item.vatMinor, 0))
        expect(netAmount({ totalMinor, totalVatMinor }, [])).toBe(totalMinor + totalVatMinor)
      }),
    )
  })

  test('are exact, otherwise it is a bug', () => {
    fc.assert(
      fc.property(fc.array(amounts, { minLength: 1, maxLength: 8 }), (items) => {
        const exact = items.reduce((sum, { amountMinor }) => sum + BigInt(amountMinor), 0n)
        if (Number.isSafeInteger(Number(exact))) expect(BigInt(totals(items).totalMinor)).toBe(exact)
        else expect(() => totals(items)).toThrow('Broken invariant')
      }),
    )
  })
})

describe('the net amount', () => {
  const total = { totalMinor: 9000, totalVatMinor: 1980 }

  test('is the total with VAT and without the fees', () => {
    const terms = { platformFeePercent: 10, newCustomerFeePercent: 0, feeVatPercent: 20 }
    expect(netAmount(total, fees(9000, terms))).toBe(9900)
  })

  test.each(BILLING_ITEM_TYPES.map((type) => [type, type === 'brand_shipping_fees' ? -1 : 1] as const))(
    'takes %s times %d',
    (type, sign) => {
      expect(netAmount(total, [{ type, amountMinor: 840, vatMinor: 168 }])).toBe(10_980 + sign * 1008)
    },
  )

  test('adds unknown types without changing their sign', () => {
    expect(netAmount(total, [{ type: 'brand_old_fees', amountMinor: -5, vatMinor: -1 }])).toBe(10_974)
  })

  test('changes by the effect of each item, independent of the items before', () => {
    const item = fc.record({
      type: fc.constantFrom(...BILLING_ITEM_TYPES),
      amountMinor: fc.integer({ min: -1_000_000, max: 1_000_000 }),
      vatMinor: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    })
    fc.assert(
      fc.property(fc.array(item, { maxLength: 6 }), item, (before, last) => {
        const change = netAmount(total, [...before, last]) - netAmount(total, before)
        const withVat = last.amountMinor + last.vatMinor
        expect(change).toBe(last.type === 'brand_shipping_fees' ? 0 - withVat : withVat)
      }),
    )
  })

  test('that is too large to be exact is a bug', () => {
    const huge = { totalMinor: Number.MAX_SAFE_INTEGER, totalVatMinor: 1 }
    expect(() => netAmount(huge, [])).toThrow('Broken invariant')
    const back = [{ type: 'brand_platform_fees', amountMinor: -1, vatMinor: 0 }]
    expect(netAmount(huge, back)).toBe(Number.MAX_SAFE_INTEGER)
  })
})

test('the types of billing items are the eight that are published', () => {
  expect([...BILLING_ITEM_TYPES].sort()).toEqual([
    'brand_fast_payment',
    'brand_flat_shipping_fees',
    'brand_new_customer_fees',
    'brand_payment_fees',
    'brand_platform_fees',
    'brand_shipping_fees',
    'brand_shipping_fees_discount',
    'brand_shipping_fees_refund',
  ])
})
