/** The endpoints of the operator to the orders of all brands. */

import { Type } from 'typebox'
import { doerOf } from '../../../domain/actor.ts'
import { ifUnchanged } from '../../../domain/expected-version.ts'
import { text, uuid } from '../../../domain/fields.ts'
import { idToChange, unknown } from '../../../domain/ownership.ts'
import { createdAnswers, pageAnswer } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { answerOwnPage, answerPage, PAGE } from '../../../http/lists/paging.ts'
import { type Ctx, document } from '../../../http/operation.ts'
import { forOperator, idFilter, OPERATOR_API } from '../../../http/operator-api.ts'
import type { Queryable, Transaction } from '../../../platform/database.ts'
import type { OrderId } from '../../../platform/ids.ts'
import type { Work } from '../../../platform/work.ts'
import { type NewOrder, type OrderPointers, submitOrder } from '../intake/intake.ts'
import { editAddresses } from '../life/addresses.ts'
import { declineCancellation } from '../life/cancellation-requests.ts'
import { commandOrder } from '../life/commands.ts'
import { hasHistoryEntry, listHistory } from '../life/history.ts'
import type { Mover } from '../life/history-writer.ts'
import { lockOrder } from '../life/moves.ts'
import { nextActionsSchema } from '../life/next-actions.ts'
import { declineRevert } from '../life/revert-requests.ts'
import { type Command, moveOf, STATUSES } from '../order/move-table.ts'
import { type BrandOrder, ownersOfOrder } from '../order/order-row.ts'
import { status } from '../resources.ts'
import { detailsParameter, submittedAtFilter } from '../routes.ts'
import { MOVES_OF_OPERATOR, operatorActionsOf } from './actions.ts'
import {
  type AllOrdersFilter,
  findMatchesOfAll,
  findOrderOfAnyBrand,
  listOrdersOfAllBrands,
  type OrderOfAnyBrand,
  operatorDetails,
  orderOfAnyBrandVersion,
  readOperatorDetails,
  type SingleOrderOfAnyBrand,
} from './orders-of-all-brands.ts'
import {
  createOrderBody,
  declineBody,
  moveOrderBody,
  operatorOrder,
  operatorOrderMove,
  updateOrderBody,
} from './resources.ts'

const ofOrder = {
  ...forOperator,
  path: `${OPERATOR_API}/orders/{order}`,
  params: { order: 'Id of the order.' },
  query: { resource: operatorOrder },
}

export function operatorRoutes(http: Http): void {
  intakeRoute(http)
  readRoutes(http)
  historyRoute(http)
  addressRoute(http)
  for (const [command, summary] of Object.entries(MOVES_OF_OPERATOR)) {
    moveRoute(http, command as Command, summary)
  }
  declineRoutes(http)
}

function intakeRoute(http: Http): void {
  http.operation({
    ...forOperator,
    method: 'POST',
    path: `${OPERATOR_API}/orders`,
    id: 'createOrder',
    summary: 'Take in an order of a retailer',
    description:
      'Prices it as the retailer would be charged now and reserves the stock: all of it, or nothing. Addresses that are left out are those of the retailer. Send an id of your own to make a retry harmless.',
    query: { resource: operatorOrder },
    body: createOrderBody,
    answers: createdAnswers(operatorOrder, 'The order.', 'The id was known: the stored order.'),
    problems: [
      {
        status: 409,
        description:
          'There is not enough stock, one error per line that is short; or the brand or the retailer is suspended.',
      },
    ],
    async handle(ctx, { body: { data } }) {
      await ctx.db.enterBrand(data.attributes.brandId)
      const by: Mover = { party: 'retailer', ...doerOf(ctx.actor) }
      const wanted = { ...data.attributes, id: data.id }
      const { order, created } = await submitOrder(ctx, wanted, by, pointersIn(wanted))
      const complete = created ? order : await readOrder(ctx, order.id)
      return document<OrderOfAnyBrand>(operatorOrder, complete, { status: created ? 201 : 200 })
    },
  })
}

const pointersIn = ({ lines }: Pick<NewOrder, 'lines'>): OrderPointers => ({
  id: 'data.id',
  brandId: 'data.attributes.brandId',
  retailerId: 'data.attributes.retailerId',
  shippingAddress: 'data.attributes.shippingAddress',
  lines: lines.map((_line, i) => ({
    productVariantId: `data.attributes.lines.${i}.productVariantId`,
    quantity: `data.attributes.lines.${i}.quantity`,
  })),
})

