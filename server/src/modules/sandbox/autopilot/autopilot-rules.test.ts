import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { demoIds } from '../../../platform/demo-id.ts'
import { MOVES, type Status, type WaitingOrder } from '../../ordering/index.ts'
import {
  BEHAVIOURS,
  basketOf,
  commandFor,
  MAX_STEPS,
  planNext,
  type RunningAutopilot,
  reasonFor,
  retailerFor,
  seededRandom,
  stepAfter,
  stepMs,
} from './autopilot-rules.ts'

const HOUR_MS = 3_600_000
const START = new Date('2026-03-02T09:20:00Z')
const after = (hours: number) => new Date(START.getTime() + hours * HOUR_MS)

const pilotWith = (wish: Partial<RunningAutopilot> = {}): RunningAutopilot => ({
  brand_id: 'b1d5a8de-33c6-4b56-8f0e-6a0f0b3a2c11',
  seed: 1,
  orders_per_day: 0,
  speed: 1,
  refuse_reception: 0,
  approve_rejection: 1,
  approve_refusal: 1,
  started_at: START,
  next_at: stepAfter(START, wish.speed ?? 1),
  ...wish,
})

/** The random numbers are seeded with the ids, which are the same in every run. */
const ids = demoIds('autopilot-rules.test')

const orderIn = (status: Status, wish: Partial<WaitingOrder> = {}): WaitingOrder => ({
  id: ids.next(),
  status,
  move_count: 3,
  updated_at: START,
  ...wish,
})

/** All plans up to a time, without waiting orders. */
function plansUntil(pilot: RunningAutopilot, until: Date) {
  const plans = []
  for (let at = pilot; ; ) {
    const plan = planNext(at, [], until)
    if (!plan) return plans
    plans.push(plan)
    at = { ...at, next_at: stepAfter(plan.at, pilot.speed) }
  }
}

test('seeded random numbers depend on their name only, and are spread evenly from 0 to 1', () => {
  expect(seededRandom('a/1')).toBe(seededRandom('a/1'))
  const throws = Array.from({ length: 2000 }, (_, i) => seededRandom(`name/${i}`))
  expect(new Set(throws).size).toBeGreaterThan(1990)
  expect(Math.min(...throws)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...throws)).toBeLessThan(1)
  for (let tenth = 0; tenth < 10; tenth++) {
    const fallen = throws.filter((one) => Math.floor(one * 10) === tenth).length
    expect(fallen).toBeGreaterThan(140)
    expect(fallen).toBeLessThan(260)
  }
})

describe('the steps', () => {
  test('are at whole hours, whenever the autopilot was switched on', () => {
    expect(stepAfter(START, 1)).toEqual(new Date('2026-03-02T10:00:00Z'))
    expect(stepAfter(new Date('2026-03-02T09:59:59.999Z'), 1)).toEqual(new Date('2026-03-02T10:00:00Z'))
    expect(stepAfter(new Date('2026-03-02T10:00:00Z'), 1)).toEqual(new Date('2026-03-02T11:00:00Z'))
  })

  test('are closer together at a higher speed', () => {
    expect(stepAfter(START, 60)).toEqual(new Date('2026-03-02T09:21:00Z'))
    expect(stepMs(3600)).toBe(1000)
    expect(stepMs(0.5)).toBe(2 * HOUR_MS)
  })
})

describe('arrivals', () => {
  test.each([1, 5, 24, 60])('are about %i a day', (orders_per_day) => {
    const plans = plansUntil(pilotWith({ orders_per_day }), after(200 * 24))
    const arrived = plans.reduce((sum, plan) => sum + plan.arrivals, 0)
    expect(arrived / (200 * orders_per_day)).toBeGreaterThan(0.8)
    expect(arrived / (200 * orders_per_day)).toBeLessThan(1.2)
  })

  test('are none with 0 orders a day', () => {
    expect(plansUntil(pilotWith(), after(1000))).toEqual([])
  })

  test('differ with another seed, and for another brand', () => {
    const times = (wish: Partial<RunningAutopilot>) =>
      plansUntil(pilotWith({ orders_per_day: 5, ...wish }), after(240)).map(({ at }) => at.toISOString())
    expect(times({})).toEqual(times({}))
    expect(times({ seed: 2 })).not.toEqual(times({}))
    expect(times({ brand_id: ids.next() })).not.toEqual(times({}))
  })

  test('are caught up for a year at most', () => {
    const plans = plansUntil(pilotWith({ orders_per_day: 24 }), after(3 * MAX_STEPS))
    expect(plans).toHaveLength(MAX_STEPS + 1)
    expect(plans[0]?.at).toEqual(new Date(stepAfter(after(2 * MAX_STEPS), 1).getTime() - HOUR_MS))
  })
})

