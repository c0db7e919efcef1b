/** Labels that wait to be printed, and parcels that wait for a pickup. */
import type { PendingWork } from '../../../module.ts'
import type { Fragment, Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { isPrintable } from './queries.ts'

const labelsToPrint: PendingWork = {
  kind: 'labels-to-print',
  description: 'Orders with labels that are not marked as printed.',
  firstBy: 'since',
  select: (db, { account }) =>
    account.kind === 'brand' ? shipmentsWithout(db, account.brandId, db`printed_at`) : null,
}

const pickupsToSchedule: PendingWork = {
  kind: 'pickups-to-schedule',
  description: 'Orders with labels whose parcels nobody is booked to collect.',
  firstBy: 'since',
  select: (db, { account }) =>
    account.kind === 'brand' ? shipmentsWithout(db, account.brandId, db`pickup`) : null,
}

export const pendingShipments: readonly PendingWork[] = [labelsToPrint, pickupsToSchedule]

/** Until the first scan; uses shipments_printable_idx. Work on a shipment is named by its order. */
const shipmentsWithout = (db: Queryable, brandId: BrandId, column: Fragment) => db`
  select order_id as id, order_reference as name, coalesce(ship_to ->> 'organisationName', ship_to ->> 'name') as about,
    created_at as since, null::date as due_on
  from shipping.shipments
  where brand_id = ${brandId} and ${isPrintable(db)} and ${column} is null`
