import { brandOf } from '../../domain/actor.ts'
import { operatorTag } from '../../http/operator-api.ts'
import type { Module } from '../../module.ts'
import { pendingDecision } from './decisions/resource.ts'
import { decisionRoutes } from './decisions/routes.ts'
import { seedOrderingDemo } from './demo/demo.ts'
import { documentRoutes } from './documents/routes.ts'
import { orderEvents } from './events.ts'
import { flatShippingFees } from './intake/flat-shipping-fees.ts'
import { approveRejectionJob, scheduleApproval } from './life/approvals.ts'
import { acceptOrderJob, automaticAcceptance, scheduleAcceptance } from './life/automatic-acceptance.ts'
import { fulfillabilityRoutes } from './life/fulfillability-routes.ts'
import { warehouseService } from './life/fulfillment-requests.ts'
import { effectsOnOrders } from './life/history.ts'
import { moveExtensions } from './life/moves.ts'
import { actionSources } from './life/next-actions.ts'
import { olderActionRoutes } from './life/older-action-routes.ts'
import { tellRetailers } from './life/shipped-mails.ts'
import { shippingMethods } from './life/shipping-methods.ts'
import { originSettings } from './life/shipping-origins.ts'
import { transitionPreview } from './life/transition-preview.ts'
import { operatorOrder, operatorOrderMove } from './operator/resources.ts'
import { operatorRoutes } from './operator/routes.ts'
import { loadBillingItems, loadItems } from './order/items.ts'
import { loadOrders } from './order/order-row.ts'
import { shipmentLoaders } from './order/shipment.ts'
import { decisionActivity, orderActivity } from './reading/activity.ts'
import { masterOrderRoutes } from './reading/master-order-routes.ts'
import { externalOrderSource, loadMasterOrders } from './reading/master-orders.ts'
import { pendingOrders } from './reading/pending-orders.ts'
import { timelineSources } from './reading/timeline.ts'
import { timelineEntry } from './reading/timeline-resource.ts'
import { timelineRoutes } from './reading/timeline-routes.ts'
import {
  billingItem,
  externalOrder,
  historyEntry,
  masterOrder,
  order,
  orderCount,
  orderItem,
  shipment,
} from './resources.ts'
import { retailerOrder, retailerTimelineEntry } from './retailer/resources.ts'
import { retailerRoutes } from './retailer/routes.ts'
import { trackingSources } from './retailer/timeline.ts'
import { orderRoutes } from './routes.ts'

