import { expect, test } from 'vitest'
import type { TrackingStatus } from '../carriers/carrier.ts'
import { shipmentStatusOf } from './overview.ts'

const parcel = (status: TrackingStatus, day = 1) => ({
  status,
  status_details: `${status} on ${day}`,
  status_at: new Date(`2026-03-0${day}T00:00:00Z`),
  location: null,
})

test.each<[TrackingStatus[], TrackingStatus]>([
  [['UNKNOWN'], 'UNKNOWN'],
  [['PRE_TRANSIT', 'PRE_TRANSIT'], 'PRE_TRANSIT'],
  [['PRE_TRANSIT', 'TRANSIT'], 'TRANSIT'],
  [['PRE_TRANSIT', 'DELIVERED'], 'TRANSIT'],
  [['UNKNOWN', 'DELIVERED'], 'TRANSIT'],
  [['TRANSIT', 'DELIVERED'], 'TRANSIT'],
  [['DELIVERED', 'DELIVERED'], 'DELIVERED'],
  [['DELIVERED', 'RETURNED'], 'RETURNED'],
  [['RETURNED', 'FAILURE', 'TRANSIT'], 'FAILURE'],
  [[], 'UNKNOWN'],
])('parcels that are %j make a shipment that is %s', (statuses, whole) => {
  expect(shipmentStatusOf(statuses.map((status) => parcel(status))).status).toBe(whole)
})

test('a shipment has the details of the parcel that was scanned last among those with its status', () => {
  expect(
    shipmentStatusOf([parcel('TRANSIT', 2), parcel('TRANSIT', 3), parcel('DELIVERED', 4)]),
  ).toMatchObject({
    status: 'TRANSIT',
    status_details: 'TRANSIT on 3',
  })
})