function readRoutes(http: Http): void {
  const account = (description: string) => ({ kind: 'one', schema: uuid(), description }) as const

  http.operation({
    ...forOperator,
    method: 'GET',
    path: `${OPERATOR_API}/orders`,
    id: 'listOrdersAsOperator',
    summary: 'The orders of the marketplace',
    description:
      'Of all brands and retailers, unless filtered. Lines and shipping address are part of the single order.',
    query: {
      resource: operatorOrder,
      page: PAGE,
      filters: {
        id: idFilter,
        brand: account('Only orders with this brand.'),
        retailer: account('Only orders of this retailer.'),
        status: {
          kind: 'some',
          schema: status,
          max: STATUSES.length,
          description: 'Only orders in this status, or in one of these.',
        },
        q: {
          kind: 'one',
          schema: text(100, '1000042', 'A text to search for.'),
          description:
            'Only orders whose reference begins with these digits, or whose brand or retailer has this text in its name. Of names that many accounts have, 20 brands and 20 retailers count.',
        },
        submittedAt: submittedAtFilter,
      },
    },
    answers: [pageAnswer(operatorOrder, 'One page, newest first.')],
    async handle({ db }, { query }) {
      const filter = await searched(db, query.filter)
      return await answerPage<OrderOfAnyBrand>(
        operatorOrder,
        query,
        (walk) => listOrdersOfAllBrands(db, filter, walk),
        async (id) => (await ownersOfOrder(db, id)) !== undefined,
      )
    },
  })

  http.operation({
    ...ofOrder,
    method: 'GET',
    id: 'getOrderAsOperator',
    summary: 'An order',
    description: 'Of any brand and retailer, with its lines.',
    query: {
      resource: operatorOrder,
      parameters: detailsParameter(
        '`true` adds `meta.details`, and `meta.nextActions`: what you may do with the order now.',
      ),
    },
    answers: [
      {
        status: 200,
        description: 'The order.',
        resource: operatorOrder,
        meta: {
          details: Type.Optional(operatorDetails),
          nextActions: Type.Optional(nextActionsSchema),
        },
      },
    ],
    async handle(ctx, { params, query }) {
      const found = await readOrder(ctx, params.order)
      if (query.parameters.withDetails !== true) {
        return document<OrderOfAnyBrand>(operatorOrder, found, { version: orderOfAnyBrandVersion(found) })
      }
      const details = await readOperatorDetails(ctx.db, found)
      // Without a version: the details depend on other rows as well, so the body identifies the response.
      return document<OrderOfAnyBrand>(operatorOrder, found, {
        meta: { details, nextActions: operatorActionsOf(found) },
      })
    },
  })
}

/** Replaces the text of a search with its matches. */
async function searched<F extends { q?: string }>(
  db: Queryable,
  { q, ...filter }: F,
): Promise<Omit<F, 'q'> & Pick<AllOrdersFilter, 'matches'>> {
  return q === undefined ? filter : { ...filter, matches: await findMatchesOfAll(db, q) }
}

function historyRoute(http: Http): void {
  http.operation({
    ...ofOrder,
    method: 'GET',
    path: `${ofOrder.path}/history`,
    id: 'listOrderHistoryAsOperator',
    summary: 'What happened to an order',
    description: 'Who moved it, when, from which status to which, and the event that told of it.',
    query: { resource: operatorOrderMove, include: ['supportSession'], page: PAGE },
    answers: [pageAnswer(operatorOrderMove, 'One page, newest first.')],
    async handle(ctx, { params, query }) {
      const target = await brandOrderOf(ctx, params.order)
      const own = { db: ctx.db, of: target, list: listHistory, has: hasHistoryEntry }
      return await answerOwnPage(operatorOrderMove, query, own)
    },
  })
}

