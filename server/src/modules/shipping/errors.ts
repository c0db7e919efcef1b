/** The errors of this module. */
import { type Problem, problem } from '@tradehall/jsonapi'
import { dayInPast, gone } from '../../domain/problems.ts'
import type { RequiredNumber } from '../ordering/index.ts'
import type { PickupAlternative } from './carriers/carrier.ts'

/** Also reported for moves that the confirmation of a quote causes. */
export const stateUpdateFailed = problem(
  'STATE_UPDATE_FAILED',
  409,
  'Conflict',
  'The order is not in the state that this step of its shipping needs; `meta` has its status, or the reason.',
)

export const notConfirmed = ({ id, status }: { id: string; status: string }): Problem =>
  stateUpdateFailed(`The order ${id} is in ${status}, and it is shipped from brand_confirmed only.`, {
    meta: { status, possibleIn: 'brand_confirmed' },
  })

export const labelsUnderWay = (orderId: string): Problem =>
  stateUpdateFailed(
    `A quote of the order ${orderId} is confirmed already, and its labels are being made. Read the order again in a minute.`,
    { meta: { reason: 'labels-under-way' } },
  )

export const quoteVoid = (orderId: string): Problem =>
  stateUpdateFailed(
    `The quote is void: the order ${orderId} was reset after it was made. Ask for new quotes and confirm one of those.`,
    { meta: { reason: 'quotes-void' } },
  )

/** For an action on the quotes of an order. The operation itself is called with the id of a quote. */
export const noQuotes = (orderId: string): Problem =>
  stateUpdateFailed(`The order ${orderId} has no quotes that could be confirmed. Ask for quotes first.`, {
    meta: { reason: 'no-quotes' },
  })

export const orderReset = (orderId: string): Problem =>
  stateUpdateFailed(`The order ${orderId} was reset while carriers were asked. Ask for quotes again.`, {
    meta: { reason: 'quotes-void' },
  })

export const addressChanged = (orderId: string): Problem =>
  stateUpdateFailed(
    `The shipping address of the order ${orderId} has changed since the quote was made. Ask for new quotes.`,
    { meta: { reason: 'address-changed' } },
  )

const settingsIncomplete = problem(
  'SHIPPING_SETTINGS_INCOMPLETE',
  409,
  'Conflict',
  'The shipping settings lack `meta.missing`.',
)
const TELL = 'Tell it with PATCH /api/v1/brands/shipping-settings/{id}.'

export const noSenderAddress = (): Problem =>
  settingsIncomplete(`The brand has told no address that parcels could leave from. ${TELL}`, {
    meta: { missing: 'shippingAddress' },
  })

export const NUMBER_MISSING: Record<RequiredNumber, (country: string) => Problem> = {
  eoriNumber: (country) =>
    settingsIncomplete(
      `Goods from or to the United Kingdom need an EORI number, and these go to ${country}. ${TELL}`,
      { meta: { missing: 'eoriNumber', country } },
    ),
  lucidNumber: (country) =>
    settingsIncomplete(`Goods to ${country} need a LUCID number. ${TELL}`, {
      meta: { missing: 'lucidNumber', country },
    }),
}

const countryIsExcluded = problem(
  'SHIPPING_COUNTRY_EXCLUDED',
  409,
  'Conflict',
  'The brand does not ship to `meta.country`.',
)

export const countryExcluded = (country: string): Problem =>
  countryIsExcluded(
    `The brand does not ship to ${country}. Add the country with PATCH /api/v1/brands/shipping-settings/{id}.`,
    { meta: { country } },
  )

const pickupIsDenied = problem(
  'PICKUP_DENIED',
  422,
  'Unprocessable Content',
  'The carrier does not come then; `meta.alternatives` says when it would.',
)

export const pickupDenied = (
  reason: string,
  alternatives: readonly PickupAlternative[],
  pointer: string,
): Problem =>
  pickupIsDenied(`${reason} ${whatElse(alternatives)}`, {
    pointer,
    meta: { alternatives: alternatives.map(showAlternative) },
  })

const whatElse = (alternatives: readonly PickupAlternative[]) =>
  alternatives.length === 0
    ? 'Drop the parcels off, or ask from another address.'
    : `Try ${alternatives
        .map(showAlternative)
        .map(({ pickupDate, pickupTime }) => `${pickupDate} at ${pickupTime}`)
        .join(', or ')}; or drop the parcels off.`

function showAlternative({ pickupOn, window }: PickupAlternative) {
  const hour = (time: string) => String(Number(time.slice(0, 2)))
  return {
    pickupDate: pickupOn.split('-').reverse().join('-'),
    pickupTime: `${hour(window.readyTime)}-${hour(window.closeTime)}`,
  }
}

const carrierIsAway = problem(
  'CARRIER_UNAVAILABLE',
  503,
  'Service Unavailable',
  'The carrier does not answer; nothing was changed.',
)

export const carrierUnavailable = (name: string): Problem =>
  carrierIsAway(`${name} does not answer now. Nothing was changed; try again later.`, {
    headers: { 'retry-after': '60' },
  })

export const noLabels = ({ id, status }: { id: string; status: string }): Problem =>
  stateUpdateFailed(
    `The order ${id} is in ${status}. A pickup is booked for parcels with labels of the marketplace, in shipping_labels_generated.`,
    { meta: { status, possibleIn: 'shipping_labels_generated' } },
  )

export const labelsMissing = ({ id, status }: { id: string; status: string }): Problem =>
  stateUpdateFailed(
    `The order ${id} is in ${status} and has no labels. They are made when a quote for labels of the marketplace is confirmed, and take a moment.`,
    { meta: { status } },
  )

export const labelVoid = (labelId: string): Problem =>
  gone(`The label ${labelId} is void: it must not be used any more. Read the order for its labels.`)

const onWeekend = problem(
  'PICKUP_ON_WEEKEND',
  422,
  'Unprocessable Content',
  'Carriers come from Monday to Friday.',
)

export const weekend = (date: string, pointer: string): Problem =>
  onWeekend(`Carriers come from Monday to Friday, and ${date} is none of these days.`, { pointer })

export const past = (date: string, today: string, pointer: string): Problem =>
  dayInPast(`Expected today, ${today}, or a later day, but saw ${date}.`, {
    pointer,
    meta: { earliest: today },
  })

const parcelTooLarge = problem(
  'PARCEL_TOO_LARGE',
  422,
  'Unprocessable Content',
  'Longest side and girth of the parcel are longer together than `meta.maximum` centimetres.',
)

export const tooLong = (size: number, maximum: number, pointer: string): Problem =>
  parcelTooLarge(`The longest side and the girth may be ${maximum} cm together, but they are ${size} cm.`, {
    pointer,
    meta: { maximum, size },
  })

const orderWithoutLabels = problem(
  'ORDER_WITHOUT_LABELS',
  422,
  'Unprocessable Content',
  'The order has no labels that could be printed.',
)

export const nothingToPrint = (
  { id, reference, status }: { id: string; reference: number; status: string },
  at: { pointer?: string; parameter?: string },
): Problem =>
  orderWithoutLabels(`The order ${reference} is in ${status} and has no labels.`, {
    ...at,
    meta: { orderId: id, reference, status },
  })

const trackingIncomplete = problem(
  'TRACKING_INCOMPLETE',
  422,
  'Unprocessable Content',
  'Tracking needs a provider and a number, or a link.',
)

export const trackingNeeds = (what: string, pointer: string): Problem =>
  trackingIncomplete(`Expected ${what}, or a link.`, { pointer })
