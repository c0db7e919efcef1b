/** What a rate card asks for a shipment. Amounts are whole minor units, and each share is rounded once. */
import { invariant } from '../../../platform/invariant.ts'
import { share } from '../../ordering/index.ts'
import type { Calendar } from './calendar.ts'
import { CarrierRefused, type Consignment, type Parcel, type Service, type Transit } from './carrier.ts'
import type { RateCardSettings } from './carrier-settings.ts'
import { isIn } from './coverage.ts'

type CardService = RateCardSettings['services'][number]
type Price = CardService['prices'][number]

/** Refuses what the card does not carry, whatever the service. */
export function refuseConsignment(card: RateCardSettings, { from, to, parcels }: Consignment): void {
  const { code, name, limits } = card
  const area = card.refuses?.find((refused) => isIn(from, refused) || isIn(to, refused))
  if (area) throw new CarrierRefused(code, 'postal-code', area.sentence)
  if (parcels.length > limits.parcels)
    throw new CarrierRefused(code, 'parcel-count', `${name} takes at most ${limits.parcels} parcels at once.`)
  for (const [i, parcel] of parcels.entries()) {
    if (parcel.weightG > limits.weightG) {
      const sentence = `Parcel ${i + 1} is heavier than ${name} takes, ${limits.weightG} g.`
      throw new CarrierRefused(code, 'parcel-weight', sentence)
    }
    const { longest, withGirth } = sizeOf(parcel)
    if (longest > limits.longestSideCm || withGirth > limits.lengthAndGirthCm) {
      const bounds = `${limits.longestSideCm} cm long, ${limits.lengthAndGirthCm} cm with its girth`
      throw new CarrierRefused(
        code,
        'parcel-size',
        `Parcel ${i + 1} is larger than ${name} takes: ${bounds}.`,
      )
    }
  }
}

/** In the currency of the card; null when a parcel is heavier than the service takes. */
export function costOf(card: RateCardSettings, price: Price, { to, parcels }: Consignment): number | null {
  const remoteMinor = areaOf(card, to)?.minor ?? 0
  let sum = 0
  for (const parcel of parcels) {
    const base = stepPrice(price, chargedWeight(card, parcel))
    if (base === null) return null
    sum += base + oversizeMinor(card, parcel) + remoteMinor
  }
  return sum + share(sum, card.surcharges.fuelPercent)
}

/** Null when the card has no rate for that currency. */
export function inCurrency(card: RateCardSettings, costMinor: number, currency: string): number | null {
  if (currency === card.currency) return costMinor
  const rate = card.otherCurrencies.find((other) => other.currency === currency)
  if (!rate) return null
  const product = costMinor * rate.perHundred
  invariant(Number.isSafeInteger(product), 'a cost is small enough to be kept exactly')
  return Math.round(product / 100)
}

/** The heavier of the real weight and what the volume stands for. */
export function chargedWeight({ volumetricCm3PerKg }: RateCardSettings, parcel: Parcel): number {
  if (volumetricCm3PerKg === undefined) return parcel.weightG
  const volume = parcel.lengthCm * parcel.widthCm * parcel.heightCm
  return Math.max(parcel.weightG, Math.ceil((volume * 1000) / volumetricCm3PerKg))
}

function stepPrice({ steps, beyond }: Price, weightG: number): number | null {
  const step = steps.find(({ upToG }) => weightG <= upToG)
  if (step) return step.minor
  const last = steps.at(-1)
  if (!beyond || !last) return null
  return last.minor + Math.ceil((weightG - last.upToG) / beyond.everyG) * beyond.minor
}

/** Each that applies is added. */
function oversizeMinor({ surcharges }: RateCardSettings, parcel: Parcel): number {
  const { longest, withGirth } = sizeOf(parcel)
  return surcharges.oversize
    .filter(
      ({ longestSideOverCm, lengthAndGirthOverCm, weightOverG }) =>
        longest > (longestSideOverCm ?? Number.POSITIVE_INFINITY) ||
        withGirth > (lengthAndGirthOverCm ?? Number.POSITIVE_INFINITY) ||
        parcel.weightG > (weightOverG ?? Number.POSITIVE_INFINITY),
    )
    .reduce((sum, { minor }) => sum + minor, 0)
}

export function sizeOf({ lengthCm, widthCm, heightCm }: Parcel): { longest: number; withGirth: number } {
  const longest = Math.max(lengthCm, widthCm, heightCm)
  const others = lengthCm + widthCm + heightCm - longest
  return { longest, withGirth: longest + 2 * others }
}

const areaOf = ({ surcharges }: RateCardSettings, to: Consignment['to']) =>
  surcharges.remote.find((remote) => isIn(to, remote))

/** From the first day on which the carrier can still come. */
export function transitOf(
  card: RateCardSettings,
  calendar: Calendar,
  { transitDays }: Price,
  { to, pickupOn }: Pick<Consignment, 'to'> & { pickupOn: string },
): Transit | null {
  if (transitDays === undefined) return null
  const businessDays = transitDays + (areaOf(card, to)?.extraDays ?? 0)
  return { pickupOn, deliveryOn: calendar.addServiceDays(pickupOn, businessDays), businessDays }
}

/** After the cut-off time today no longer counts. */
export function firstPickupDay({ pickup }: RateCardSettings, calendar: Calendar, askedAt: Date): string {
  const [today = '', time = ''] = askedAt.toISOString().split(/[T.]/, 2)
  const isLate = pickup !== undefined && time >= pickup.cutOffTime
  if (calendar.isServiceDay(today) && isLate) return calendar.addServiceDays(today, 1)
  return calendar.serviceDayFrom(today)
}

/** Those that carry the shipment in this zone, the cheapest first. */
export function servicesOf(
  card: RateCardSettings,
  calendar: Calendar,
  request: Consignment & { currency: string; zone: string },
): Service[] {
  const { to } = request
  const pickupOn = firstPickupDay(card, calendar, request.askedAt)
  return card.services
    .flatMap((service) => {
      const price = service.prices.find(({ zone }) => zone === request.zone)
      const cost = price && costOf(card, price, request)
      if (!price || cost === null || cost === undefined) return []
      const costMinor = inCurrency(card, cost, request.currency)
      if (costMinor === null) {
        const sentence = `${card.name} has no prices in ${request.currency}.`
        throw new CarrierRefused(card.code, 'currency', sentence)
      }
      const { code, name, collectionMethods } = service
      const transit = transitOf(card, calendar, price, { to, pickupOn })
      return [{ code, name, costMinor, currency: request.currency, collectionMethods, transit }]
    })
    .sort((a, b) => a.costMinor - b.costMinor || (a.code < b.code ? -1 : 1))
}
