/** Orders that wait for a decision of their brand. */
import type { PendingWork } from '../../../module.ts'
import type { Fragment, Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { storeNameOf } from '../../identity/index.ts'
import type { Command, Status } from '../order/move-table.ts'

/** Uses orders_status_submitted_idx. */
const ordersToAccept: PendingWork = {
  kind: 'orders-to-accept',
  description: 'Orders that you accept or reject.',
  isAboutOrders: true,
  firstBy: 'since',
  select: (db, { account }) =>
    account.kind === 'brand'
      ? ordersIn(db, account.brandId, 'ankor_confirmed', { since: db`submitted_at`, dueOn: db`null::date` })
      : null,
}

/** Uses orders_status_ship_by_idx. */
const ordersToShip: PendingWork = {
  kind: 'orders-to-ship',
  description: 'Accepted orders, by the day on which they are expected to be shipped at the latest.',
  isAboutOrders: true,
  firstBy: 'due_on',
  select: (db, { account }) =>
    account.kind === 'brand'
      ? ordersIn(db, account.brandId, 'brand_confirmed', {
          since: lastTimeOf(db, account.brandId, 'brand-validates'),
          dueOn: db`coalesce(updated_latest_on, expected_latest_on)`,
        })
      : null,
}

/** Uses orders_status_idx, and moves_number_key for each of the orders: few are refused. */
const refusedReceptions: PendingWork = {
  kind: 'refused-receptions',
  description: 'Orders whose reception the retailer refused, which you can settle.',
  firstBy: 'since',
  select: (db, { account }) =>
    account.kind === 'brand'
      ? ordersIn(db, account.brandId, 'reception_refused', {
          since: lastTimeOf(db, account.brandId, 'refuse-reception'),
          dueOn: db`null::date`,
        })
      : null,
}

export const pendingOrders: readonly PendingWork[] = [ordersToAccept, ordersToShip, refusedReceptions]

const ordersIn = (
  db: Queryable,
  brandId: BrandId,
  status: Status,
  { since, dueOn }: { since: Fragment; dueOn: Fragment },
) => db`
  select id, reference::text as name, ${storeNameOf(db, db`retailer_id`)} as about, ${since} as since, ${dueOn} as due_on
  from ordering.orders
  where brand_id = ${brandId} and status = ${status}`

/** The time of the last such move of the order. */
const lastTimeOf = (db: Queryable, brandId: BrandId, command: Command) => db`(
  select max(created_at)
  from ordering.moves
  where moves.brand_id = ${brandId} and moves.order_id = orders.id and command = ${command}
)`
