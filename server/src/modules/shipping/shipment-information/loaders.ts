/** Parcels, items and quote of the shipment that a request has read. */
import { brandOf } from '../../../domain/actor.ts'
import { type Ctx, document } from '../../../http/operation.ts'
import { namedId } from '../../../platform/ids.ts'
import { loadQuotes } from '../quotes/queries.ts'
import { openLabels } from '../shipments/labels.ts'
import { asQuoteObject, type ItemOfShipment, type ParcelOfShipment, trackedShipment } from './resources.ts'
import type { Shown } from './shown.ts'

/** A document has one shipment, which its handler has read as a whole: its parts need not be looked up by its id. */
const shownIn = new WeakMap<Ctx, Shown>()

export function shownDocument(ctx: Ctx, shown: Shown | undefined, status = 200) {
  if (shown) shownIn.set(ctx, shown)
  return document(trackedShipment, shown ?? null, { status })
}

export const trackingLoaders = {
  trackedQuote: async ({ db, actor }: Ctx, ids: readonly string[]) =>
    (await loadQuotes(db, brandOf(actor), ids)).map(asQuoteObject),
  async parcelsOfTrackedShipments(ctx: Ctx): Promise<ParcelOfShipment[]> {
    const shown = shownIn.get(ctx)
    return shown ? await parcelsIn(ctx, shown) : []
  },
  async itemsOfTrackedShipments(ctx: Ctx): Promise<ItemOfShipment[]> {
    const shown = shownIn.get(ctx)
    return shown ? itemsIn(shown) : []
  },
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
