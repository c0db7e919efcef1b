import { brandOf } from '../../http/actor.ts'
import type { Ctx } from '../../http/operation.ts'
import type { Module } from '../../module.ts'
import { findOrder } from '../../modules/ordering/index.ts'
import { findShipment, loadQuotes, openLabels } from '../../modules/shipping/index.ts'
import { namedId } from '../../platform/ids.ts'
import { masterOrderOfSent } from './from-warehouse.ts'
import { findToldById } from './queries.ts'
import {
  asQuoteObject,
  type ItemOfShipment,
  type ParcelOfShipment,
  trackedItem,
  trackedParcel,
  trackedQuote,
  trackedShipment,
} from './resources.ts'
import { trackingRoutes } from './routes.ts'
import { readShown, readShownOutside, type Shown } from './shown.ts'

export const shipments: Module = {
  name: 'shipments',
  schemas: ['shipments'],
  tags: { Shipments: 'Deprecated: what is told of the shipment of an order.' },
  resources: [trackedShipment, trackedParcel, trackedItem, trackedQuote],
  loaders: {
    async trackedQuote({ db, actor }, ids) {
      return (await loadQuotes(db, brandOf(actor), ids)).map(asQuoteObject)
    },
    async parcelsOfTrackedShipments(ctx, ids) {
      return (await Promise.all((await shownByIds(ctx, ids)).map((shown) => parcelsIn(ctx, shown)))).flat()
    },
    async itemsOfTrackedShipments(ctx, ids) {
      return (await shownByIds(ctx, ids)).flatMap(itemsIn)
    },
  },
  routes: trackingRoutes,
}

/** A document has one shipment, so one is all that is ever asked for here. */
async function shownByIds(ctx: Ctx, ids: readonly string[]): Promise<Shown[]> {
  const brandId = brandOf(ctx.actor)
  const found = await Promise.all(
    ids.map(async (id) => {
      const told = await findToldById(ctx.db, id)
      const orderId =
        told?.order_id ??
        (await findShipment(ctx.db, brandId, id))?.order_id ??
        (await masterOrderOfSent(ctx.db, brandId, id))
      if (orderId === undefined) return undefined
      const order = await findOrder(ctx.db, brandId, orderId)
      return order ? await readShown(ctx, order) : await readShownOutside(ctx, brandId, orderId)
    }),
  )
  return found.filter((shown) => shown !== undefined)
}

async function parcelsIn(ctx: Ctx, shown: Shown): Promise<ParcelOfShipment[]> {
  const labels =
    shown.shipment_id === null ? undefined : await openLabels(ctx, brandOf(ctx.actor), shown.shipment_id)
  return shown.parcels.map((parcel) => {
    const bytes = labels?.get(parcel.number)
    const label = bytes ? { content: bytes.toString('base64'), contentType: 'pdf' as const } : null
    return { ...parcel, shipment: shown.id, label }
  })
}

const itemsIn = (shown: Shown): ItemOfShipment[] =>
  shown.parcels.flatMap(({ id: parcelId, shipped_items: items }) =>
    items.map((item, i) => ({
      ...item,
      id: namedId(`item ${parcelId} ${i}`),
      shipment: shown.id,
      parcelId,
    })),
  )
