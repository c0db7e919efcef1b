import { requestDocument } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { brandOf } from '../../domain/actor.ts'
import { idToChange } from '../../domain/ownership.ts'
import { unprocessable } from '../../domain/problems.ts'
import type { Http } from '../../http/http.ts'
import { document } from '../../http/operation.ts'
import { answerOwnPage, PAGE } from '../../http/paging.ts'
import {
  hasMasterOrder,
  listMasterOrders,
  type MasterOrderRow,
  outsideIncludes,
  readMasterOrder,
  setExpectedShipping,
} from './reading/master-orders.ts'
import { masterOrder, ORDER_INCLUDES, order } from './resources.ts'

/** The wrapped order is an `internal-orders` here. */
const context = 'masterOrders'
const shared = { tag: 'Ordering', access: 'brand' } as const
const params = { master_order: 'Id of the master order, which is that of its order.' }
const queryOf = () => ({
  resource: masterOrder,
  include: [
    'internalOrder',
    ...ORDER_INCLUDES.map((path) => `internalOrder.${path}`),
    'externalOrder',
    ...outsideIncludes().map((path) => `externalOrder.${path}`),
    'shipment',
  ],
})
/** The wrapped order is whole wherever it is included: a master order has nothing to show itself. */
const shown = { context, includedForm: 'single' } as const
const answers = [{ status: 200, description: 'The master order.', resource: masterOrder, context }] as const

/** Every name that the API has for what the body is about. */
const TYPES_OF_INTERNAL = ['internal-order', ...order.spellings, ...masterOrder.spellings]
const TYPES_OF_EXTERNAL = ['external-order', 'external-orders']

const updateBody = requestDocument(masterOrder, {
  id: 'path',
  types: [...TYPES_OF_INTERNAL, ...TYPES_OF_EXTERNAL],
  attributes: {
    expected_maximum_shipping_date: Type.String({
      format: 'date',
      description: 'The last day on which you expect to ship: today or later.',
      examples: ['2026-12-24'],
    }),
  },
})

export function masterOrderRoutes(http: Http): void {
  const query = queryOf()
  http.operation({
    ...shared,
    method: 'GET',
    path: '/api/v1/master-orders',
    id: 'listMasterOrders',
    summary: 'Your master orders',
    description: 'Each stands for one order, whose id it has; `include` brings the order itself.',
    query: { ...query, page: PAGE },
    answers: [
      { status: 200, description: 'Newest first.', resource: masterOrder, many: true, paged: true, ...shown },
    ],
    async handle({ db, actor }, { query }) {
      const own = { db, of: brandOf(actor), list: listMasterOrders, has: hasMasterOrder }
      return await answerOwnPage(masterOrder, query, own, shown)
    },
  })

  http.operation({
    ...shared,
    method: 'GET',
    path: '/api/v1/master-orders/{master_order}',
    id: 'getMasterOrder',
    summary: 'One master order',
    description: 'Stands for one order; `include=internalOrder` brings it. One of another brand answers 403.',
    params,
    query,
    answers,
    async handle({ db, actor }, { params: { master_order: id } }) {
      const found = await readMasterOrder(db, { brandId: brandOf(actor), orderId: id })
      return document(masterOrder, found, shown)
    },
  })

  http.operation({
    ...shared,
    method: 'PATCH',
    path: '/api/v1/master-orders/{master_order}',
    id: 'updateMasterOrder',
    summary: 'Tell until when you expect to ship',
    description:
      'The order shows it as `shippingOverview.expectedShippingDates.updatedMaximum`, one from outside as `expectedMaximumShippingDate`.',
    params,
    query,
    body: updateBody,
    bodyExample: {
      data: { type: 'internal-order', attributes: { expected_maximum_shipping_date: '2026-12-24' } },
    },
    answers,
    async handle(ctx, { params, body: { data } }) {
      const orderId = idToChange(params.master_order, data.id)
      const place = { brandId: brandOf(ctx.actor), orderId }
      refuseType(data.type, await readMasterOrder(ctx.db, place))
      const latestOn = data.attributes?.expected_maximum_shipping_date
      const at = 'data.attributes.expected_maximum_shipping_date'
      const changed = await setExpectedShipping(ctx, place, latestOn, at)
      return document(masterOrder, changed, shown)
    },
  })
}

/** A body that speaks of the other kind of order is about another one. */
function refuseType(type: string | undefined, { internal_order_id }: MasterOrderRow): void {
  if (type === undefined || masterOrder.spellings.includes(type)) return
  const isExternal = internal_order_id === null
  if (TYPES_OF_EXTERNAL.includes(type) === isExternal) return
  const told = isExternal
    ? 'This is an order from outside: its type is external-order.'
    : 'This is an order of the marketplace: its type is internal-order.'
  throw unprocessable(told, { pointer: 'data.type' })
}