export { orderEvents } from './events.ts'
export { flatShippingFees, type ReadFlatFees } from './intake/flat-shipping-fees.ts'
export { type NewOrderLine, type OrderPointers, submitOrder } from './intake/intake.ts'
export { editAddresses } from './life/addresses.ts'
export { approveLater } from './life/approvals.ts'
export { automaticAcceptance, type SelectAccepted } from './life/automatic-acceptance.ts'
export { requestCancellation } from './life/cancellation-requests.ts'
export { advanceOrder, commandOrder } from './life/commands.ts'
export type { Mover } from './life/history-writer.ts'
export { lockOrder, moveOrder } from './life/moves.ts'
export { type ActionSource, actionSources, judge } from './life/next-actions.ts'
export {
  findQuotable,
  listOpenDestinations,
  listOpenRounds,
  type QuotableOrder,
  saveShipment,
  setShippingMethods,
  updateQuotedShipment,
} from './life/shipments.ts'
export { type Route, shippingMethods } from './life/shipping-methods.ts'
export {
  type OriginData,
  type OriginFor,
  type OriginSettings,
  originData,
  originOf,
  originSettings,
  type RequiredNumber,
  type ShippingOrigin,
  senderAddress,
} from './life/shipping-origins.ts'
export { CANCELLATION_REQUEST, cancellationBody } from './life/transition-bodies.ts'
export { netAmount, share } from './money/amounts.ts'
export { type BilledFee, type BilledOrder, billedOrders, countBilledOrders } from './money/billed-orders.ts'
export { BILLING_ITEM_TYPES } from './money/fees.ts'
export {
  countPaidOrders,
  findPaidOrder,
  hasPayment,
  listPaidOrders,
  type PaidOrder,
  type PaidWithin,
} from './money/paid-orders.ts'
export { billShipping, type ShippingCharge } from './money/shipping-charges.ts'
export { type Command, MOVES, type Move, partyOf, STATUSES, type Status } from './order/move-table.ts'
export { MAX_LINES, type OrderLine } from './order/order-lines.ts'
export { findOrder, type LockedOrder, loadOrders, type OrderRow, ownersOfOrder } from './order/order-row.ts'
export {
  type ExternalShipment,
  type LatestQuote,
  NO_SHIPMENT,
  readSizes,
  roundOf,
  type Shipment,
  type ShipmentParcel,
  type ShipmentTracking,
  type ShippedItem,
  shipmentLoaders,
  withoutShipment,
  writeSizes,
} from './order/shipment.ts'
export { customersOf } from './reading/customers.ts'
export { readMasterOrder, shipmentOfExternalOrder } from './reading/master-orders.ts'
export { showGoods } from './reading/order-summaries.ts'
export { type OrderTrends, orderTrends, type TrendPeriod } from './reading/order-trends.ts'
export { type TimelineRow, type TimelineSource, timelinePart, timelineSources } from './reading/timeline.ts'
export { listWaitingOrders, type WaitingOrder } from './reading/waiting-orders.ts'
export {
  orderCard,
  type SelectedCard,
  selectOrderCard,
  selectWorkFigures,
  type WorkFigures,
  workFigures,
} from './reading/work-figures.ts'
export { ORDER_INCLUDES, order } from './resources.ts'
export {
  type RetailerTimelineRow,
  type RetailerTimelineSource,
  trackingSources,
} from './retailer/timeline.ts'

export const ordering: Module = {
  name: 'ordering',
  schemas: ['ordering'],
  offers: [
    actionSources,
    automaticAcceptance,
    moveExtensions,
    originSettings,
    externalOrderSource,
    flatShippingFees,
    shipmentLoaders,
    shippingMethods,
    timelineSources,
    trackingSources,
    warehouseService,
  ],
  tags: {
    Ordering: 'Orders from their arrival to the payout, and billing exports.',
    Retailer: 'Your own orders, whichever brand they are with. For retailers only.',
    ...operatorTag,
  },
  events: Object.values(orderEvents),
  resources: [
    order,
    orderCount,
    transitionPreview,
    orderItem,
    billingItem,
    masterOrder,
    externalOrder,
    shipment,
    historyEntry,
    timelineEntry,
    retailerOrder,
    retailerTimelineEntry,
    operatorOrder,
    operatorOrderMove,
    pendingDecision,
  ],
  loaders: {
    order: ({ db, actor }, ids) => loadOrders(db, brandOf(actor), ids),
    masterOrder: ({ db, actor }, ids) => loadMasterOrders(db, brandOf(actor), ids),
    orderItem: ({ db, actor }, ids) => loadItems(db, brandOf(actor), ids),
    billingItem: ({ db, actor }, ids) => loadBillingItems(db, brandOf(actor), ids),
  },
  jobs: [approveRejectionJob, acceptOrderJob],
  consumers: [
    { of: orderEvents.created, by: scheduleAcceptance },
    { of: orderEvents.rejected, by: scheduleApproval },
    { of: orderEvents.shipped, by: tellRetailers },
  ],
  activity: [orderActivity, decisionActivity],
  pending: pendingOrders,
  effects: effectsOnOrders,
  routes(http) {
    orderRoutes(http)
    timelineRoutes(http)
    documentRoutes(http)
    olderActionRoutes(http)
    fulfillabilityRoutes(http)
    masterOrderRoutes(http)
    retailerRoutes(http)
    operatorRoutes(http)
    decisionRoutes(http)
  },
  demo: seedOrderingDemo,
}
