/**
 * Operator API for OrderPay orders: lists them and records what happened outside of the server (payment, shipment,
 * payout).
 */

import { Type } from 'typebox'
import { uuid } from '../../domain/fields.ts'
import { unknown } from '../../domain/ownership.ts'
import { unprocessable } from '../../domain/problems.ts'
import { pageAnswer, returnsOne } from '../../http/answers/answers.ts'
import type { Http } from '../../http/http.ts'
import { answerPageOfAll, PAGE } from '../../http/lists/paging.ts'
import { type Ctx, document } from '../../http/operation.ts'
import { forOperator, OPERATOR_API } from '../../http/operator-api.ts'
import { commandOrder } from './orders/actions.ts'
import { shipBody } from './orders/bodies.ts'
import { movesOf, type OrderPayCommand, STATUSES } from './orders/move-table.ts'
import { findOrderOfAnyBrand, listOrders, type OrderPayOrderKey } from './orders/queries.ts'
import { operatorOrder } from './orders/resources.ts'

const PATH = `${OPERATOR_API}/order-pay-orders`
const ofOrder = {
  ...forOperator,
  params: { order_pay_order: 'Id of the order.' },
  ...returnsOne(operatorOrder, 'The order as it is now.'),
} as const
const TOO_LATE = { status: 409, description: 'Not possible in the status of the order; nothing was changed.' }

/** The commands of the operator, except `ship`, which has a body and therefore a route of its own. */
const COMMANDS = {
  'confirm-payment': 'Note that the money of an order came',
  'fail-payment': 'Note that the money of an order will not come',
  'prepare-shipping': 'Have a paid order prepared',
  'acknowledge-reception': 'Note that an order was received',
  'issue-invoice': 'Invoice a received order',
  'pay-brand': 'Note that the brand was paid for an order',
} as const satisfies Partial<Record<OrderPayCommand, string>>

export function operatorRoutes(http: Http): void {
  http.operation({
    ...forOperator,
    method: 'GET',
    path: PATH,
    id: 'listOrderPayOrdersAsOperator',
    summary: 'Orders that brands made for customers of their own',
    description: 'Of all brands, unless filtered.',
    query: {
      resource: operatorOrder,
      page: PAGE,
      filters: {
        brand: { kind: 'one', schema: uuid(), description: 'Only orders of this brand.' },
        status: {
          kind: 'one',
          schema: Type.Enum([...STATUSES]),
          description: 'Only orders in this status.',
        },
      },
    },
    answers: [pageAnswer(operatorOrder, 'One page, newest first.')],
    async handle({ db }, { query }) {
      const { brand: brandId, status } = query.filter
      const all = { db, filter: { brandId, status }, list: listOrders, find: findOrderOfAnyBrand }
      return await answerPageOfAll(operatorOrder, query, all)
    },
  })

  for (const [command, summary] of Object.entries(COMMANDS))
    commandRoute(http, command as OrderPayCommand, summary)

  http.operation({
    ...ofOrder,
    method: 'POST',
    path: `${PATH}/{order_pay_order}/-actions/ship`,
    id: 'shipOrderPayOrder',
    summary: 'Note that an order has left',
    description: describe('ship'),
    body: shipBody,
    bodyOptional: true,
    problems: [TOO_LATE],
    async handle(ctx, { params, body }) {
      // The body is optional.
      const { trackingNumber: number, trackingLink: link } = (body as typeof body | undefined) ?? {}
      if (link !== undefined && number === undefined) {
        throw unprocessable('Expected the number that the link is for.', { pointer: 'trackingNumber' })
      }
      const tracking = number === undefined ? undefined : { number, link: link ?? null }
      const key = await keyOf(ctx, params.order_pay_order)
      return document(operatorOrder, await commandOrder(ctx, key, 'ship', { tracking }))
    },
  })
}

function commandRoute(http: Http, command: OrderPayCommand, summary: string): void {
  http.operation({
    ...ofOrder,
    method: 'POST',
    path: `${PATH}/{order_pay_order}/-actions/${command}`,
    id: `${command.replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase())}OfOrderPayOrder`,
    summary,
    description: describe(command),
    problems: [TOO_LATE],
    async handle(ctx, { params }) {
      return document(
        operatorOrder,
        await commandOrder(ctx, await keyOf(ctx, params.order_pay_order), command),
      )
    },
  })
}

const describe = (command: OrderPayCommand) =>
  movesOf(command)
    .map(({ from, to }) => `From \`${from}\` to \`${to}\`.`)
    .join(' ')

async function keyOf({ db }: Ctx, orderId: string): Promise<OrderPayOrderKey> {
  const order = await findOrderOfAnyBrand(db, orderId)
  if (!order) throw unknown('order', orderId)
  return { brandId: order.brand_id, orderId }
}
