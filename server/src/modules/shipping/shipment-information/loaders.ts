/** Loaders of the parcels, items and quote that are included with a shipment. */
import { brandOf } from '../../../domain/actor.ts'
import { type Ctx, document } from '../../../http/operation.ts'
import { namedId } from '../../../platform/ids.ts'
import { loadQuotes } from '../quotes/queries.ts'
import { openLabels } from '../shipments/labels.ts'
import { asQuoteObject, type ItemOfShipment, type ParcelOfShipment, trackedShipment } from './resources.ts'
import type { ShipmentView } from './shipment-view.ts'

/** The view that the handler of a request has read. A response has one shipment, so the loaders need not query it again. */
const viewOfRequest = new WeakMap<Ctx, ShipmentView>()

export function shipmentDocument(ctx: Ctx, view: ShipmentView | undefined, status = 200) {
  if (view) viewOfRequest.set(ctx, view)
  return document(trackedShipment, view ?? null, { status })
}

export const trackingLoaders = {
  trackedQuote: async ({ db, actor }: Ctx, ids: readonly string[]) =>
    (await loadQuotes(db, brandOf(actor), ids)).map(asQuoteObject),
  async parcelsOfTrackedShipments(ctx: Ctx): Promise<ParcelOfShipment[]> {
    const view = viewOfRequest.get(ctx)
    return view ? await parcelsIn(ctx, view) : []
  },
  async itemsOfTrackedShipments(ctx: Ctx): Promise<ItemOfShipment[]> {
    const view = viewOfRequest.get(ctx)
    return view ? itemsIn(view) : []
  },
}

async function parcelsIn(ctx: Ctx, view: ShipmentView): Promise<ParcelOfShipment[]> {
  const labels =
    view.shipment_id === null ? undefined : await openLabels(ctx, brandOf(ctx.actor), view.shipment_id)
  return view.parcels.map((parcel) => {
    const bytes = labels?.get(parcel.number)
    const label = bytes ? { content: bytes.toString('base64'), contentType: 'pdf' as const } : null
    return { ...parcel, shipment: view.id, label }
  })
}

const itemsIn = (view: ShipmentView): ItemOfShipment[] =>
  view.parcels.flatMap(({ id: parcelId, shipped_items: items }) =>
    items.map((item, i) => ({
      ...item,
      id: namedId(`item ${parcelId} ${i}`),
      shipment: view.id,
      parcelId,
    })),
  )
