/** What it costs to ship an order, asked of all carriers at once. Nothing is held while they think. */
import { joinProblems } from '@tradehall/jsonapi'
import { missing } from '../../../domain/ownership.ts'
import { type Address, wholeAddress } from '../../../domain/postal-address.ts'
import type { BrandId, OrderId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import {
  type Departure,
  type DepartureData,
  departureData,
  departureOf,
  findQuotable,
  NO_SHIPMENT,
  ownersOfOrder,
  type QuotableOrder,
  showQuoted,
} from '../../ordering/index.ts'
import { carriersOf, MARKETPLACE, OWN_CARRIER } from '../carrier-list.ts'
import { askAll, type Offer } from '../carriers/ask-all.ts'
import type { Parcel, Service } from '../carriers/carrier.ts'
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
import { insertRequest, type NewQuote, quotesOf, requestIdOf, type StoredOffer } from './queries.ts'

/**
 * Replaces the parcels and the quotes that the order shows; older quotes keep their own parcels and stay confirmable.
 * Answers the new quotes, the cheapest first.
 */
export async function requestQuotes(
  platform: Platform,
  { brandId, orderId }: { brandId: BrandId; orderId: OrderId },
  parcels: readonly Parcel[],
): Promise<NewQuote[]> {
  const { db, clock, config, log } = platform
  const order = await findQuotable<DepartureData>(db, brandId, orderId, departureData(db, brandId))
  if (!order) throw missing('order', orderId, { exists: (await ownersOfOrder(db, orderId)) !== undefined })
  refuseStatus(order)
  const to = wholeAddress(order.shipping_address)
  const from = senderOf(departureOf(order.beside)(to.countryCode), to)
  const askedAt = clock.now()
  const offers = await askAll(
    [...carriersOf(config).values()],
    { from, to, parcels, askedAt, currency: order.currency },
    { log, clock },
  )
  return await saveQuotes(platform, order, { from, to, parcels, askedAt }, offers)
}

function refuseStatus(order: QuotableOrder): void {
  if (order.status !== 'brand_confirmed') throw notConfirmed(order)
  if (order.shipment_id !== null) throw labelsUnderWay(order.id)
}

/** What a brand has not told yet keeps it from shipping at all. */
function senderOf({ from, isAllowed, missing: numbers }: Departure, to: Address): Address {
  const problems = [
    ...(from ? [] : [noSenderAddress()]),
    ...(isAllowed ? [] : [countryExcluded(to.countryCode)]),
    ...numbers.map((name) => NUMBER_MISSING[name](to.countryCode)),
  ]
  if (!from || problems.length > 0) throw joinProblems(problems)
  return from
}

/** All in one statement: the order is not locked longer than it takes to write. */
async function saveQuotes(
  platform: Platform,
  order: QuotableOrder,
  { from, to, parcels, askedAt }: { from: Address; to: Address; parcels: readonly Parcel[]; askedAt: Date },
  offers: readonly Offer[],
): Promise<NewQuote[]> {
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
    created_at: askedAt,
  }
  const quotes = quotesOf(request)
  const route = { from: from.countryCode, to: to.countryCode }
  const shipment = quotedDocument(platform.config, {
    parcels,
    quote: quotes[0],
    kept: { ...NO_SHIPMENT, availableShippingMethods: methodsOf(platform.config, route), round },
  })
  const saved = await insertRequest(platform.db, request, showQuoted(platform, order, shipment))
  // It may have gone on while the carriers were asked. Quotes that no order shows cannot be confirmed.
  if (!saved) {
    const now = await findQuotable(platform.db, brand_id, id, platform.db`null`)
    if (now && now.status !== 'brand_confirmed') throw notConfirmed(now)
    throw now?.shipment_id === null ? orderReset(id) : labelsUnderWay(id)
  }
  return quotes
}

const cheapestFirst = (offers: readonly Offer[]): StoredOffer[] =>
  offers
    .flatMap(({ carrier, services }) =>
      // The marketplace has one service, whichever a label service behind it would offer besides.
      (carrier.code === MARKETPLACE ? services.slice(0, 1) : services).map((service) =>
        storedOffer(carrier.code, service),
      ),
    )
    .sort((one, other) => one.cost_minor - other.cost_minor || compare(one.carrier_code, other.carrier_code))

/** For a route or parcels that no carrier takes: the brand has them carried, and nothing is charged for it. */
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
