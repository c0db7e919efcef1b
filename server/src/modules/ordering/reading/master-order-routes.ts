/** The endpoints of master orders. */
import { requestDocument } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { brandOf } from '../../../domain/actor.ts'
import { ifUnchanged } from '../../../domain/expected-version.ts'
import { idToChange } from '../../../domain/ownership.ts'
import { unprocessable } from '../../../domain/problems.ts'
import type { Http } from '../../../http/http.ts'
import {
  answerChanges,
  changesMeta,
  sinceIn,
  updatedAfter,
  withChanges,
} from '../../../http/lists/changes.ts'
import { answerOwnPage, PAGE } from '../../../http/lists/paging.ts'
import { document } from '../../../http/operation.ts'
import type { Transaction } from '../../../platform/database.ts'
import type { ChangeWalk } from '../../../platform/queries/changes.ts'
import { masterOrder, ORDER_INCLUDES, order } from '../resources.ts'
import {
  externalOrderIncludes,
  hasMasterOrder,
  listChangedMasterOrders,
  listMasterOrders,
  lockMasterOrderVersion,
  type MasterOrderRow,
  masterOrderVersion,
  readMasterOrder,
  setExpectedShipping,
} from './master-orders.ts'

/** The type of an included order is `internal-orders` here. */
const context = 'masterOrders'
const shared = { tag: 'Ordering', access: 'brand' } as const
const params = { master_order: 'Id of the master order, which is that of its order.' }
const queryOf = () => ({
  resource: masterOrder,
  include: [
    'internalOrder',
    ...ORDER_INCLUDES.map((path) => `internalOrder.${path}`),
    'externalOrder',
    ...externalOrderIncludes().map((path) => `externalOrder.${path}`),
    'shipment',
  ],
})
/** A master order has no attributes, so its included order is rendered in the form of a single order. */
const rendering = { context, includedForm: 'single' } as const
const answers = [{ status: 200, description: 'The master order.', resource: masterOrder, context }] as const

/** Every spelling of the types that the body may have. */
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
  readRoutes(http, query)
  updateRoute(http, query)
}

type Query = ReturnType<typeof queryOf>

function readRoutes(http: Http, query: Query): void {
  http.operation({
    ...shared,
    method: 'GET',
    path: '/api/v1/master-orders',
    id: 'listMasterOrders',
    summary: 'Your master orders',
    description: 'Each stands for one order, whose id it has; `include` brings the order itself.',
    query: { ...query, filters: { updatedAfter }, page: withChanges(PAGE) },
    answers: [
      {
        status: 200,
        description: 'Newest first.',
        resource: masterOrder,
        many: true,
        paged: true,
        meta: changesMeta,
        ...rendering,
      },
    ],
    async handle({ db, actor }, { query }) {
      const since = sinceIn(query)
      if (since !== undefined) {
        const list = (walk: ChangeWalk) => listChangedMasterOrders(db, brandOf(actor), walk)
        return await answerChanges(masterOrder, { ...query, since }, { db, list }, rendering)
      }
      const own = { db, of: brandOf(actor), list: listMasterOrders, has: hasMasterOrder }
      return await answerOwnPage(masterOrder, query, own, rendering)
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
      return document<MasterOrderRow>(masterOrder, found, {
        ...rendering,
        version: masterOrderVersion(found),
      })
    },
  })
}

function updateRoute(http: Http, query: Query): void {
  http.operation({
    ...shared,
    method: 'PATCH',
    path: '/api/v1/master-orders/{master_order}',
    id: 'updateMasterOrder',
    support: 'write',
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
    conditional: true,
    async handle(ctx, { params, body: { data }, ifMatch }) {
      const orderId = idToChange(params.master_order, data.id)
      const target = { brandId: brandOf(ctx.actor), orderId }
      checkType(data.type, await readMasterOrder(ctx.db, target))
      const latestOn = data.attributes?.expected_maximum_shipping_date
      const at = 'data.attributes.expected_maximum_shipping_date'
      const lock = (tx: Transaction) => lockMasterOrderVersion(tx, target)
      const changed = await ifUnchanged(ctx, ifMatch, lock, (work) =>
        setExpectedShipping(work, target, latestOn, at),
      )
      return document(masterOrder, changed, rendering)
    },
  })
}

/** Rejects the type of the other kind of order: the body was meant for another order. */
function checkType(type: string | undefined, { internal_order_id }: MasterOrderRow): void {
  if (type === undefined || masterOrder.spellings.includes(type)) return
  const isExternal = internal_order_id === null
  if (TYPES_OF_EXTERNAL.includes(type) === isExternal) return
  const detail = isExternal
    ? 'This is an order from outside: its type is external-order.'
    : 'This is an order of the marketplace: its type is internal-order.'
  throw unprocessable(detail, { pointer: 'data.type' })
}
