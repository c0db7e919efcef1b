import { brandOf } from '../../domain/actor.ts'
import { operatorTag } from '../../http/operator-api.ts'
import type { Module } from '../../module.ts'
import { externalPayouts } from '../../modules/billing/payouts.ts'
import { fill } from '../../platform/extension-points.ts'
import { origins } from '../fulfillment/index.ts'
import { loadPaymentMethods } from './customers/queries.ts'
import { customer, paymentMethod } from './customers/resources.ts'
import { customerRoutes } from './customers/routes.ts'
import { seedOrderPayDemo } from './demo.ts'
import { operatorRoutes } from './operator-routes.ts'
import { applyMove, lockOrder } from './orders/moves.ts'
import { payouts } from './orders/payouts.ts'
import { operatorOrder, order } from './orders/resources.ts'
import { orderRoutes } from './orders/routes.ts'
import { returnToBrand } from './orders/warehouse.ts'
import { settlePaymentJob, watchPaymentsJob } from './payments/jobs.ts'
import { loadPayments, loadTransactionsOfPayments } from './payments/queries.ts'
import { payment, transaction } from './payments/resources.ts'
import { TAG } from './shared.ts'
import { testingRoutes } from './testing-routes.ts'

export const orderPay: Module = {
  name: 'order-pay',
  schemas: ['order_pay'],
  fills: [
    fill(externalPayouts, payouts),
    fill(origins, {
      origin: 'order-pay',
      lock: ({ db }, brandId, orderId) => lockOrder(db, { brandId, orderId }),
      shipped: async (
        work,
        { brand_id: brandId, master_order_id: orderId, tracking_number, tracking_link },
      ) =>
        applyMove(work, await lockOrder(work.db, { brandId, orderId }), 'ship', {
          tracking: tracking_number === null ? undefined : { number: tracking_number, link: tracking_link },
        }),
      cancelled: async (work, { brand_id: brandId, master_order_id: orderId }) =>
        returnToBrand(work, await lockOrder(work.db, { brandId, orderId })),
    }),
  ],
  tags: {
    [TAG]: 'Orders that you make for customers of your own, paid through the marketplace.',
    ...operatorTag,
  },
  resources: [customer, paymentMethod, order, operatorOrder, payment, transaction],
  loaders: {
    orderPayPaymentMethod: ({ db, actor }, ids) => loadPaymentMethods(db, brandOf(actor), ids),
    orderPayPayment: ({ db, actor }, ids) => loadPayments(db, brandOf(actor), ids),
    transactionsOfOrderPayPayments: ({ db, actor }, ids) =>
      loadTransactionsOfPayments(db, brandOf(actor), ids),
  },
  jobs: [settlePaymentJob, watchPaymentsJob],
  routes(http) {
    customerRoutes(http)
    orderRoutes(http)
    operatorRoutes(http)
    if (http.platform.config.mode === 'sandbox') testingRoutes(http)
  },
  demo: seedOrderPayDemo,
}
