import type { Http } from '../../http/http.ts'
import { document } from '../../http/operation.ts'
import type { Queryable } from '../../platform/database.ts'
import { brandOfPath } from '../fulfillment/index.ts'
import { advances } from '../shared-routes.ts'
import { advanceOrder } from './orders/actions.ts'
import { advanceBody } from './orders/bodies.ts'
import { findOrderOfAnyBrand } from './orders/queries.ts'
import { order } from './orders/resources.ts'

/** Registered in the sandbox only. */
export function testingRoutes(http: Http): void {
  http.operation({
    ...advances('order-pay-orders/{order_pay_order}', order, 'The order as it is now.'),
    id: 'advanceOrderPayOrder',
    summary: 'Bring an OrderPay order to a status',
    description:
      'Makes all moves on the way, whoever would make them: confirms, pays, ships, and so on. Brands do this to their own orders, the operator to all of them.',
    params: { order_pay_order: 'Id of the order.' },
    body: advanceBody,
    bodyExample: { to: 'shipped' },
    problems: [
      {
        status: 409,
        description: 'Nothing leads there from its status, or there is not enough stock.',
      },
    ],
    async handle(ctx, { params: { order_pay_order: orderId }, body: { to } }) {
      const brandId = await brandOfPath(ctx, orderId, ownerOfOrder, 'order')
      return document(order, await advanceOrder(ctx, { brandId, orderId }, to))
    },
  })
}

const ownerOfOrder = async (db: Queryable, id: string) => (await findOrderOfAnyBrand(db, id))?.brand_id
