import { expect, test } from 'vitest'
import { BOX, call, consignment, describeCarrier, pickup } from '../../../../test/carriers.ts'
import { answer, SECRET, startLabelService } from '../../../../test/label-service.ts'
import type { CarrierUnavailable, LabelRequest } from './carrier.ts'
import { loadCarriers } from './carriers-file.ts'
import { createHttpCarrier } from './http-carrier.ts'

const behind = loadCarriers({ carrierSecrets: new Map() }).get('dpd')!

async function start() {
  const service = await startLabelService(behind)
  return { ...service, carrier: createHttpCarrier(service.settings, { secret: SECRET, pauseMs: 1 }) }
}

describeCarrier('a label service over HTTP', async () => (await start()).carrier)

const quote = { ...consignment(), currency: 'EUR' }
const labels: LabelRequest = {
  ...consignment({ parcels: [BOX, BOX, BOX] }),
  serviceCode: 'CL',
  orderReference: '100234',
  format: 'full_page',
  idempotencyKey: 'order-1:labels',
}

test('a request has the secret, its idempotency key and its data', async () => {
  const { carrier, seen } = await start()
  await carrier.createLabels(labels, call())
  const { idempotencyKey, ...body } = labels
  expect(seen).toMatchObject([
    {
      method: 'POST',
      path: '/labels/shipments',
      headers: {
        authorization: `Bearer ${SECRET}`,
        'idempotency-key': idempotencyKey,
        'content-type': 'application/json',
      },
      body: { ...body, askedAt: '2026-03-02T08:00:00.000Z' },
    },
  ])
})

test('labels that the service has rendered are returned unchanged, and others are left to the server', async () => {
  const { carrier } = await start()
  const { parcels } = await carrier.createLabels(labels, call())
  expect(parcels.map(({ label }) => label?.subarray(0, 5).toString() ?? null)).toEqual([
    '%PDF-',
    null,
    '%PDF-',
  ])
})

test('tracking events of a parcel are sorted by time', async () => {
  const { carrier } = await start()
  const { parcels } = await carrier.createLabels(labels, call())
  expect(await carrier.track(parcels[0]?.trackingNumber ?? '', call())).toEqual([
    { status: 'TRANSIT', details: null, occurredAt: new Date('2026-03-03T06:00:00Z'), location: null },
    {
      status: 'DELIVERED',
      details: 'At the door',
      occurredAt: new Date('2026-03-04T10:00:00Z'),
      location: { city: 'Gent', state: null, zip: '9000', country: 'BE' },
    },
  ])
})

test('a tracking number cannot change the path of the request', async () => {
  const { carrier, seen } = await start()
  await carrier.track('../quotes?x=#', call()).catch(() => {})
  expect(seen[0]?.path).toBe('/labels/tracking/..%2Fquotes%3Fx%3D%23')
})

test('no request is sent for a route that the settings exclude', async () => {
  const { carrier, seen } = await start()
  const from = { ...quote.from, countryCode: 'FR' }
  await expect(carrier.quote({ ...quote, from }, call())).rejects.toMatchObject({ refusal: 'route' })
  expect(seen).toEqual([])
})

const shipment = { reference: 'R1', trackingNumber: 'NP1000', serviceName: 'Parcel' }
const parcel = (n: number, labelPdfBase64: string | null = null) => ({
  trackingNumber: `NP100${n}`,
  labelPdfBase64,
})
const service = {
  code: 'A',
  name: 'A',
  costMinor: 100,
  currency: 'EUR',
  collectionMethods: ['pickup'],
  transit: null,
}
const event = { status: 'TRANSIT', details: null, occurredAt: '2026-03-03T07:00:00Z', location: null }

type Asked = 'quote' | 'labels' | 'pickup' | 'cancel' | 'track'
const nonsense: [string, Asked, unknown][] = [
  ['a text', 'quote', 'hello'],
  ['nothing', 'quote', null],
  ['no services', 'quote', { services: [] }],
  ['a cost with a fraction', 'quote', { services: [{ ...service, costMinor: 8.4 }] }],
  ['a cost as a text', 'quote', { services: [{ ...service, costMinor: '840' }] }],
  ['a cost below zero', 'quote', { services: [{ ...service, costMinor: -1 }] }],
  ['another currency', 'quote', { services: [{ ...service, currency: 'USD' }] }],
  ['an unknown way of collection', 'quote', { services: [{ ...service, collectionMethods: ['drone'] }] }],
  [
    'an invalid day',
    'quote',
    {
      services: [
        { ...service, transit: { pickupOn: '2026-02-30', deliveryOn: '2026-03-01', businessDays: 1 } },
      ],
    },
  ],
  ['the same service twice', 'quote', { services: [service, service] }],
  ['fewer labels than parcels', 'labels', { ...shipment, parcels: [parcel(1)] }],
  ['one number for two parcels', 'labels', { ...shipment, parcels: [parcel(1), parcel(1), parcel(2)] }],
  [
    'a label that is not a PDF',
    'labels',
    { ...shipment, parcels: [parcel(1, 'aGVsbG8='), parcel(2), parcel(3)] },
  ],
  [
    'a number that scanners cannot read',
    'labels',
    { ...shipment, parcels: [{ ...parcel(1), trackingNumber: 'NP\n€' }, parcel(2), parcel(3)] },
  ],
  ['a pickup that is neither booked nor denied', 'pickup', { isBooked: 'yes' }],
  ['a denial without a reason', 'pickup', { isBooked: false, alternatives: [] }],
  ['a list instead of an object', 'cancel', []],
  ['an unknown status', 'track', { events: [{ ...event, status: 'LOST_AT_SEA' }] }],
  ['an invalid time', 'track', { events: [{ ...event, occurredAt: 'yesterday' }] }],
]

test.each(nonsense)(
  '%s as the response to %s is invalid, and the request is not retried',
  async (_what, asked, body) => {
    const { carrier, next, seen } = await start()
    next.push((_request, response) => answer(response, 200, body))
    const questions: Record<Asked, () => Promise<unknown>> = {
      quote: () => carrier.quote(quote, call()),
      labels: () => carrier.createLabels(labels, call()),
      pickup: () => carrier.schedulePickup(pickup('R1'), call()),
      cancel: () => carrier.cancel({ reference: 'R1', idempotencyKey: 'k' }, call()),
      track: () => carrier.track('NP1000', call()),
    }
    const failure = await questions[asked]().then(
      () => expect.unreachable(),
      (error: CarrierUnavailable) => error,
    )
    expect(failure).toMatchObject({ name: 'CarrierUnavailable', carrier: 'northpost' })
    expect(failure.message).toMatch(/^Northpost .*\.$/)
    expect(seen).toHaveLength(1)
  },
)
