import { brandOf } from '../../http/actor.ts'
import type { Module } from '../../module.ts'
import { acceptArrivals, acceptOrderJob } from './automatic-acceptance.ts'
import { approveRejectionJob, scheduleApproval } from './jobs.ts'
import { masterOrderRoutes } from './master-order-routes.ts'
import { loadBillingItems, loadItems, loadOrders } from './orders.ts'
import {
  billingItem,
  externalOrder,
  historyEntry,
  masterOrder,
  order,
  orderItem,
  shipment,
} from './resources.ts'
import { retailerOrder } from './retailer-resources.ts'
import { retailerRoutes } from './retailer-routes.ts'
import { orderRoutes } from './routes.ts'

export { editAddresses } from './addresses.ts'
export { type AllOrdersFilter, findOrderOfAll, listOrdersOfAll } from './all-orders.ts'
export {
  type BilledFee,
  type BilledOrder,
  billedOrders,
  countBilledOrders,
} from './billed-orders.ts'
export { requestCancellation } from './cancellation-requests.ts'
export { seedOrderingDemo } from './demo.ts'
export { type HistoryRow, hasHistoryEntry, listHistory } from './history.ts'
export { type NewLine, type NewOrder, submitOrder } from './intake.ts'
export { approveLater } from './jobs.ts'
export { BILLING_ITEM_TYPES, netAmount } from './money-rules.ts'
export {
  type Command,
  MOVES,
  type Move,
  moveBetween,
  moveOf,
  partyOf,
  STATUSES,
  type Status,
} from './move-table.ts'
export { type Mover, moveOrder } from './moves.ts'
export { MAX_LINES, type OrderLine, type OrderWithLines, orderLines } from './order-lines.ts'
export { type Address, findOrder, type OrderRow, ownersOfOrder } from './orders.ts'
export { moveForOthers, moveToStatus } from './other-moves.ts'
export { countPaidOrders, listPaidOrders, type PaidOrder } from './paid-orders.ts'
export { historyEntry, ORDER_INCLUDES, order, status } from './resources.ts'
export { CANCELLATION_REQUEST, cancellationBody } from './transition-bodies.ts'
export { listWaitingOrders, type WaitingOrder } from './waiting-orders.ts'

export const ordering: Module = {
  name: 'ordering',
  resources: [
    order,
    orderItem,
    billingItem,
    masterOrder,
    externalOrder,
    shipment,
    historyEntry,
    retailerOrder,
  ],
  loaders: {
    order: ({ db, actor }, ids) => loadOrders(db, brandOf(actor), ids),
    orderItem: ({ db, actor }, ids) => loadItems(db, brandOf(actor), ids),
    billingItem: ({ db, actor }, ids) => loadBillingItems(db, brandOf(actor), ids),
  },
  jobs: [approveRejectionJob, acceptOrderJob],
  consumers: { 'order.brand_created': [acceptArrivals], 'order.brand_rejected': [scheduleApproval] },
  routes(http) {
    orderRoutes(http)
    masterOrderRoutes(http)
    retailerRoutes(http)
  },
}
