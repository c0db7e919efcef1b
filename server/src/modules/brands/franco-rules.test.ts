import { expect, test } from 'vitest'
import { amountOptions, corridorOf, type FrancoOption, feeOptions, flatFee, maxFee } from './franco-rules.ts'

test.each([
  ['domestic', ['BE-BE', 'GB-GB']],
  ['eu8', ['BE-FR', 'LU-AT']],
  ['international', ['BE-SE', 'SE-BE', 'BE-GB', 'GB-FR']],
])('%s is the corridor of %j', (corridor, ways) => {
  for (const way of ways) {
    const [from = '', to = ''] = way.split('-')
    expect(corridorOf({ from, to }), way).toBe(corridor)
  }
})

test('orders below the amount are charged the fee, and with an amount of 0 none are', () => {
  const terms = { amountMinor: 30_000, feeMinor: 1500 }
  expect(flatFee(terms, 29_999)).toBe(1500)
  expect(flatFee(terms, 30_000)).toBe(0)
  expect(flatFee(terms, 0)).toBe(1500)
  expect(flatFee({ amountMinor: 0, feeMinor: 1500 }, 0)).toBe(0)
})

test.each(['EUR', 'GBP', 'SEK', 'CZK', 'XYZ'])('the choices in %s have one default', (currency) => {
  for (const options of [amountOptions(currency), feeOptions(currency)]) {
    const amounts = options.map(({ amount }) => amount)
    expect(amounts).toEqual(amounts.toSorted((a, b) => a - b))
    expect(new Set(options.map((option) => option.currency))).toEqual(new Set([currency]))
    const [usual, ...others] = options.filter(({ isDefault }) => isDefault)
    expect(others).toEqual([])
    const deals = options.filter(({ isSpecialDeal }) => isSpecialDeal)
    for (const deal of deals) expect(deal.amount).toBeLessThan((usual as FrancoOption).amount)
    expect(deals).toHaveLength(1)
  }
  expect(feeOptions(currency).at(-1)?.amount).toBe(maxFee(currency))
})
