/** What is shown of the shipment of an order: what the shipping module knows, and what was told here beside it. */

import type { Queryable } from '../../../platform/database.ts'
import { type BrandId, namedId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { invariant } from '../../../platform/invariant.ts'
import type { ExternalShipment, LockedOrder, OrderRow, Shipment, ShippedItem } from '../../ordering/index.ts'
import { carriersOf } from '../carrier-list.ts'
import type { TrackingStatus } from '../carriers/carrier.ts'
import { findQuote } from '../quotes/queries.ts'
import { showQuote } from '../resources.ts'
import { wholeStatus } from '../shipments/overview.ts'
import { findShipment, type ParcelRow, parcelsOf, type ShipmentRow } from '../shipments/queries.ts'
import { linkOf } from '../shipments/tracking-details.ts'
import { type FromAddress, findTold, type ToldParcelRow, type ToldRow } from './queries.ts'

export interface Shown {
  id: string
  order_id: string
  carrier: string
  service_code: string | null
  tracking_number: string | null
  tracking_link: string | null
  status: TrackingStatus
  from_address: FromAddress | null
  quote_id: string | null
  parcels: readonly ShownParcel[]
  /** The shipment of the shipping module; null while there is none. */
  shipment_id: string | null
  told: ToldRow | undefined
}

export interface ShownParcel {
  id: string
  number: number
  tracking_number: string | null
  tracking_link: string | null
  status: TrackingStatus
  length_cm: number | null
  width_cm: number | null
  height_cm: number | null
  weight_g: number | null
  sscc: string | null
  shipped_items: readonly ShippedItem[]
}

type Order = Pick<OrderRow | LockedOrder, 'brand_id' | 'id' | 'shipment' | 'status'>

const ARRIVED: ReadonlySet<string> = new Set(['received', 'invoiced', 'brand_paid'])

export async function readShown(
  reading: Pick<Platform, 'config'> & { db: Queryable },
  order: Order,
): Promise<Shown | undefined> {
  const { db, config } = reading
  const shipmentId = order.shipment?.id ?? null
  const [found, real] = await Promise.all([
    findTold(db, order.brand_id, order.id),
    shipmentId === null ? undefined : readReal(db, order.brand_id, shipmentId),
  ])
  // What was told of a shipment that was taken back is not true of another one.
  const told = found && [null, shipmentId].includes(found.shipment_id) ? found : undefined
  if (!told && !real) {
    const sent = sentIn(order.shipment)
    return sent && showSent(reading, order.id, { ...sent, hasArrived: ARRIVED.has(order.status) })
  }
  const carrier = told?.carrier ?? real?.shipment.provider ?? 'other'
  const linked = { carriers: carriersOf(config), carrier }
  const number = told?.tracking_number ?? real?.shipment.tracking_number ?? null
  const quoteId = told?.quote_id ?? real?.shipment.quote_id ?? null
  const quote = quoteId === null ? undefined : await findQuote(db, order.brand_id, quoteId)
  const parcels = joinParcels(told?.parcels ?? [], real, linked)
  return {
    id: told?.id ?? shipmentId ?? '',
    order_id: order.id,
    carrier,
    service_code: quote ? showQuote(quote).serviceCode || null : null,
    tracking_number: number,
    tracking_link:
      told?.tracking_link ?? real?.shipment.tracking_link ?? linkOf(linked.carriers, linked.carrier, number),
    status: real?.isReady ? wholeStatus(real.parcels).status : (told?.status ?? 'UNKNOWN'),
    from_address: told?.from_address ?? (real ? senderOf(real.shipment) : null),
    // One that was never confirmed is deleted after a while.
    quote_id: quote ? quoteId : null,
    parcels,
    shipment_id: shipmentId,
    told,
  }
}

interface Real {
  shipment: ShipmentRow
  parcels: ParcelRow[]
  /** While labels are being made nobody has seen a parcel. */
  isReady: boolean
}

async function readReal(db: Queryable, brandId: BrandId, id: string): Promise<Real> {
  const [shipment, parcels] = await Promise.all([findShipment(db, brandId, id), parcelsOf(db, brandId, id)])
  invariant(shipment, 'the shipment of an order is there')
  return { shipment, parcels, isReady: shipment.status === 'ready' }
}

function senderOf({ ship_from }: ShipmentRow): FromAddress {
  const { name, organisationName, street, city, postalCode, countryCode } = ship_from
  return { name: name ?? organisationName ?? '', street, city, postalCode, countryCode }
}

interface Linked {
  carriers: ReturnType<typeof carriersOf>
  carrier: string
}

function joinParcels(
  told: readonly ToldParcelRow[],
  real: Real | undefined,
  { carriers, carrier }: Linked,
): ShownParcel[] {
  const toldOf = new Map(told.map((parcel) => [parcel.number, parcel]))
  const realOf = new Map(real?.parcels.map((parcel) => [parcel.number, parcel]))
  const numbers = [...new Set([...toldOf.keys(), ...realOf.keys()])].sort((one, other) => one - other)
  return numbers.map((number) => {
    const mine = toldOf.get(number)
    const theirs = realOf.get(number)
    const trackingNumber = mine?.tracking_number ?? theirs?.tracking_number ?? null
    const status = real?.isReady ? theirs?.status : mine?.status
    return {
      id: mine?.id ?? namedId(`parcel ${real?.shipment.id} ${number}`),
      number,
      tracking_number: trackingNumber,
      tracking_link:
        mine?.tracking_link ?? theirs?.tracking_link ?? linkOf(carriers, carrier, trackingNumber),
      status: status ?? mine?.status ?? 'UNKNOWN',
      length_cm: mine?.length_cm ?? theirs?.length_cm ?? null,
      width_cm: mine?.width_cm ?? theirs?.width_cm ?? null,
      height_cm: mine?.height_cm ?? theirs?.height_cm ?? null,
      weight_g: mine?.weight_g ?? theirs?.weight_g ?? null,
      sscc: mine?.sscc ?? null,
      shipped_items: mine?.shipped_items ?? [],
    }
  })
}

/** What a warehouse has sent for an order is written on the order when it leaves. */
function sentIn(shipment: Shipment | null | undefined): Omit<ExternalShipment, 'hasArrived'> | undefined {
  if (shipment?.outsideId === undefined) return undefined
  const { outsideId: id, outsideItems: items = [], provider, tracking } = shipment
  return { id, provider: provider ?? 'other', tracking, items }
}

/** Shown like any other shipment: as one parcel with everything in it. */
export function showSent(
  { config }: Pick<Platform, 'config'>,
  orderId: string,
  { id, provider, tracking, items, hasArrived }: ExternalShipment,
): Shown {
  const number = tracking?.number || null
  const shared = {
    tracking_number: number,
    tracking_link: tracking?.link || linkOf(carriersOf(config), provider, number),
    status: hasArrived ? 'DELIVERED' : 'TRANSIT',
  } as const
  const unknown = { length_cm: null, width_cm: null, height_cm: null, weight_g: null, sscc: null }
  return {
    ...shared,
    id,
    order_id: orderId,
    carrier: provider,
    service_code: null,
    from_address: null,
    quote_id: null,
    parcels: [{ ...shared, ...unknown, id: namedId(`parcel ${id} 1`), number: 1, shipped_items: items }],
    shipment_id: null,
    told: undefined,
  }
}
