/** Whether a rate-card carrier accepts a pickup, and which alternatives it proposes otherwise. */
import { type Calendar, dayOf, nextDay } from './calendar.ts'
import type { PickupAlternative, PickupRequest, PickupWindow } from './carrier.ts'
import type { RateCardSettings } from './carrier-settings.ts'
import { isIn } from './coverage.ts'
import { firstPickupDay } from './rate-card-prices.ts'

const MAX_ALTERNATIVES = 4

export interface Denial {
  /** A sentence for the brand. */
  reason: string
  alternatives: readonly PickupAlternative[]
}

/** Null if the pickup is accepted. */
export function denyPickup(
  card: RateCardSettings,
  calendar: Calendar,
  request: PickupRequest,
): Denial | null {
  const { name, pickup } = card
  if (!pickup) return { reason: `${name} fetches no parcels: drop them off.`, alternatives: [] }
  const area = pickup.refuses?.find((refused) => isIn(request.address, refused))
  if (area) return { reason: area.sentence, alternatives: [] }
  const weightG = request.parcels.reduce((sum, parcel) => sum + parcel.weightG, 0)
  if (pickup.weightG !== undefined && weightG > pickup.weightG) {
    const reason = `${name} fetches at most ${pickup.weightG} g at once, and the parcels weigh ${weightG} g.`
    return { reason, alternatives: [] }
  }
  const reason = denyTime(card, calendar, request)
  return reason === null ? null : { reason, alternatives: alternativesTo(card, calendar, request) }
}

function denyTime(
  card: RateCardSettings,
  calendar: Calendar,
  { pickupOn, window, askedAt }: Pick<PickupRequest, 'pickupOn' | 'window' | 'askedAt'>,
): string | null {
  const { name, pickup } = card
  if (!pickup?.windows.some((offered) => isSame(offered, window)))
    return `${name} does not come between ${window.readyTime} and ${window.closeTime}.`
  if (!calendar.isServiceDay(pickupOn)) return `${name} does not work on ${pickupOn}.`
  if (pickupOn < firstPickupDay(card, calendar, askedAt)) return `It is too late for a pickup on ${pickupOn}.`
  if (pickupOn > lastPickupDay(pickup.daysAhead, askedAt))
    return `${name} takes bookings for at most ${pickup.daysAhead} days ahead.`
  return null
}

const isSame = (a: PickupWindow, b: PickupWindow) =>
  a.readyTime === b.readyTime && a.closeTime === b.closeTime

function lastPickupDay(daysAhead: number, askedAt: Date): string {
  let day = dayOf(askedAt)
  for (let passed = 0; passed < daysAhead; passed++) day = nextDay(day)
  return day
}

/** Ordered by day, with the requested window first on each day. */
function alternativesTo(
  card: RateCardSettings,
  calendar: Calendar,
  { pickupOn, window, askedAt }: PickupRequest,
): PickupAlternative[] {
  const { windows = [], daysAhead = 0 } = card.pickup ?? {}
  const [earliest, latest] = [firstPickupDay(card, calendar, askedAt), lastPickupDay(daysAhead, askedAt)]
  const found: PickupAlternative[] = []
  // Starts with the requested day, or with the earliest one if that cannot be booked.
  let day = pickupOn > latest || pickupOn < earliest ? earliest : calendar.serviceDayFrom(pickupOn)
  while (day <= latest && found.length < MAX_ALTERNATIVES) {
    const onDay = [...windows].sort((a, b) => Number(isSame(b, window)) - Number(isSame(a, window)))
    found.push(...onDay.map((offered) => ({ pickupOn: day, window: offered })))
    day = calendar.addServiceDays(day, 1)
  }
  return found.slice(0, MAX_ALTERNATIVES)
}
