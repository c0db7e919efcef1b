/** The endpoints of brands to fulfillment orders, and the actions of master orders that create them. */
import { offsetMeta, offsetParameters, readOffset } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { brandOf, doerOf } from '../../../domain/actor.ts'
import { uuid } from '../../../domain/fields.ts'
import { missing } from '../../../domain/ownership.ts'
import { listAnswer } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { type Ctx, document, empty, json } from '../../../http/operation.ts'
import { fulfillabilityCheck } from '../../../modules/ordering/life/fulfillability-check.ts'
import { blocked, blocker } from '../../../modules/ordering/life/fulfillment-blockers.ts'
import { fulfillmentBlockers } from '../../../modules/ordering/life/fulfillment-requests.ts'
import { loadMasterOrders } from '../../../modules/ordering/reading/master-orders.ts'
import { ownerOfMasterOrder } from './owners.ts'
import {
  type FulfillmentOrderRow,
  findFulfillmentOrder,
  listFulfillmentOrders,
  listFulfillmentOrdersOfMasterOrder,
  ownerOfFulfillmentOrder,
} from './queries.ts'
import { readShelfLives, requestBody, requestFulfillment } from './requests.ts'
import { fulfillmentOrder, fulfillmentStatus } from './resources.ts'

const shared = { tag: 'Fulfillment', access: 'brand' } as const
const PAGE = { default: 20, max: 100 }
const include = ['statusUpdates']

export function fulfillmentOrderRoutes(http: Http): void {
  readRoutes(http)
  masterOrderRoutes(http)
  checkRoutes(http)
}

function readRoutes(http: Http): void {
  http.operation({
    ...shared,
    method: 'GET',
    path: '/api/v1/fulfillment/orders',
    id: 'listFulfillmentOrders',
    summary: 'Your fulfillment orders',
    description: 'What the warehouse ships for you.',
    query: {
      resource: fulfillmentOrder,
      include,
      filters: {
        status: { kind: 'one', schema: fulfillmentStatus, description: 'Only those in this status.' },
        uuid: {
          kind: 'list',
          schema: uuid(),
          max: 100,
          description: 'Only those with one of these ids; unknown ids are left out.',
        },
      },
      sort: { fields: ['createdAt'], default: '-createdAt' },
      parameters: offsetParameters(PAGE),
    },
    answers: [
      {
        status: 200,
        description: 'One page, newest first unless sorted otherwise.',
        resource: fulfillmentOrder,
        many: true,
        paged: 'offset',
      },
    ],
    async handle({ db, actor }, { query }) {
      const page = readOffset(query, PAGE)
      const oldestFirst = query.sort?.[0]?.descending === false
      const { rows, total } = await listFulfillmentOrders(db, brandOf(actor), query.filter, page, {
        oldestFirst,
      })
      return document(fulfillmentOrder, rows, {
        meta: { page: offsetMeta(page, { rows: rows.length, total }) },
      })
    },
  })

  http.operation({
    ...shared,
    method: 'GET',
    path: '/api/v1/fulfillment/orders/{id}',
    id: 'getFulfillmentOrder',
    summary: 'One fulfillment order',
    description:
      '`include=statusUpdates` brings what the warehouse told of it. One of another brand answers 403.',
    params: { id: 'Id of the fulfillment order.' },
    query: { resource: fulfillmentOrder, include },
    answers: [{ status: 200, description: 'The fulfillment order.', resource: fulfillmentOrder }],
    async handle({ db, actor }, { params: { id } }) {
      const found = await findFulfillmentOrder(db, brandOf(actor), id)
      if (!found) {
        const owner = await ownerOfFulfillmentOrder(db, id)
        throw missing('fulfillment order', id, { exists: owner !== undefined })
      }
      return document(fulfillmentOrder, found)
    },
  })
}

const ofMasterOrder = {
  ...shared,
  method: 'GET',
  params: { orderId: 'Id of the master order.' },
} as const

