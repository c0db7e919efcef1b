import { brandOf } from '../../../domain/actor.ts'
import { missing } from '../../../domain/ownership.ts'
import { unprocessable } from '../../../domain/problems.ts'
import { deprecatedFromLaunch } from '../../../http/deprecation.ts'
import type { Http } from '../../../http/http.ts'
import type { Ctx } from '../../../http/operation.ts'
import { findOrder, outsideShipment, ownersOfOrder, readMasterOrder } from '../../ordering/index.ts'
import { shownDocument } from './loaders.ts'
import { readTelling, senderIn, tellAgainBody, tellBody, trackedShipment } from './resources.ts'
import { readShown, showSent } from './shown.ts'
import { tellShipment } from './telling.ts'

/** Deprecated without an end date. An order and its master order have one id, and one shipment. */
const DOORS = [
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
  for (const door of DOORS) doorRoutes(http, door)
}

function doorRoutes(http: Http, { path, name, what, takesOutside }: (typeof DOORS)[number]): void {
  const shared = {
    tag: 'Shipments',
    access: 'brand',
    deprecated: deprecatedFromLaunch,
    path,
    params: { orderId: `Id of the ${what}.` },
    query: { resource: trackedShipment, include: ['shipmentParcel', 'shipmentQuote', 'shippedItems'] },
  } as const
  const answer = (status: number, description: string) =>
    ({ status, description, resource: trackedShipment }) as const
  /** Refuses a master order that is not the brand's; an order that is not is refused where it is looked for. */
  const isFromOutside = async ({ db, actor }: Ctx, orderId: string): Promise<boolean> =>
    takesOutside &&
    (await readMasterOrder(db, { brandId: brandOf(actor), orderId })).internal_order_id === null

  http.operation({
    ...shared,
    method: 'GET',
    id: `get${name}Tracking`,
    summary: `The shipment of ${name === 'Order' ? 'an order' : 'a master order'}`,
    description: 'As carriers and you have told of it; `data` is null while there is none.',
    answers: [answer(200, 'The shipment, or null.')],
    async handle(ctx, { params: { orderId } }) {
      const brandId = brandOf(ctx.actor)
      if (await isFromOutside(ctx, orderId)) {
        const sent = await outsideShipment(ctx.db, brandId, orderId)
        return shownDocument(ctx, sent && showSent(ctx, orderId, sent))
      }
      const order = await findOrder(ctx.db, brandId, orderId)
      if (!order)
        throw missing(what, orderId, { exists: (await ownersOfOrder(ctx.db, orderId)) !== undefined })
      return shownDocument(ctx, await readShown(ctx, order))
    },
  })

  http.operation({
    ...shared,
    method: 'POST',
    id: `create${name}Tracking`,
    summary: `Tell of the shipment of ${name === 'Order' ? 'an order' : 'a master order'}`,
    description: `What is told again takes the place of what was told before. Send an id of your own to make a retry harmless. ${RULE}`,
    body: tellBody,
    bodyExample: { data: EXAMPLE },
    answers: [answer(201, 'The shipment.'), answer(200, 'The id was known: the shipment as it is.')],
    async handle(ctx, { params: { orderId }, body }) {
      if (await isFromOutside(ctx, orderId)) throw onlyTheWarehouseTells(orderId)
      const place = { brandId: brandOf(ctx.actor), orderId }
      const { applicationId } = ctx.actor
      const telling = { ...readTelling(body), fromAddress: senderIn(body) }
      const told = await tellShipment(ctx, place, telling, { applicationId, known: 'may be' })
      return shownDocument(ctx, told.shown, told.created ? 201 : 200)
    },
  })

  http.operation({
    ...shared,
    method: 'PATCH',
    id: `update${name}Tracking`,
    summary: `Tell anew of the shipment of ${name === 'Order' ? 'an order' : 'a master order'}`,
    description: `There must be one. The parcels are told anew, all of them. ${RULE}`,
    body: tellAgainBody,
    bodyExample: { data: EXAMPLE },
    answers: [answer(200, 'The shipment.')],
    async handle(ctx, { params: { orderId }, body }) {
      if (await isFromOutside(ctx, orderId)) throw onlyTheWarehouseTells(orderId)
      const place = { brandId: brandOf(ctx.actor), orderId }
      const { applicationId } = ctx.actor
      const telling = readTelling(body)
      const { shown } = await tellShipment(ctx, place, telling, { applicationId, known: 'must be' })
      return shownDocument(ctx, shown)
    },
  })
}

/** Of what only the warehouse ships, only the warehouse tells. */
const onlyTheWarehouseTells = (id: string) =>
  unprocessable(`The master order ${id} is from elsewhere: the warehouse ships it, and tells of it.`)
