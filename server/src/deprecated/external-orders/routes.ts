import { Type } from 'typebox'
import { brandOf } from '../../domain/actor.ts'
import { unknown } from '../../domain/ownership.ts'
import { returnsOne } from '../../http/answers/answers.ts'
import type { Http } from '../../http/http.ts'
import { answerPageOfAll } from '../../http/lists/paging.ts'
import { type Ctx, document, empty } from '../../http/operation.ts'
import { forOperator, OPERATOR_API } from '../../http/operator-api.ts'
import { brandOfPath, simulatedCarriage } from '../fulfillment/index.ts'
import { advances, returnsAll } from '../shared-routes.ts'
import { EXAMPLE_ADDRESS, externalOrderBody } from './body.ts'
import { acceptExternalOrder } from './intake.ts'
import { advanceExternalOrder, recordArrival } from './moves.ts'
import { listExternalOrders, ownerOfExternalOrder } from './queries.ts'
import { externalOrder, externalStatus, operatorExternalOrder } from './resources.ts'

const params = { id: 'Id of the order, which is that of its master order.' }
const PATH = `${OPERATOR_API}/external-orders`
const problems = [{ status: 409, description: 'Not possible in its status; nothing was changed.' }]
const movedByOperator = {
  ...forOperator,
  method: 'POST',
  params,
  ...returnsOne(operatorExternalOrder, 'The order as it is now.'),
  problems,
} as const

export function externalOrderRoutes(http: Http): void {
  http.operation({
    method: 'POST',
    path: '/api/v1/external-orders/non-marketplace-fulfillment-orders',
    id: 'createExternalOrder',
    tag: 'Ordering',
    access: 'brand',
    media: 'json',
    summary: 'Have the warehouse ship an order from elsewhere',
    description:
      'What can be wrong with it is answered at once; then it is accepted, and made soon after. Read what became of it from the master order, with `include=externalOrder`: it is `awaiting_fulfillment`, or `cancelled` when the last of it went to somebody else in between. Send `masterOrderUuid` to make a retry harmless. Quantities are pieces: whole batches of `unitQuantity / batchQuantity` pieces of the fulfillable, and at most `unitQuantity`.',
    body: externalOrderBody,
    bodyExample: {
      masterOrderUuid: '8c5e2d10-9b7f-4a3d-b1e6-0f4c7a9d5b74',
      customReference: 'WEB-88',
      shippingAddress: EXAMPLE_ADDRESS,
      items: [{ fulfillableId: '6fa1cd84-305e-42cf-b19d-8e42a0cf3175', quantity: 12 }],
    },
    answers: [{ status: 200, description: 'It was accepted.', empty: true }],
    async handle(ctx, { body }) {
      await acceptExternalOrder(ctx, brandOf(ctx.actor), body)
      return empty()
    },
  })

  operatorRoutes(http)
  if (http.platform.config.mode === 'sandbox') testingRoute(http)
}

/** These routes remain after the end of the group, so that the operator can finish orders that are under way. */
function operatorRoutes(http: Http): void {
  http.operation({
    ...forOperator,
    method: 'GET',
    path: PATH,
    id: 'listExternalOrdersAsOperator',
    summary: 'Orders from elsewhere',
    description: 'Of all brands, unless filtered.',
    ...returnsAll(operatorExternalOrder, externalStatus),
    async handle({ db }, { query }) {
      const { status, brand: brandId } = query.filter
      const all = { db, filter: { status, brandId }, list: listExternalOrders, find: ownerOfExternalOrder }
      return await answerPageOfAll(operatorExternalOrder, query, all)
    },
  })

  http.operation({
    ...movedByOperator,
    path: `${PATH}/{id}/-actions/arrive`,
    id: 'arriveExternalOrder',
    summary: 'Tell that an order from elsewhere has arrived',
    description: 'From `shipped` to `arrived`, with the event `external_order.arrived`.',
    handle: async (ctx, { params }) =>
      document(operatorExternalOrder, await recordArrival(ctx, await keyOf(ctx, params.id))),
  })

  http.operation({
    ...movedByOperator,
    path: `${PATH}/{id}/-actions/cancel`,
    id: 'cancelExternalOrder',
    summary: 'Cancel an order from elsewhere',
    description:
      'Until the warehouse picks it. Its batches are free again, with the event `external_order.cancelled`.',
    async handle(ctx, { params }) {
      const carriage = simulatedCarriage(params.id)
      const key = await keyOf(ctx, params.id)
      const cancelled = await advanceExternalOrder(ctx, key, { to: 'cancelled', carriage })
      return document(operatorExternalOrder, cancelled)
    },
  })
}

function testingRoute(http: Http): void {
  http.operation({
    ...advances('external-orders/{id}', externalOrder, 'The order as it is now.'),
    id: 'advanceExternalOrder',
    summary: 'Move an order from elsewhere in the name of the warehouse and the carrier',
    description:
      'Does everything that they would do to bring it to a status, and fires the events of it. Brands do this to their own, the operator to all of them.',
    params,
    problems,
    body: Type.Object(
      { to: Type.Enum(['shipped', 'arrived', 'cancelled'], { description: 'The status to bring it to.' }) },
      { additionalProperties: false },
    ),
    bodyExample: { to: 'shipped' },
    async handle(ctx, { params: { id }, body: { to } }) {
      const brandId = await brandOfPath(ctx, id, ownerOfExternalOrder, 'external order')
      const carriage = simulatedCarriage(id)
      return document(externalOrder, await advanceExternalOrder(ctx, { brandId, id }, { to, carriage }))
    },
  })
}

async function keyOf({ db }: Ctx, id: string) {
  const brandId = await ownerOfExternalOrder(db, id)
  if (brandId === undefined) throw unknown('external order', id)
  return { brandId, id }
}