function addressRoute(http: Http): void {
  http.operation({
    ...ofOrder,
    method: 'PATCH',
    id: 'updateOrder',
    summary: 'Change the addresses of an order',
    description:
      'The shipping address can change until the order is shipped, the billing address until it is invoiced, neither once it is cancelled. An address is replaced as a whole; one that is the same already fires no event.',
    body: updateOrderBody,
    answers: [{ status: 200, description: 'The order as it is now.', resource: operatorOrder }],
    problems: [{ status: 409, description: 'An address can no longer change; nothing was changed.' }],
    conditional: true,
    async handle(ctx, { params, body: { data }, ifMatch }) {
      const target = await brandOrderOf(ctx, idToChange(params.order, data.id))
      const { billingAddress: billing, shippingAddress: shipping } = data.attributes ?? {}
      await ifUnchanged(ctx, ifMatch, lockVersion(target), (work) =>
        editAddresses(work, target, { billing, shipping }, asMarketplace(ctx)),
      )
      return document(operatorOrder, await readOrder(ctx, target.orderId))
    },
  })
}

/** The lock of the order covers its lines, which change only in transactions that change the order as well. */
const lockVersion =
  ({ brandId, orderId }: BrandOrder) =>
  async (tx: Transaction) => {
    await lockOrder(tx, brandId, orderId)
    return { version: orderOfAnyBrandVersion(await readOrder({ db: tx }, orderId)) }
  }

function moveRoute(http: Http, command: Command, summary: string): void {
  const { from, to, event, needsCancellationRequest } = moveOf(command)
  const condition = needsCancellationRequest ? ' while the retailer asks for a cancellation' : ''
  http.operation({
    ...ofOrder,
    method: 'POST',
    path: `${ofOrder.path}/-actions/${command}`,
    id: `${camelCase(command)}OfOrder`,
    summary,
    description: `From \`${from}\` to \`${to}\`${condition}${event ? `, with the event \`${event.name}\`` : ', without an event'}. The reason is kept in the history.`,
    body: moveOrderBody,
    bodyOptional: true,
    answers: [{ status: 200, description: 'The order as it is now.', resource: operatorOrder }],
    problems: [{ status: 409, description: 'Not possible in the status of the order; nothing was changed.' }],
    async handle(ctx, { params, body }) {
      const target = await brandOrderOf(ctx, params.order)
      // The body is optional.
      const reason = (body as typeof body | undefined)?.reason
      await commandOrder(ctx, target, { command, by: asMarketplace(ctx), reason })
      return document(operatorOrder, await readOrder(ctx, target.orderId))
    },
  })
}

/** The routes that decline a request. Declining adds a history entry and does not move the order. */
function declineRoutes(http: Http): void {
  const declining = (action: string, decline: typeof declineRevert) =>
    ({
      ...ofOrder,
      method: 'POST',
      path: `${ofOrder.path}/-actions/${action}`,
      body: declineBody,
      answers: [{ status: 200, description: 'The order as it is now.', resource: operatorOrder }],
      problems: [{ status: 409, description: 'No such request is open; nothing was changed.' }],
      async handle(ctx: Ctx, { params, body }: { params: { order: string }; body: { reason: string } }) {
        const target = await brandOrderOf(ctx, params.order)
        await decline(ctx, target, { reason: body.reason, by: asMarketplace(ctx) })
        return document(operatorOrder, await readOrder(ctx, target.orderId))
      },
    }) as const

  http.operation({
    ...declining('decline-cancellation', declineCancellation),
    id: 'declineCancellationOfOrder',
    summary: 'Decline the cancellation that a retailer asks for',
    description: 'The order waits for the brand as before. The retailer reads the reason, and may ask again.',
  })

  http.operation({
    ...declining('decline-revert', declineRevert),
    id: 'declineRevertOfOrder',
    summary: 'Decline to take back what a brand has decided',
    description:
      'The acceptance or rejection stands. The brand reads the reason, and may ask again. To grant the request, use `revert-acceptance` or `refuse-rejection`.',
  })
}

const camelCase = (words: string) =>
  words.replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase())

const asMarketplace = ({ actor }: Ctx): Mover => ({
  party: 'marketplace',
  ...doerOf(actor),
})

async function brandOrderOf({ db }: Ctx, orderId: OrderId): Promise<BrandOrder> {
  const owners = await ownersOfOrder(db, orderId)
  if (!owners) throw unknown('order', orderId)
  return { brandId: owners.brandId, orderId }
}

/** Reads an order and its lines in one snapshot. */
async function readOrder({ db }: Pick<Work, 'db'>, id: string): Promise<SingleOrderOfAnyBrand> {
  const found = await findOrderOfAnyBrand(db, id)
  if (!found) throw unknown('order', id)
  return found
}
