import { unknown } from '../../domain/ownership.ts'
import { forbidden } from '../../domain/problems.ts'
import type { Http } from '../../http/http.ts'
import { type Ctx, document } from '../../http/operation.ts'
import { advanceOrder } from './orders/actions.ts'
import { advanceBody } from './orders/bodies.ts'
import { findOrderOfAnyBrand, type OrderPayOrderKey } from './orders/queries.ts'
import { order } from './orders/resources.ts'

/** Registered in the sandbox only. */
export function testingRoutes(http: Http): void {
  http.operation({
    method: 'POST',
    tag: 'Testing',
    media: 'json',
    access: 'token',
    path: '/api/testing/order-pay-orders/{order_pay_order}/-actions/advance',
    id: 'advanceOrderPayOrder',
    summary: 'Bring an OrderPay order to a status',
    description:
      'Makes all moves on the way, whoever would make them: confirms, pays, ships, and so on. Brands do this to their own orders, the operator to all of them.',
    params: { order_pay_order: 'Id of the order.' },
    query: { resource: order },
    body: advanceBody,
    bodyExample: { to: 'shipped' },
    answers: [{ status: 200, description: 'The order as it is now.', resource: order }],
    problems: [
      {
        status: 409,
        description: 'Nothing leads there from its status, or there is not enough stock.',
      },
    ],
    async handle(ctx, { params, body }) {
      return document(order, await advanceOrder(ctx, await keyOf(ctx, params.order_pay_order), body.to))
    },
  })
}

/** The brand of an order. A brand is always resolved to itself, so that orders of other brands are not found. */
async function keyOf({ db, actor: { account } }: Ctx, orderId: string): Promise<OrderPayOrderKey> {
  if (account.kind === 'brand') return { brandId: account.brandId, orderId }
  if (account.kind === 'retailer') throw forbidden('This endpoint is for brand and operator accounts.')
  const found = await findOrderOfAnyBrand(db, orderId)
  if (!found) throw unknown('order', orderId)
  return { brandId: found.brand_id, orderId }
}
