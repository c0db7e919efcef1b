import { brandOf } from '../../../domain/actor.ts'
import { idToChange } from '../../../domain/ownership.ts'
import { createdAnswers, oneAnswer } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { createdDocument, document } from '../../../http/operation.ts'
import { BASE, shared } from '../shared.ts'
import { commandOrder } from './actions.ts'
import { cancelOrderBody, createOrderBody, updateOrderBody } from './bodies.ts'
import { changeOrder, createOrder, readOrder } from './orders.ts'
import { order } from './resources.ts'

const PATH = `${BASE}/order-pay-orders`
const query = { resource: order, include: ['payment', 'payment.transactions'] } as const
/** Transactions contain the client secret with which the customer pays. */
const secret = true
const ofOrder = {
  ...shared,
  secret,
  path: `${PATH}/{order_pay_order}`,
  params: { order_pay_order: 'Id of the order.' },
  query,
} as const

export function orderRoutes(http: Http): void {
  draftRoutes(http)
  actionRoutes(http)
}

function draftRoutes(http: Http): void {
  http.operation({
    ...shared,
    secret,
    method: 'POST',
    path: PATH,
    id: 'createOrderPayOrder',
    summary: 'Make an order for a customer',
    description:
      'A draft: it can be changed, and holds no stock, until you confirm it. Rates between the currencies are those of this moment, for good. Send an id of your own to make a retry harmless.',
    query,
    body: createOrderBody,
    answers: createdAnswers(order, 'The order, in `created`.', 'The id was known: the stored order.'),
    async handle(ctx, { body: { data } }) {
      const wanted = { ...data.attributes, id: data.id }
      return createdDocument(order, await createOrder(ctx, brandOf(ctx.actor), wanted, 'data'))
    },
  })

  http.operation({
    ...ofOrder,
    method: 'GET',
    id: 'getOrderPayOrder',
    summary: 'An order of a customer',
    description: 'With all amounts in both currencies; `include=payment.transactions` tells how it is paid.',
    answers: [oneAnswer(order, 'The order.')],
    async handle({ db, actor }, { params }) {
      return document(order, await readOrder(db, brandOf(actor), params.order_pay_order))
    },
  })

  http.operation({
    ...ofOrder,
    method: 'PATCH',
    id: 'updateOrderPayOrder',
    summary: 'Change an order of a customer',
    description:
      'The lines are replaced, everything else that is left out stays. The customer cannot be another one; its address and exemption are taken as they are now. Mind that `brandUnitPrice` of a body is the price before any discount, that of an answer the one after all of them.',
    body: updateOrderBody,
    answers: [oneAnswer(order, 'The order as it is now.')],
    problems: [{ status: 409, description: 'The order is no longer in `created`; nothing was changed.' }],
    async handle(ctx, { params, body: { data } }) {
      const key = { brandId: brandOf(ctx.actor), orderId: idToChange(params.order_pay_order, data.id) }
      return document(order, await changeOrder(ctx, key, data.attributes, 'data'))
    },
  })
}

function actionRoutes(http: Http): void {
  http.operation({
    ...ofOrder,
    method: 'POST',
    path: `${ofOrder.path}/-actions/cancel`,
    id: 'cancelOrderPayOrder',
    summary: 'Cancel an order of a customer',
    description:
      'From `created` or `brand_confirmed`. Stock is free again, a payment that waits is called off, and one that came at the same moment is given back.',
    body: cancelOrderBody,
    bodyOptional: true,
    bodyExample: { data: { attributes: { reason: 'The customer has changed their mind.' } } },
    answers: [oneAnswer(order, 'The order, in `cancelled`.')],
    problems: [{ status: 409, description: 'The order was paid, or is cancelled; nothing was changed.' }],
    async handle(ctx, { params, body }) {
      // The body is optional.
      const { data } = (body as typeof body | undefined) ?? {}
      const key = { brandId: brandOf(ctx.actor), orderId: idToChange(params.order_pay_order, data?.id) }
      const reason = data?.attributes?.reason ?? undefined
      return document(order, await commandOrder(ctx, key, 'cancel', { reason }))
    },
  })

  http.operation({
    ...ofOrder,
    method: 'POST',
    path: `${ofOrder.path}/-actions/confirm`,
    id: 'confirmOrderPayOrder',
    summary: 'Confirm an order of a customer',
    description:
      'Reserves the stock, all of it or none, and starts the payment of the grand total. In the background the order is then paid, or cancelled when the payment is declined; while the payment waits, you can cancel it.',
    answers: [oneAnswer(order, 'The order, in `brand_confirmed`.')],
    problems: [
      {
        status: 409,
        description:
          'The order is no longer in `created`, or there is not enough stock; nothing was changed.',
      },
    ],
    async handle(ctx, { params }) {
      const key = { brandId: brandOf(ctx.actor), orderId: params.order_pay_order }
      return document(order, await commandOrder(ctx, key, 'confirm'))
    },
  })
}
