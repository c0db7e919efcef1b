/** Telling of a shipment: noted here, and handed to the shipping module where the order has a shipment of its own. */
import { joinProblems } from '@tradehall/jsonapi'
import { missing } from '../../../domain/ownership.ts'
import { unprocessable } from '../../../domain/problems.ts'
import type { ApplicationId, BrandId, OrderId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { invariant } from '../../../platform/invariant.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { findOrder, lockOrder, type ShippedItem } from '../../ordering/index.ts'
import type { TrackingStatus } from '../carriers/carrier.ts'
import { findQuote, quoteExists } from '../quotes/queries.ts'
import { tellParcels } from '../shipments/tracking.ts'
import { type FromAddress, findToldById, saveTold } from './queries.ts'
import { readShown, type Shown } from './shown.ts'

export interface Telling {
  id?: string | undefined
  carrier: string | null
  trackingNumber: string | null
  trackingLink: string | null
  status: TrackingStatus
  fromAddress?: FromAddress | undefined
  quoteId?: string | undefined
  parcels: readonly TellingParcel[]
}

export interface TellingParcel {
  id: string
  trackingNumber: string | null
  trackingLink: string | null
  status: TrackingStatus
  length: number | null
  width: number | null
  height: number | null
  weight: number | null
  sscc: string | null
  shippedItems: readonly ShippedItem[]
}

interface Place {
  brandId: BrandId
  orderId: OrderId
}

type TellingWork = Work & Pick<Platform, 'config'>

const PARCELS = 'data.relationships.shipmentParcel.data'

/**
 * What is told again takes the place of what was told before: an order has one shipment. A new one that has the id of the
 * known one is a second try, and changes nothing.
 */
export async function tellShipment(
  work: TellingWork,
  place: Place,
  telling: Telling,
  { applicationId, known }: { applicationId: ApplicationId; known: 'must be' | 'may be' },
): Promise<{ shown: Shown; created: boolean }> {
  return await inTransaction(work, async (work) => {
    const { db: tx, clock, ids } = work
    const order = await lockOrder(tx, place.brandId, place.orderId)
    const before = await readShown(work, order)
    if (known === 'may be' && before?.told && before.told.id === telling.id) {
      return { shown: before, created: false }
    }
    if (!before && known === 'must be') throw missing('shipment of the order', order.id, { exists: false })
    await refuseId(work, place, telling.id, known === 'must be' ? before?.id : before?.told?.id)
    await refuseQuote(work, place, telling.quoteId)
    await refuseItems(work, place, telling.parcels)
    const numbers = numberParcels(telling.parcels, before)
    const now = clock.now()
    await saveTold(
      tx,
      {
        brand_id: order.brand_id,
        order_id: order.id,
        id: telling.id ?? before?.id ?? ids.next(),
        shipment_id: before?.shipment_id ?? null,
        carrier: telling.carrier ?? 'other',
        tracking_number: telling.trackingNumber,
        tracking_link: telling.trackingLink,
        status: telling.status,
        from_address: telling.fromAddress ?? before?.told?.from_address ?? null,
        quote_id: telling.quoteId ?? before?.told?.quote_id ?? null,
        created_at: now,
        updated_at: now,
      },
      telling.parcels.map((parcel, i) => ({
        brand_id: order.brand_id,
        order_id: order.id,
        number: numbers[i] ?? 0,
        id: parcel.id,
        tracking_number: parcel.trackingNumber,
        tracking_link: parcel.trackingLink,
        status: statusOf(parcel, telling),
        length_cm: parcel.length,
        width_cm: parcel.width,
        height_cm: parcel.height,
        weight_g: parcel.weight,
        sscc: parcel.sscc,
        shipped_items: parcel.shippedItems,
      })),
    )
    await tellParcels(
      work,
      order,
      {
        carrier: telling.carrier,
        trackingNumber: telling.trackingNumber,
        trackingLink: telling.trackingLink,
        parcels: telling.parcels.map((parcel, i) => ({
          number: numbers[i] ?? 0,
          status: statusOf(parcel, telling),
          trackingNumber: parcel.trackingNumber,
          trackingLink: parcel.trackingLink,
        })),
      },
      applicationId,
    )
    const shown = await readShown(work, order)
    invariant(shown, 'what was told is shown')
    return { shown, created: true }
  })
}

/** A parcel of which nothing is known goes with the whole. */
const statusOf = ({ status }: TellingParcel, whole: Telling): TrackingStatus =>
  status === 'UNKNOWN' ? whole.status : status

async function refuseId(
  { db }: Work,
  { brandId, orderId }: Place,
  id: string | undefined,
  knownId: string | undefined,
): Promise<void> {
  if (id === undefined || id === knownId) return
  const pointer = 'data.id'
  if (knownId !== undefined) {
    throw unprocessable(`Expected ${knownId}, the id of the shipment of this order, but saw "${id}".`, {
      pointer,
    })
  }
  const taken = await findToldById(db, id)
  if (!taken || (taken.brand_id === brandId && taken.order_id === orderId)) return
  if (taken.brand_id !== brandId) throw missing('shipment', id, { exists: true, pointer })
  throw unprocessable(`The shipment ${id} is that of the order ${taken.order_id}.`, { pointer })
}

async function refuseQuote({ db }: Work, { brandId, orderId }: Place, id: string | undefined): Promise<void> {
  if (id === undefined) return
  const pointer = 'data.relationships.shipmentQuote.data.id'
  const quote = await findQuote(db, brandId, id)
  if (quote?.order_id === orderId) return
  if (!quote && (await quoteExists(db, id))) throw missing('shipping quote', id, { exists: true, pointer })
  throw unprocessable(`Expected a quote of this order, but saw "${id}".`, { pointer })
}

/** One error for each item of something that was not ordered. */
async function refuseItems(
  { db }: Work,
  { brandId, orderId }: Place,
  parcels: readonly TellingParcel[],
): Promise<void> {
  if (parcels.every(({ shippedItems }) => shippedItems.length === 0)) return
  const ordered = new Set((await findOrder(db, brandId, orderId))?.variant_ids)
  const problems = parcels.flatMap(({ shippedItems }, i) =>
    shippedItems.flatMap(({ productVariantId }, j) =>
      ordered.has(productVariantId)
        ? []
        : [
            unprocessable(`Expected a product variant of this order, but saw "${productVariantId}".`, {
              pointer: `${PARCELS}.${i}.attributes.shippedItems.${j}.productVariantUuid`,
            }),
          ],
    ),
  )
  if (problems.length > 0) throw joinProblems(problems)
}

/**
 * Which parcel of the shipment each told one is: known ids stay what they are, new ones take the places that are left,
 * in their order. An order with a shipment has the parcels that were quoted, and no others.
 */
function numberParcels(parcels: readonly TellingParcel[], before: Shown | undefined): number[] {
  const ids = parcels.map(({ id }) => id)
  const repeated = ids.findIndex((id, i) => ids.indexOf(id) < i)
  if (repeated >= 0) {
    throw unprocessable(`The parcel ${ids[repeated]} is named twice.`, {
      pointer: `${PARCELS}.${repeated}.id`,
    })
  }
  const numbers = new Map(before?.parcels.map(({ id, number }) => [id, number]))
  const most = before && before.shipment_id !== null ? before.parcels.length : Number.POSITIVE_INFINITY
  const taken = new Set(ids.flatMap((id) => numbers.get(id) ?? []))
  return ids.map((id, i) => {
    const known = numbers.get(id)
    if (known !== undefined) return known
    let next = 1
    while (taken.has(next)) next++
    if (next > most) {
      throw unprocessable(`The shipment of this order has ${most} parcels; this is one more.`, {
        pointer: `${PARCELS}.${i}.id`,
      })
    }
    taken.add(next)
    return next
  })
}
