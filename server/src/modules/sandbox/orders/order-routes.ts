import type { Query } from '@tradehall/jsonapi'
import { doerOf } from '../../../domain/actor.ts'
import { missing } from '../../../domain/ownership.ts'
import { badRequest, forbidden, unprocessable } from '../../../domain/problems.ts'
import type { Http } from '../../../http/http.ts'
import { type Ctx, document } from '../../../http/operation.ts'
import type { BrandId, OrderId } from '../../../platform/ids.ts'
import {
  advanceOrder,
  CANCELLATION_REQUEST,
  cancellationBody,
  editAddresses,
  ORDER_INCLUDES,
  order,
  ownersOfOrder,
  requestCancellation,
} from '../../ordering/index.ts'
import { commandWithParcels } from '../../shipping/index.ts'
import { advanceOrderBody, testOrderBody, updateAddressBody } from './order-bodies.ts'
import { createTestOrder } from './test-orders.ts'

const shared = {
  method: 'POST',
  tag: 'Testing',
  media: 'json',
  query: { resource: order, include: ORDER_INCLUDES },
} as const
const ofOrder = { ...shared, access: 'token', params: { order: 'Id of the order.' } } as const
const FOR_WHOM = 'Brands do this to their own orders, the operator to all of them, without `include`.'

export function orderRoutes(http: Http): void {
  http.operation({
    ...shared,
    access: 'brand',
    path: '/api/testing/orders/create',
    id: 'createTestOrder',
    summary: 'Receive an order',
    description:
      'Everything may be left out or null, the whole body too. Without `retailerId` a new retailer orders, without products two new products of one variant each are ordered. The stock is reserved, as with every order.',
    body: testOrderBody,
    bodyOptional: true,
    bodyExample: { itemQuantity: 3 },
    answers: [{ status: 200, description: 'The order, in `ankor_confirmed`.', resource: order }],
    problems: [{ status: 409, description: 'There is not enough stock: one error per line that is short.' }],
    async handle(ctx, { body }) {
      // The body is optional.
      return document(order, await createTestOrder(ctx, (body as typeof body | undefined) ?? {}))
    },
  })

  http.operation({
    ...ofOrder,
    path: '/api/testing/orders/{order}/-actions/advance',
    id: 'advanceOrder',
    summary: 'Move an order in the name of the others',
    description: `Does what the retailer, the carrier or the marketplace would do to bring the order to a status, and fires the event of it. ${FOR_WHOM}`,
    body: advanceOrderBody,
    bodyExample: { to: 'received' },
    answers: [{ status: 200, description: 'The order as it is now.', resource: order }],
    problems: [
      {
        status: 409,
        description:
          'Nobody but the brand can bring it from its status to that one, or nobody at all; nothing was changed.',
      },
    ],
    async handle(ctx, input) {
      const { to, reason } = input.body
      const place = await orderInPath(ctx, input)
      return document(
        order,
        await advanceOrder(ctx, place, { to, doer: doerOf(ctx.actor), reason }, commandWithParcels),
      )
    },
  })

  http.operation({
    ...ofOrder,
    path: '/api/testing/orders/{order}/-actions/request-cancellation',
    id: 'requestOrderCancellation',
    summary: 'Ask for the cancellation of an order in the name of the retailer',
    description: `${CANCELLATION_REQUEST} ${FOR_WHOM}`,
    body: cancellationBody,
    answers: [{ status: 200, description: 'The order as it is now.', resource: order }],
    problems: [{ status: 409, description: 'The order does not wait for the brand; nothing was changed.' }],
    async handle(ctx, input) {
      const by = { party: 'retailer', ...doerOf(ctx.actor) } as const
      const place = await orderInPath(ctx, input)
      return document(order, await requestCancellation(ctx, place, { reason: input.body.reason, by }))
    },
  })

  http.operation({
    ...ofOrder,
    path: '/api/testing/orders/{order}/-actions/update-address',
    id: 'updateOrderAddress',
    summary: 'Change the addresses of an order',
    description: `As the marketplace would do it, with an event for each address that changes. ${FOR_WHOM}`,
    body: updateAddressBody,
    bodyExample: {
      shipping: { street: 'Kaai 14', city: 'Gent', postalCode: '9000', countryCode: 'BE' },
    },
    answers: [{ status: 200, description: 'The order as it is now.', resource: order }],
    problems: [{ status: 409, description: 'An address can no longer change; nothing was changed.' }],
    async handle(ctx, input) {
      const { billing, shipping } = input.body
      if (!billing && !shipping) {
        throw unprocessable('Expected a billing address, a shipping address, or both.', {
          pointer: 'shipping',
        })
      }
      const by = { party: 'marketplace', ...doerOf(ctx.actor) } as const
      return document(
        order,
        await editAddresses(ctx, await orderInPath(ctx, input), { billing, shipping }, by),
      )
    },
  })
}

/** The key of the order. For a brand it must be one of its own orders. */
async function orderInPath(
  { db, actor: { account } }: Ctx,
  { params: { order: orderId }, query }: { params: { order: string }; query: Pick<Query, 'include'> },
): Promise<{ brandId: BrandId; orderId: OrderId }> {
  if (account.kind === 'brand') return { brandId: account.brandId, orderId }
  if (account.kind === 'retailer') throw forbidden('This endpoint is for brand and operator accounts.')
  if (Object.keys(query.include).length > 0) {
    throw badRequest('Only a brand can include what belongs to its order.', { parameter: 'include' })
  }
  const owners = await ownersOfOrder(db, orderId)
  if (!owners) throw missing('order', orderId, { exists: false })
  return { brandId: owners.brandId, orderId }
}
