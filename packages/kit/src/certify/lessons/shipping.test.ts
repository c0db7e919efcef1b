import { describe, expect, test } from 'vitest'
import { evidenceOf, request, verdictsOf } from './fixtures.ts'
import { type ShippingFacts, shipping } from './shipping.ts'

const ORDER = '/api/v1/orders/o1'
const marks = { asked: 1, confirmed: 3, reset: 40 }
const FACTS: ShippingFacts = {
  orderId: 'o1',
  refusal: null,
  hasLabels: true,
  status: 'shipping_labels_generated',
}
const PARCEL = { length: 40, width: 30, height: 20, kg: 5 }
const quotes = (at: number, count: number, status = 200) =>
  request(at, `POST ${ORDER}/shipping-quotes`, status, {
    requestBody: JSON.stringify({ parcels: Array.from({ length: count }, () => PARCEL) }),
  })
const confirm = (at: number, status = 200) => request(at, 'POST /api/v1/shipping-quotes/q1/confirm', status)
const read = (at: number) => request(at, `GET ${ORDER}`)
/** 4 March 2026 is a Wednesday. */
const pickup = (at: number, pickupDate: string, status: number, pickupTime = '9-15') =>
  request(at, `POST ${ORDER}/ship/schedule-pickup`, status, {
    requestBody: JSON.stringify({ pickupDate, pickupTime }),
  })
const SHIPPED = [quotes(1.5, 2), confirm(2), read(3.1)]
const DENIED = pickup(35, '04-03-2026', 422)
const RESHIPPED = [quotes(43, 2), confirm(44), pickup(46, '04-03-2026', 200)]
const GOOD = [...SHIPPED, read(20), DENIED, pickup(36, '05-03-2026', 200), ...RESHIPPED]
const PASSED = { parcels: 'passed', labels: 'passed', pickup: 'passed', shipped: 'passed', reset: 'passed' }
const without = (at: number) => GOOD.filter(({ arrivedMs }) => arrivedMs !== at * 1000)
const grade = (requests = GOOD, facts: Partial<ShippingFacts> = {}, given: Record<string, number> = marks) =>
  verdictsOf(shipping.grade(evidenceOf({ requests, marks: given }, { ...FACTS, ...facts })))

test('a connector that ships, waits, tries another day and ships again passes', () => {
  expect(grade()).toEqual(PASSED)
})

describe('each mistake fails its requirement alone', () => {
  const second = GOOD.filter(({ arrivedMs }) => arrivedMs < 40_000)
  test.each<[string, string, typeof GOOD, Partial<ShippingFacts>]>([
    [
      'no parcels in the second request',
      'parcels',
      [...without(43), quotes(43, 0, 422), quotes(43.5, 2)],
      {},
    ],
    ['fewer parcels', 'parcels', [...without(43), quotes(43, 1)], {}],
    ['a read every five seconds', 'labels', [...GOOD, read(10), read(15), read(25)], {}],
    [
      'a Saturday',
      'pickup',
      [...without(36), pickup(36, '07-03-2026', 422), pickup(37, '09-03-2026', 200)],
      {},
    ],
    ['the same pickup again', 'pickup', [...without(36), pickup(36, '04-03-2026', 200)], {}],
    ['no other pickup', 'pickup', without(36), {}],
    ['no confirmation', 'shipped', without(2), {}],
    ['nothing after the reset', 'reset', second, { status: 'brand_confirmed' }],
  ])('%s', (_, requirement, requests, facts) => {
    expect(grade(requests, facts)).toEqual({ ...PASSED, [requirement]: 'failed' })
  })
})

test('other hours of the same day, in a wrapped body, are another pickup', () => {
  const wrapped = request(36, `POST ${ORDER}/ship/schedule-pickup`, 200, {
    requestBody: JSON.stringify({ order: { pickupDate: '04-03-2026', pickupTime: '11-17' } }),
  })
  expect(grade([...without(36), wrapped])).toEqual(PASSED)
})

test('a connector with carriers of its own has no labels, no pickups and no resets', () => {
  const given = { asked: 1, confirmed: 3 }
  expect(grade(SHIPPED, { hasLabels: false, status: 'shipped' }, given)).toEqual({
    parcels: 'passed',
    labels: 'skipped',
    pickup: 'skipped',
    shipped: 'passed',
    reset: 'skipped',
  })
})

test('what the connector gave no occasion to see is skipped', () => {
  const refusal = 'The order was not accepted.'
  const skipped = Object.fromEntries(Object.keys(PASSED).map((name) => [name, 'skipped']))
  expect(grade([], { hasLabels: false, refusal, status: 'rejected' }, {})).toEqual(skipped)
})

test('an action that is not taken fails', () => {
  const facts = { hasLabels: false, refusal: 'The connector did not take the action: 500.' }
  expect(grade([], facts, { asked: 1 })).toMatchObject({ shipped: 'failed', reset: 'skipped' })
})