function masterOrderRoutes(http: Http): void {
  http.operation({
    ...ofMasterOrder,
    path: '/api/v1/master-orders/{orderId}/fulfillment-orders',
    id: 'listFulfillmentOrdersOfMasterOrder',
    summary: 'The fulfillment orders of a master order',
    description: 'Those that were cancelled too.',
    query: { resource: fulfillmentOrder, include },
    answers: [listAnswer(fulfillmentOrder, 'Newest first.')],
    handle: async (ctx, { params }) =>
      document(fulfillmentOrder, await readOfMasterOrder(ctx, params.orderId)),
  })

  http.operation({
    ...ofMasterOrder,
    path: '/api/v1/master-orders/{orderId}/relationships/fulfillment-orders',
    id: 'listFulfillmentOrderLinkage',
    summary: 'Which fulfillment orders a master order has',
    description: 'Type and id of each, newest first.',
    answers: [
      {
        status: 200,
        description: 'The linkage.',
        schema: Type.Object({
          jsonapi: Type.Object(
            { version: Type.Literal('1.0', { description: 'Version of JSON:API.' }) },
            { description: 'The format of this document.' },
          ),
          data: Type.Array(
            Type.Object({
              type: Type.Literal(fulfillmentOrder.type, { description: 'The kind of resource.' }),
              id: uuid('Its id.'),
            }),
            { description: 'Type and id of each.' },
          ),
        }),
        contentType: 'application/vnd.api+json',
      },
    ],
    async handle(ctx, { params }) {
      const rows = await readOfMasterOrder(ctx, params.orderId)
      const data = rows.map(({ id }) => ({ type: fulfillmentOrder.type, id }))
      return { ...json({ jsonapi: { version: '1.0' }, data }), contentType: 'application/vnd.api+json' }
    },
  })
}

async function readOfMasterOrder({ db, actor }: Ctx, id: string): Promise<FulfillmentOrderRow[]> {
  const brandId = brandOf(actor)
  const rows = await listFulfillmentOrdersOfMasterOrder(db, brandId, id)
  if (rows.length === 0) await requireMasterOrder({ db, actor }, id)
  return rows
}

async function requireMasterOrder({ db, actor }: Pick<Ctx, 'db' | 'actor'>, id: string) {
  const [found] = await loadMasterOrders(db, brandOf(actor), [id])
  if (!found) throw missing('master order', id, { exists: (await ownerOfMasterOrder(db, id)) !== undefined })
  return found
}

function checkRoutes(http: Http): void {
  http.operation({
    ...shared,
    ...fulfillabilityCheck,
    method: 'GET',
    path: '/api/v1/master-orders/{orderId}/-actions/check-fulfillability',
    id: 'checkFulfillability',
    summary: 'Ask whether the warehouse could ship a master order',
    params: ofMasterOrder.params,
    async handle(ctx, { params }) {
      const found = await requireMasterOrder(ctx, params.orderId)
      // External orders are handed over to the warehouse when they are created.
      if (found.external_order_id !== null) return answer([blocker('already_being_fulfilled')])
      return answer(await fulfillmentBlockers(ctx, orderKeyOf(ctx, params.orderId)))
    },
  })

  http.operation({
    ...shared,
    ...fulfillabilityCheck,
    method: 'POST',
    path: '/api/v1/master-orders/{orderId}/-actions/request-fulfillment',
    id: 'requestFulfillment',
    summary: 'Have the warehouse ship a master order',
    description:
      'For an order in `brand_confirmed`, which goes to `fulfillment_requested`. The batches that expire first are set aside for it, and what was set aside at your own location is free again. The errors are those of the check.',
    params: ofMasterOrder.params,
    body: requestBody,
    bodyOptional: true,
    bodyExample: {
      data: {
        items: [{ productVariantId: 'e3b9d0a4-1d0d-47c2-9a2e-6c8a3f1b7d42', minimumRemainingShelfLife: 90 }],
      },
    },
    answers: [{ status: 200, description: 'It was handed over.', empty: true }],
    async handle(ctx, { params, body }) {
      const found = await requireMasterOrder(ctx, params.orderId)
      if (found.external_order_id !== null) throw blocked([blocker('already_being_fulfilled')])
      const by = { party: 'brand', ...doerOf(ctx.actor) } as const
      // The body is optional.
      const items = (body as typeof body | undefined)?.data?.items
      await requestFulfillment(ctx, orderKeyOf(ctx, params.orderId), by, readShelfLives(items))
      return empty()
    },
  })
}

const orderKeyOf = ({ actor }: Ctx, orderId: string) => ({ brandId: brandOf(actor), orderId })

function answer(blockers: Parameters<typeof blocked>[0]) {
  if (blockers.length > 0) throw blocked(blockers)
  return empty()
}
