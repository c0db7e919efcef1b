/** The orders that wait for a decision of the marketplace. */
import { type Fragment, limitTo, type Queryable, unionOf } from '../../../platform/database.ts'
import type { BrandId, OrderId, RetailerId } from '../../../platform/ids.ts'
import type { OrderingOrdersRow } from '../../../platform/rows.ts'
import { brandNameOf, storeNameOf } from '../../identity/index.ts'
import type { Status } from '../order/move-table.ts'
import type { Place } from '../reading/places.ts'

/** The kinds of decisions of the marketplace, as named by `ordering.pending_decision`. */
export const DECISION_KINDS = [
  'rejections',
  'refused-receptions',
  'revert-requests',
  'cancellation-requests',
  'invoices',
  'payouts',
] as const
export type DecisionKind = (typeof DECISION_KINDS)[number]

export type PendingDecisionRow = Pick<
  OrderingOrdersRow,
  | 'brand_id'
  | 'reference'
  | 'retailer_id'
  | 'currency'
  | 'total_minor'
  | 'total_vat_minor'
  | 'net_minor'
  | 'brand_reject_type'
  | 'brand_reject_reason'
  | 'retailer_reject_reason'
  | 'retailer_cancellation_request_reason'
  | 'revert_request_reason'
> &
  Place & {
    id: OrderId
    status: Status
    kind: DecisionKind
    since: Date
    brand_name: string
    store_name: string
  }

export interface DecisionFilter {
  kind?: readonly DecisionKind[]
  brand?: BrandId
  retailer?: RetailerId
}

interface DecisionWalk {
  from: Place | undefined
  backwards: boolean
  limit: number
}

/** One page, oldest first. */
export async function listPendingDecisions(
  db: Queryable,
  filter: DecisionFilter,
  walk: DecisionWalk,
): Promise<PendingDecisionRow[]> {
  return await db<PendingDecisionRow[]>`${selectPendingDecisions(db, filter, walk)}`
}

/**
 * Selects a page of each kind; these contain the page of the list. Uses orders_decisions_idx, or the index of a brand or a
 * retailer.
 */
export function selectPendingDecisions(
  db: Queryable,
  { kind: kinds = DECISION_KINDS, ...filter }: DecisionFilter,
  walk: DecisionWalk,
): Fragment {
  const order = walk.backwards ? db`since desc, id desc` : db`since, id`
  return db`
    select page.*, platform.micros(since) as micros, ${brandNameOf(db, db`page.brand_id`)} as brand_name,
      ${storeNameOf(db, db`page.retailer_id`)} as store_name
    from (
      select waiting.*
      from (${unionOf(
        db,
        kinds.map(
          (kind) => db`
            select ${kind}::text as kind, brand_id, id, reference, retailer_id, status, currency, total_minor,
              total_vat_minor, net_minor, brand_reject_type, brand_reject_reason, retailer_reject_reason,
              retailer_cancellation_request_reason, revert_request_reason, ${waitsSince(db)} as since
            from ordering.orders
            where ${isWaiting(db, kind, filter)} ${beyond(db, walk)}
            order by ${order} ${limitTo(db, walk.limit)}`,
        ),
      )}) as waiting
      order by ${order} ${limitTo(db, walk.limit)}
    ) as page
    order by ${order}`
}

/** The maximum of each count, because unbounded counting would make every page slower as the marketplace grows. */
export const MAX_COUNTED = 1000

/** How many orders wait for each kind of decision, at most `MAX_COUNTED` of each. Uses the indexes of the list. */
export async function countPendingDecisions(
  db: Queryable,
  filter: Omit<DecisionFilter, 'kind'>,
): Promise<Record<DecisionKind, number>> {
  const counts = await db<{ kind: DecisionKind; count: number }[]>`${selectDecisionCounts(db, filter)}`
  return Object.fromEntries(counts.map(({ kind, count }) => [kind, count])) as Record<DecisionKind, number>
}

export const selectDecisionCounts = (db: Queryable, filter: Omit<DecisionFilter, 'kind'>) => db`
  ${unionOf(
    db,
    DECISION_KINDS.map(
      (kind) => db`
        select ${kind}::text as kind, count(*)::integer as count
        from (select 1 from ordering.orders where ${isWaiting(db, kind, filter)} ${limitTo(db, MAX_COUNTED)}) as waiting`,
    ),
  )}`

/** The condition of the partial indexes, and their first columns. */
const isWaiting = (
  db: Queryable,
  kind: DecisionKind,
  { brand, retailer }: Omit<DecisionFilter, 'kind'>,
) => db`
  ${decision(db)} is not null and ${decision(db)} = ${kind}
  ${brand === undefined ? db`` : db`and brand_id = ${brand}`}
  ${retailer === undefined ? db`` : db`and retailer_id = ${retailer}`}`

const decision = (db: Queryable) =>
  db`ordering.pending_decision(status, revert_request_reason, retailer_cancellation_request_reason)`

/** Orders from before migration 83 have neither `requested_at` nor `status_since`. */
const waitsSince = (db: Queryable) => db`coalesce(requested_at, status_since, updated_at)`

function beyond(db: Queryable, { from, backwards }: DecisionWalk): Fragment {
  if (!from) return db``
  const place = db`(platform.from_micros(${from.micros}), ${from.id}::uuid)`
  return db`and (${waitsSince(db)}, id) ${backwards ? db`<` : db`>`} ${place}`
}
