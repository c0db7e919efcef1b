import { brandOf, doerOf } from '../../../domain/actor.ts'
import { missing } from '../../../domain/ownership.ts'
import { unprocessable } from '../../../domain/problems.ts'
import { deprecatedFromLaunch } from '../../../http/deprecation/deprecation.ts'
import type { Http } from '../../../http/http.ts'
import type { Ctx } from '../../../http/operation.ts'
import { findOrder, ownersOfOrder, readMasterOrder, shipmentOfExternalOrder } from '../../ordering/index.ts'
import { shipmentDocument } from './loaders.ts'
import {
  createReportBody,
  readReport,
  senderOfReport,
  trackedShipment,
  updateReportBody,
} from './resources.ts'
import { reportShipment } from './shipment-reports.ts'
import { readShipmentView, viewOutsideShipment } from './shipment-view.ts'

/** Operations on the shipment of an order, deprecated without an end date. An order and its master order share the id and the shipment. */
const VARIANTS = [
  {
    path: '/api/v1/master-orders/{orderId}/tracking',
    name: 'MasterOrder',
    what: 'master order',
    takesOutside: true,
  },
  { path: '/api/v1/orders/{orderId}/tracking', name: 'Order', what: 'order', takesOutside: false },
] as const

const RULE =
  'Parcels are named by the ids that were shown, or by new ones of your own, which then stand for the parcels in their order; an order that was quoted has no more parcels than that. The status of the order stays, but for two: a first `TRANSIT` ships an order with labels of the marketplace, and when all of its parcels are `DELIVERED` it is received. A parcel that is `UNKNOWN` goes with the whole.'
const EXAMPLE = {
  type: 'shipping-shipment',
  attributes: { carrier: 'dpd', trackingNumber: 'SW0099123', trackingLink: null, status: 'UNKNOWN' },
  relationships: {
    shipmentParcel: {
      data: [
        {
          type: 'shipping-shipment-parcel',
          id: 'c1f8e4b2-7d30-4cae-9f6b-208d1e5cafa9',
          attributes: { trackingNumber: 'SW0099123-1', status: 'UNKNOWN', length: 40, width: 30, height: 20 },
        },
      ],
    },
  },
}

export function trackingRoutes(http: Http): void {
  for (const variant of VARIANTS) {
    readRoute(http, variant)
    reportRoutes(http, variant)
  }
}

type Variant = (typeof VARIANTS)[number]

const sharedBy = ({ path, what }: Variant) =>
  ({
    tag: 'Shipments',
    access: 'brand',
    deprecated: deprecatedFromLaunch,
    path,
    params: { orderId: `Id of the ${what}.` },
    query: { resource: trackedShipment, include: ['shipmentParcel', 'shipmentQuote', 'shippedItems'] },
  }) as const

const answer = (status: number, description: string) =>
  ({ status, description, resource: trackedShipment }) as const

const withArticle = (name: Variant['name']) => (name === 'Order' ? 'an order' : 'a master order')

/** Refuses a master order of another brand. For an order, its lookup does that. */
const isFromOutside = async (
  { takesOutside }: Variant,
  { db, actor }: Ctx,
  orderId: string,
): Promise<boolean> =>
  takesOutside && (await readMasterOrder(db, { brandId: brandOf(actor), orderId })).internal_order_id === null

function readRoute(http: Http, variant: Variant): void {
  const { name, what } = variant
  http.operation({
    ...sharedBy(variant),
    method: 'GET',
    id: `get${name}Tracking`,
    summary: `The shipment of ${withArticle(name)}`,
    description: 'As carriers and you have told of it; `data` is null while there is none.',
    answers: [answer(200, 'The shipment, or null.')],
    async handle(ctx, { params: { orderId } }) {
      const brandId = brandOf(ctx.actor)
      if (await isFromOutside(variant, ctx, orderId)) {
        const sent = await shipmentOfExternalOrder(ctx.db, brandId, orderId)
        return shipmentDocument(ctx, sent && viewOutsideShipment(ctx, orderId, sent))
      }
      const order = await findOrder(ctx.db, brandId, orderId)
      if (!order)
        throw missing(what, orderId, { exists: (await ownersOfOrder(ctx.db, orderId)) !== undefined })
      return shipmentDocument(ctx, await readShipmentView(ctx, order))
    },
  })
}

function reportRoutes(http: Http, variant: Variant): void {
  const { name } = variant
  const shared = sharedBy(variant)

  http.operation({
    ...shared,
    method: 'POST',
    id: `create${name}Tracking`,
    summary: `Tell of the shipment of ${withArticle(name)}`,
    description: `What is told again takes the place of what was told before. Send an id of your own to make a retry harmless. ${RULE}`,
    body: createReportBody,
    bodyExample: { data: EXAMPLE },
    answers: [answer(201, 'The shipment.'), answer(200, 'The id was known: the shipment as it is.')],
    async handle(ctx, { params: { orderId }, body }) {
      if (await isFromOutside(variant, ctx, orderId)) throw shippedByWarehouse(orderId)
      const orderKey = { brandId: brandOf(ctx.actor), orderId }
      const doer = doerOf(ctx.actor)
      const report = { ...readReport(body), fromAddress: senderOfReport(body) }
      const result = await reportShipment(ctx, orderKey, report, { doer, mode: 'create' })
      return shipmentDocument(ctx, result.view, result.created ? 201 : 200)
    },
  })

  http.operation({
    ...shared,
    method: 'PATCH',
    id: `update${name}Tracking`,
    summary: `Tell anew of the shipment of ${withArticle(name)}`,
    description: `There must be one. The parcels are told anew, all of them. ${RULE}`,
    body: updateReportBody,
    bodyExample: { data: EXAMPLE },
    answers: [answer(200, 'The shipment.')],
    async handle(ctx, { params: { orderId }, body }) {
      if (await isFromOutside(variant, ctx, orderId)) throw shippedByWarehouse(orderId)
      const orderKey = { brandId: brandOf(ctx.actor), orderId }
      const doer = doerOf(ctx.actor)
      const report = readReport(body)
      const { view } = await reportShipment(ctx, orderKey, report, { doer, mode: 'update' })
      return shipmentDocument(ctx, view)
    },
  })
}

/** Master orders from other channels are shipped by the warehouse, which alone reports on them. */
const shippedByWarehouse = (id: string) =>
  unprocessable(`The master order ${id} is from elsewhere: the warehouse ships it, and tells of it.`)