describe('a waiting order', () => {
  const statuses = Object.keys(BEHAVIOURS) as (keyof typeof BEHAVIOURS)[]

  test.each(statuses)('in %s is due after its hours, counted from its last change', (status) => {
    const [shortest, longest] = BEHAVIOURS[status].hours
    for (let i = 0; i < 50; i++) {
      const order = orderIn(status, { updated_at: after(30) })
      const plan = planNext(pilotWith(), [order], after(1000))
      expect(plan?.orders).toEqual([order])
      const waited = ((plan?.at.getTime() ?? 0) - after(30).getTime()) / HOUR_MS
      expect(waited).toBeGreaterThan(shortest - 1)
      expect(waited).toBeLessThanOrEqual(longest)
    }
  })

  test('is never moved before it reached its status', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...statuses),
        fc.integer({ min: -1000, max: 1000 }),
        fc.constantFrom(0.1, 1, 7, 60, 3600),
        (status, minutes, speed) => {
          const order = orderIn(status, { updated_at: after(minutes / 60) })
          const pilot = pilotWith({ speed })
          const plan = planNext(pilot, [order], after(10_000))
          expect(plan?.at.getTime()).toBeGreaterThan(order.updated_at.getTime())
          expect(plan?.at.getTime()).toBeGreaterThanOrEqual(pilot.next_at.getTime())
          expect((plan?.at.getTime() ?? 0) % stepMs(speed)).toBe(0)
        },
      ),
    )
  })

  test('from before the start waits from the start on', () => {
    const order = orderIn('invoiced', { updated_at: after(-2000) })
    const plan = planNext(pilotWith(), [order], after(1000))
    expect(plan?.at.getTime()).toBeGreaterThanOrEqual(after(47).getTime())
  })

  test('that is not due yet is not planned', () => {
    expect(planNext(pilotWith(), [orderIn('invoiced')], after(40))).toBeUndefined()
  })

  test('is planned before orders that are due later, and together with orders of the same step', () => {
    // More orders than possible steps, so that some orders share a step, whatever their ids.
    const [shortest, longest] = BEHAVIOURS.received.hours
    const length = 2 * (longest - shortest + 1)
    const someIds = fc.uniqueArray(fc.uuid(), { minLength: length, maxLength: length })
    fc.assert(
      fc.property(someIds, (ids) => {
        const orders = ids.map((id) => orderIn('received', { id }))
        const alone = new Map(
          orders.map((order) => [order, planNext(pilotWith(), [order], after(100))?.at.getTime() ?? 0]),
        )
        const together: number[] = []
        for (let left = orders; left.length > 0; ) {
          const first = Math.min(...left.map((order) => alone.get(order) ?? 0))
          const plan = planNext(pilotWith(), left, after(100))
          expect(plan?.at.getTime()).toBe(first)
          expect(plan?.orders).toEqual(left.filter((order) => alone.get(order) === first))
          together.push(plan?.orders.length ?? 0)
          left = left.filter((order) => alone.get(order) !== first)
        }
        expect(Math.max(...together)).toBeGreaterThan(1)
      }),
    )
  })
})

describe('a decision', () => {
  const shares = [
    ['rejected', 'approve_rejection', 'approve-rejection', 'refuse-rejection'],
    ['shipped', 'refuse_reception', 'refuse-reception', 'acknowledge-reception'],
    ['reception_refused', 'approve_refusal', 'approve-refusal', 'settle-refusal'],
  ] as const

  test.each(shares)('about an order in %s follows %s', (status, share, instead, otherwise) => {
    const count = (value: number) =>
      Array.from({ length: 400 }, () => commandFor(pilotWith({ [share]: value }), orderIn(status))).filter(
        (command) => command === instead,
      ).length
    expect(count(0)).toBe(0)
    expect(count(1)).toBe(400)
    expect(count(0.5)).toBeGreaterThan(140)
    expect(count(0.5)).toBeLessThan(260)
    expect(commandFor(pilotWith({ [share]: 0 }), orderIn(status))).toBe(otherwise)
  })

  test('is a move from that status by a party other than the brand', () => {
    for (const [status, habit] of Object.entries(BEHAVIOURS)) {
      for (const command of [habit.command, 'instead' in habit ? habit.instead.command : habit.command]) {
        const move = MOVES.find((one) => one.command === command)
        expect(move?.from).toBe(status)
        expect(move?.by.some((party) => party !== 'brand')).toBe(true)
      }
    }
  })

  test('that refuses has a reason', () => {
    expect(reasonFor(pilotWith(), 'refuse-reception', orderIn('shipped'))).toEqual(expect.any(String))
    expect(reasonFor(pilotWith(), 'pay-brand', orderIn('invoiced'))).toBeUndefined()
  })
})

describe('a basket', () => {
  const variant = fc.record({ id: fc.uuid(), available: fc.option(fc.integer({ min: 1, max: 9 })) })
  const variants = fc.uniqueArray(variant, { selector: ({ id }) => id, maxLength: 10 })

  test('has at most four variants, and no more of each than is available', () => {
    fc.assert(
      fc.property(fc.string(), variants, (name, list) => {
        const lines = basketOf(name, list)
        expect(lines.length).toBeLessThanOrEqual(Math.min(4, list.length))
        expect(lines.length > 0).toBe(list.length > 0)
        expect(new Set(lines.map((line) => line.productVariantId)).size).toBe(lines.length)
        for (const { productVariantId, quantity } of lines) {
          const there = list.find(({ id }) => id === productVariantId)
          expect(there).toBeDefined()
          expect(quantity).toBeGreaterThanOrEqual(1)
          expect(quantity).toBeLessThanOrEqual(there?.available ?? 6)
        }
      }),
    )
  })

  test('belongs to one of the given retailers', () => {
    expect(retailerFor('x', [])).toBeUndefined()
    expect(['a', 'b']).toContain(retailerFor('x', ['a', 'b']))
  })
})
