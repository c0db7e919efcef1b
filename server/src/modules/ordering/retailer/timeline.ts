/**
 * The timeline of an order as its retailer sees it: the moves that concern it, and tracking events. It omits what concerns only
 * brand and marketplace: webhooks, pickups, payouts, types of rejections, and reasons that were not given to the retailer.
 */
import type { Queryable } from '../../../platform/database.ts'
import { extensionPoint } from '../../../platform/extension-points.ts'
import type { Status } from '../order/move-table.ts'
import type { BrandOrder } from '../order/order-row.ts'
import type { Place } from '../reading/places.ts'
import { mergeTimeline, type TimelineTracking, type TimelineWalk, timelinePart } from '../reading/timeline.ts'

interface RetailerMove {
  command: string
  from: Status | null
  to: Status
  movedBy: string
  reason: string | null
}

/** An entry has the member of its kind. */
export interface RetailerTimelineRow extends Place {
  kind: 'move' | 'tracking'
  occurred_at: Date
  move?: RetailerMove
  tracking?: TimelineTracking | null
}

export type RetailerTimelineSource = (
  db: Queryable,
  order: BrandOrder,
  walk: TimelineWalk,
) => Promise<readonly RetailerTimelineRow[]>

/** The tracking events of carriers for the parcels of an order. */
export const trackingSources = extensionPoint<RetailerTimelineSource>('ordering.tracking')

/** The moves that a retailer sees, with the member of `details` whose text it may read. New commands are hidden until added. */
const SHOWN_MOVES: Readonly<Record<string, 'reason' | 'rejectReason' | null>> = {
  submit: null,
  'brand-validates': null,
  'brand-rejects': 'rejectReason',
  'approve-rejection': null,
  'refuse-rejection': null,
  'revert-acceptance': null,
  'generate-labels': null,
  'brand-resets-shipping-labels-generation': null,
  'brand-requests-fulfillment': null,
  'take-back-fulfillment': null,
  'confirm-carrier-quote': null,
  'scan-parcel': null,
  fulfil: null,
  'acknowledge-reception': null,
  'refuse-reception': 'reason',
  'approve-refusal': null,
  'settle-refusal': null,
  'brand-settles-refusal': null,
  'issue-invoice': null,
  'edit-billing-address': null,
  'edit-shipping-address': null,
  'request-cancellation': 'reason',
  'approve-cancellation': null,
  'decline-cancellation': 'reason',
}

/** One page, newest first, or reversed if it is read backwards. */
export const readRetailerTimeline = (
  db: Queryable,
  order: BrandOrder,
  walk: TimelineWalk,
): Promise<RetailerTimelineRow[]> =>
  mergeTimeline([shownMoves, ...trackingSources.extensions], db, order, walk)

/** Uses moves_number_key. */
const shownMoves: RetailerTimelineSource = async (db, { brandId, orderId }, walk) =>
  await db<RetailerTimelineRow[]>`
    select id, 'move' as kind, created_at as occurred_at, platform.micros(created_at) as micros,
      json_build_object(
        'command', command, 'from', from_status, 'to', to_status, 'movedBy', moved_by,
        'reason', details ->> shown.words
      ) as move
    from ordering.moves
    join unnest(${Object.keys(SHOWN_MOVES)}::text[], ${Object.values(SHOWN_MOVES)}::text[]) as shown (name, words)
      on shown.name = command
    where brand_id = ${brandId} and order_id = ${orderId} ${timelinePart(db, walk, db`created_at`, db`id`)}`
