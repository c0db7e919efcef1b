import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FulfillablePart, planAllocations, type UsableLot, type WantedLine } from './allocation-rules.ts'

const NOW = new Date('2026-03-02T09:00:00Z')
const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000)
const lot = (id: string, available: number, days: number | null = null, item = 'tea'): UsableLot => ({
  id,
  item_id: item,
  lot_number: id,
  expires_at: days === null ? null : inDays(days),
  available,
})
const parts: FulfillablePart[] = [
  { fulfillable_id: 'box', item_id: 'tea', quantity: 1 },
  { fulfillable_id: 'gift', item_id: 'tea', quantity: 2 },
  { fulfillable_id: 'gift', item_id: 'cup', quantity: 1 },
]
const plan = (lines: WantedLine[], lots: UsableLot[]) => planAllocations(lines, parts, lots, NOW)
const allocatedBatches = (result: ReturnType<typeof plan>) =>
  result.isFeasible &&
  result.allocations.map(({ fulfillableId, lotId, batches }) => [fulfillableId, lotId, batches])

test('batches are allocated from the lots in order', () => {
  const lots = [lot('early', 3, 10), lot('late', 5, 90), lot('never', 5)]
  expect(allocatedBatches(plan([{ fulfillableId: 'box', batches: 9 }], lots))).toEqual([
    ['box', 'early', 3],
    ['box', 'late', 5],
    ['box', 'never', 1],
  ])
})

test('a minimum remaining shelf life excludes lots that expire even slightly earlier', () => {
  const lots = [lot('early', 5, 29.999), lot('late', 5, 30)]
  const line = { fulfillableId: 'box', batches: 5, minimumRemainingShelfLife: 30 }
  expect(allocatedBatches(plan([line], lots))).toEqual([['box', 'late', 5]])
  expect(plan([{ ...line, batches: 6 }], lots)).toEqual({
    isFeasible: false,
    unavailable: [{ fulfillableId: 'box', wanted: 6, available: 5 }],
  })
})

test('a bundle allocates all of its parts, and its scarcest part limits the number of bundles', () => {
  const lots = [lot('leaves', 7), lot('cups', 9, null, 'cup')]
  expect(allocatedBatches(plan([{ fulfillableId: 'gift', batches: 3 }], lots))).toEqual([
    ['gift', 'leaves', 6],
    ['gift', 'cups', 3],
  ])
  expect(plan([{ fulfillableId: 'gift', batches: 4 }], lots)).toMatchObject({
    unavailable: [{ available: 3 }],
  })
})

test('lines share the available batches, and lines without enough batches or unknown ones are reported', () => {
  const lots = [lot('leaves', 7), lot('cups', 9, null, 'cup')]
  const lines = [
    { fulfillableId: 'box', batches: 4 },
    { fulfillableId: 'gift', batches: 2 },
    { fulfillableId: 'lost', batches: 1 },
  ]
  expect(plan(lines, lots)).toEqual({
    isFeasible: false,
    unavailable: [
      { fulfillableId: 'gift', wanted: 2, available: 1 },
      { fulfillableId: 'lost', wanted: 1, available: 0 },
    ],
  })
})

test('a fulfillable on two lines has one allocation of a lot', () => {
  const line = { fulfillableId: 'box', batches: 2 }
  expect(allocatedBatches(plan([line, line], [lot('leaves', 4)]))).toEqual([['box', 'leaves', 4]])
})

test('a plan allocates exactly the requested batches, within the available ones, and no later lot before an earlier one is used up', () => {
  const lots = fc.array(
    fc.record({ available: fc.integer({ min: 1, max: 9 }), days: fc.integer({ min: 1, max: 60 }) }),
  )
  fc.assert(
    fc.property(
      lots,
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 0, max: 60 }),
      (given, batches, days) => {
        const sorted = given
          .sort((a, b) => a.days - b.days)
          .map(({ available, days }, i) => lot(`${i}`, available, days))
        const result = plan([{ fulfillableId: 'box', batches, minimumRemainingShelfLife: days }], sorted)
        const usable = sorted.filter(({ expires_at }) => expires_at !== null && expires_at >= inDays(days))
        const sum = usable.reduce((sum, { available }) => sum + available, 0)
        expect(result.isFeasible).toBe(sum >= batches)
        if (!result.isFeasible) return
        expect(result.allocations.reduce((sum, { batches }) => sum + batches, 0)).toBe(batches)
        const whole = result.allocations.slice(0, -1)
        expect(whole.map(({ lotId, batches }) => [lotId, batches])).toEqual(
          usable.slice(0, whole.length).map(({ id, available }) => [id, available]),
        )
      },
    ),
  )
})
