/** Booked pickups and the events of carriers, for the timeline of an order. */
import type { Queryable } from '../../../platform/database.ts'
import {
  type RetailerTimelineRow,
  type RetailerTimelineSource,
  type TimelineRow,
  type TimelineSource,
  timelinePart,
} from '../../ordering/index.ts'

/** Uses shipments_order_idx and tracking_events_shipment_idx. An order has few shipments. */
export const shippingOfOrder: TimelineSource = async (db, { brandId, orderId }, walk) =>
  await db<TimelineRow[]>`
    with shipments as (
      select id, pickup, updated_at from shipping.shipments where brand_id = ${brandId} and order_id = ${orderId}
    ), entries as (
      select id, 'pickup' as kind, coalesce((pickup->>'bookedAt')::timestamptz, updated_at) as occurred_at,
        json_build_object(
          'pickupDate', pickup->>'pickupOn', 'readyTime', pickup->>'readyTime', 'closeTime', pickup->>'closeTime',
          'reference', pickup->>'reference'
        ) as pickup, null::json as tracking
      from shipments
      where pickup is not null
      union all
      select ${trackingColumns(db)}, null, ${trackingJson(db)}
      from shipping.tracking_events
      where brand_id = ${brandId} and shipment_id in (select id from shipments)
    )
    select id, kind, occurred_at, platform.micros(occurred_at) as micros,
      null::uuid as application_id, null::uuid as request_id, pickup, tracking
    from entries
    where true ${timelinePart(db, walk, db`occurred_at`, db`id`)}`

/** Only the tracking events of carriers. */
export const trackingOfOrder: RetailerTimelineSource = async (db, { brandId, orderId }, walk) =>
  await db<RetailerTimelineRow[]>`
    with entries as (
      select ${trackingColumns(db)}, ${trackingJson(db)} as tracking
      from shipping.tracking_events
      where brand_id = ${brandId} and shipment_id in (
        select id from shipping.shipments where brand_id = ${brandId} and order_id = ${orderId}
      )
    )
    select id, kind, occurred_at, platform.micros(occurred_at) as micros, tracking
    from entries
    where true ${timelinePart(db, walk, db`occurred_at`, db`id`)}`

/** A carrier's own id is unique for that carrier only. */
const trackingColumns = (db: Queryable) => db`
  md5(carrier_code || '/' || event_id)::uuid as id, 'tracking' as kind, occurred_at`

const trackingJson = (db: Queryable) => db`
  json_build_object(
    'carrierCode', carrier_code, 'parcelNumber', parcel_number, 'status', status, 'details', details
  )`
