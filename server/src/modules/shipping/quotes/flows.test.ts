import { expect, test } from 'vitest'
import { chargeTypeOf, flowOf } from './flows.ts'

test.each([
  ['marketplace', 'marketplace', false, 'labels'],
  ['marketplace', 'dpd', false, 'own'],
  ['marketplace', 'marketplace', true, 'own'],
  ['marketplace', 'dpd', true, 'own'],
  ['carriers', 'marketplace', false, 'own'],
  ['carriers', 'dpd', false, 'labels'],
  ['carriers', 'dpd', true, 'own'],
  ['marketplace', 'custom', false, 'own'],
  ['carriers', 'custom', false, 'own'],
] as const)(
  'with labels for quotes of %s, a quote of %s (with tracking: %s) starts the flow %s',
  (labelQuotes, code, tracking, flow) => {
    expect(flowOf({ labelQuotes }, code, tracking)).toBe(flow)
  },
)

test('a quote of the marketplace leads to a refund, and that of a carrier to a fee', () => {
  expect(chargeTypeOf('marketplace')).toBe('refund')
  expect(chargeTypeOf('dpd')).toBe('fee')
})
