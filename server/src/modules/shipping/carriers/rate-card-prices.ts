/** Prices of a rate card. Amounts are integers in minor units, and each percentage is rounded once. */
import { invariant } from '../../../platform/invariant.ts'
import { share } from '../../ordering/index.ts'
import type { Calendar } from './calendar.ts'
import { CarrierRefused, type Consignment, type Parcel, type Service, type Transit } from './carrier.ts'
import type { RateCardSettings } from './carrier-settings.ts'
import { isIn } from './coverage.ts'

type CardService = RateCardSettings['services'][number]
type Price = CardService['prices'][number]

/** Refuses shipments that no service of the card accepts. */
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

type Remote = RateCardSettings['surcharges']['remote'][number]

/** The parts of the price that are the same for all services of a card, computed once. */
interface Measured {
  /** The chargeable weight of each parcel. */
  weightsG: readonly number[]
  /** The sum of the surcharges of all parcels for oversize and remote areas. */
  extrasMinor: number
}

function measure(card: RateCardSettings, parcels: readonly Parcel[], remote: Remote | undefined): Measured {
  let extrasMinor = parcels.length * (remote?.minor ?? 0)
  for (const parcel of parcels) extrasMinor += oversizeMinor(card, parcel)
  return { weightsG: parcels.map((parcel) => chargedWeight(card, parcel)), extrasMinor }
}

/** In the currency of the card; null if a parcel exceeds the weight limit of the service. */
function costOf(card: RateCardSettings, price: Price, { weightsG, extrasMinor }: Measured): number | null {
  let sum = extrasMinor
  for (const weightG of weightsG) {
    const base = stepPrice(price, weightG)
    if (base === null) return null
    sum += base
  }
  return sum + share(sum, card.surcharges.fuelPercent)
}

/** Null if the card has no rate for the currency. */
function inCurrency(card: RateCardSettings, costMinor: number, currency: string): number | null {
  if (currency === card.currency) return costMinor
  const rate = card.otherCurrencies.find((other) => other.currency === currency)
  if (!rate) return null
  const product = costMinor * rate.perHundred
  invariant(Number.isSafeInteger(product), 'a cost in another currency is a safe integer')
  return Math.round(product / 100)
}

/** The larger of the actual and the volumetric weight. */
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

/** The sum of all oversize surcharges that apply. */
function oversizeMinor({ surcharges }: RateCardSettings, parcel: Parcel): number {
  const { longest, withGirth } = sizeOf(parcel)
  let sum = 0
  for (const { longestSideOverCm, lengthAndGirthOverCm, weightOverG, minor } of surcharges.oversize) {
    if (
      longest > (longestSideOverCm ?? Number.POSITIVE_INFINITY) ||
      withGirth > (lengthAndGirthOverCm ?? Number.POSITIVE_INFINITY) ||
      parcel.weightG > (weightOverG ?? Number.POSITIVE_INFINITY)
    ) {
      sum += minor
    }
  }
  return sum
}

function sizeOf({ lengthCm, widthCm, heightCm }: Parcel): { longest: number; withGirth: number } {
  const longest = Math.max(lengthCm, widthCm, heightCm)
  const others = lengthCm + widthCm + heightCm - longest
  return { longest, withGirth: longest + 2 * others }
}

/** The transit time, counted from the first possible pickup. */
function transitOf(
  calendar: Calendar,
  { transitDays }: Price,
  { pickupOn, extraDays = 0 }: { pickupOn: string; extraDays: number | undefined },
): Transit | null {
  if (transitDays === undefined) return null
  const businessDays = transitDays + extraDays
  return { pickupOn, deliveryOn: calendar.addServiceDays(pickupOn, businessDays), businessDays }
}

/** After the cut-off time, today is no longer possible. */
export function firstPickupDay({ pickup }: RateCardSettings, calendar: Calendar, askedAt: Date): string {
  const asked = askedAt.toISOString()
  const today = asked.slice(0, 'YYYY-MM-DD'.length)
  const time = asked.slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:MM:SS'.length)
  const isLate = pickup !== undefined && time >= pickup.cutOffTime
  if (calendar.isServiceDay(today) && isLate) return calendar.addServiceDays(today, 1)
  return calendar.serviceDayFrom(today)
}

/** The services that accept the shipment in this zone, cheapest first. */
export function servicesOf(
  card: RateCardSettings,
  calendar: Calendar,
  request: Consignment & { currency: string; zone: string },
): Service[] {
  const pickupOn = firstPickupDay(card, calendar, request.askedAt)
  const remote = card.surcharges.remote.find((area) => isIn(request.to, area))
  const measured = measure(card, request.parcels, remote)
  return card.services
    .flatMap((service) => {
      const price = service.prices.find(({ zone }) => zone === request.zone)
      const cost = price && costOf(card, price, measured)
      if (!price || cost === null || cost === undefined) return []
      const costMinor = inCurrency(card, cost, request.currency)
      if (costMinor === null) {
        const sentence = `${card.name} has no prices in ${request.currency}.`
        throw new CarrierRefused(card.code, 'currency', sentence)
      }
      const { code, name, collectionMethods } = service
      const transit = transitOf(calendar, price, { pickupOn, extraDays: remote?.extraDays })
      return [{ code, name, costMinor, currency: request.currency, collectionMethods, transit }]
    })
    .sort((a, b) => a.costMinor - b.costMinor || (a.code < b.code ? -1 : 1))
}
