/** Quotes for shipping an order, requested from all carriers concurrently. No lock is held while carriers are queried. */
import { isDeepStrictEqual } from 'node:util'
import { joinProblems } from '@tradehall/jsonapi'
import { missing } from '../../../domain/ownership.ts'
import { type Address, wholeAddress } from '../../../domain/postal-address.ts'
import type { BrandId, OrderId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import {
  findQuotable,
  NO_SHIPMENT,
  type OrderRow,
  type OriginData,
  type OriginFor,
  originData,
  originOf,
  ownersOfOrder,
  type QuotableOrder,
  type ShippingOrigin,
  updateQuotedShipment,
} from '../../ordering/index.ts'
import { carriersOf, MARKETPLACE, OWN_CARRIER } from '../carrier-list.ts'
import type { Parcel, Service } from '../carriers/carrier.ts'
import { type CarrierOffer, type CollectedQuotes, collectQuotes } from '../carriers/collect-quotes.ts'
import {
  countryExcluded,
  labelsUnderWay,
  NUMBER_MISSING,
  noSenderAddress,
  notConfirmed,
  orderReset,
} from '../errors.ts'
import { methodsOf } from '../shipments/methods.ts'
import { quotedDocument } from '../shipments/overview.ts'
import {
  findLatestRequest,
  insertRequest,
  type NewRequest,
  quotesOf,
  requestIdOf,
  type StoredOffer,
} from './queries.ts'

/**
 * Replaces the parcels and the quotes of the order's document; older quotes retain their own parcels and can still be
 * confirmed. The new quotes are sorted, cheapest first.
 */
export async function requestQuotes(
  platform: Platform,
  { brandId, orderId }: { brandId: BrandId; orderId: OrderId },
  parcels: readonly Parcel[],
): Promise<NewRequest> {
  const { db, clock, config, log, tracing } = platform
  const order = await findQuotable<OriginData>(db, brandId, orderId, originData(db, brandId))
  if (!order) throw missing('order', orderId, { exists: (await ownersOfOrder(db, orderId)) !== undefined })
  const { from, to } = refuseQuotes({ ...order, shipment: { id: order.shipment_id } }, originOf(order.beside))
  const askedAt = clock.now()
  const collected = await collectQuotes(
    [...carriersOf(config).values()],
    { from, to, parcels, askedAt, currency: order.currency },
    { log, clock, tracing },
  )
  return await saveQuotes(platform, order, { from, to, parcels, askedAt }, collected)
}

/** Fails unless the order waits to be shipped and the brand can ship to its address. Returns both addresses. */
export function refuseQuotes(
  order: Pick<OrderRow, 'id' | 'status' | 'shipping_address'> & { shipment?: { id?: string | null } | null },
  origin: OriginFor,
): { from: Address; to: Address } {
  if (order.status !== 'brand_confirmed') throw notConfirmed(order)
  if (order.shipment?.id) throw labelsUnderWay(order.id)
  const to = wholeAddress(order.shipping_address as Address)
  return { from: senderOf(origin(to.countryCode), to), to }
}

/** The sender's address. Fails if shipping settings of the brand are missing or exclude the country. */
function senderOf({ from, isAllowed, missing: numbers }: ShippingOrigin, to: Address): Address {
  const problems = [
    ...(from ? [] : [noSenderAddress()]),
    ...(isAllowed ? [] : [countryExcluded(to.countryCode)]),
    ...numbers.map((name) => NUMBER_MISSING[name](to.countryCode)),
  ]
  if (!from || problems.length > 0) throw joinProblems(problems)
  return from
}

/** Writes everything in one round trip, so that the order is locked as briefly as possible. */
async function saveQuotes(
  platform: Platform,
  order: QuotableOrder,
  { from, to, parcels, askedAt }: { from: Address; to: Address; parcels: readonly Parcel[]; askedAt: Date },
  { offers, missing: missingCarriers }: CollectedQuotes,
): Promise<NewRequest> {
  const { brand_id, id, round, currency } = order
  const request = {
    brand_id,
    id: requestIdOf(platform.ids.next()),
    order_id: id,
    round,
    parcels,
    ship_from: from,
    ship_to: to,
    quotes: offers.length > 0 ? cheapestFirst(offers) : [ownCarrierOffer(currency)],
    missing_carriers: missingCarriers,
    created_at: askedAt,
  }
  const route = { from: from.countryCode, to: to.countryCode }
  const shipment = quotedDocument(platform.config, {
    parcels,
    quote: quotesOf(request)[0],
    kept: { ...NO_SHIPMENT, availableShippingMethods: methodsOf(platform.config, route), round },
  })
  const saved = await insertRequest(platform.db, request, updateQuotedShipment(platform, order, shipment))
  // The order may have changed while carriers were queried; its quotes could not be confirmed then.
  if (!saved) {
    const now = await findQuotable(platform.db, brand_id, id, platform.db`null`)
    if (now && now.status !== 'brand_confirmed') throw notConfirmed(now)
    throw now?.shipment_id === null ? orderReset(id) : labelsUnderWay(id)
  }
  return request
}

/** The latest request of an order whose quotes can be confirmed; undefined if there is none. */
export async function readQuotes(
  { db }: Pick<Platform, 'db'>,
  { brandId, orderId }: { brandId: BrandId; orderId: OrderId },
): Promise<NewRequest | undefined> {
  const [order, request] = await Promise.all([
    findQuotable(db, brandId, orderId, db`null`),
    findLatestRequest(db, brandId, orderId),
  ])
  if (!order) throw missing('order', orderId, { exists: (await ownersOfOrder(db, orderId)) !== undefined })
  const isOpen = order.status === 'brand_confirmed' && order.shipment_id === null
  return request && isOpen && isCurrent(request, order) ? request : undefined
}

/** Whether the order has neither been reset nor got another address since the request. */
const isCurrent = (request: NewRequest, { round, shipping_address }: QuotableOrder) =>
  request.round === round && isDeepStrictEqual(wholeAddress(request.ship_to), wholeAddress(shipping_address))

const cheapestFirst = (offers: readonly CarrierOffer[]): StoredOffer[] =>
  offers
    .flatMap(({ carrier, services }) =>
      // The marketplace offers one service, even if the label service behind it has more.
      (carrier.code === MARKETPLACE ? services.slice(0, 1) : services).map((service) =>
        storedOffer(carrier.code, service),
      ),
    )
    .sort((one, other) => one.cost_minor - other.cost_minor || compare(one.carrier_code, other.carrier_code))

/** The quote if no carrier accepts the shipment: the brand ships with a carrier of its own, and nothing is charged. */
const ownCarrierOffer = (currency: string): StoredOffer => ({
  carrier_code: OWN_CARRIER,
  service_code: '',
  service_name: 'Own carrier',
  collection_methods: [],
  currency,
  cost_minor: 0,
  transit: null,
})

export const storedOffer = (carrierCode: string, service: Service): StoredOffer => ({
  carrier_code: carrierCode,
  service_code: service.code,
  service_name: service.name,
  collection_methods: service.collectionMethods,
  currency: service.currency,
  cost_minor: service.costMinor,
  transit: service.transit,
})

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
