/** Tracking details that a brand provides for a shipment of its own. */
import { joinProblems } from '@tradehall/jsonapi'
import type { Carriers } from '../carrier-list.ts'
import { trackingNeeds } from '../errors.ts'

/** Complete with a provider and a number, or with a link. */
export interface TrackingDetails {
  trackingProvider?: string | undefined
  trackingNumber?: string | undefined
  trackingLink?: string | undefined
}

export function refuseIncompleteTracking({
  trackingProvider,
  trackingNumber,
  trackingLink,
}: TrackingDetails): void {
  if (trackingLink !== undefined) return
  const problems = [
    ...(trackingNumber === undefined
      ? [trackingNeeds('the number beside its provider', 'tracking.trackingNumber')]
      : []),
    ...(trackingProvider === undefined
      ? [trackingNeeds('the provider beside its number', 'tracking.trackingProvider')]
      : []),
  ]
  if (problems.length > 0) throw joinProblems(problems)
}

export interface ResolvedTracking {
  /** The code of a configured carrier, or `other`. */
  provider: string
  number: string | null
  link: string | null
}

/** `quoted` is the carrier of the confirmed quote. A provided link has precedence over the carrier's own tracking page. */
export function resolveTracking(
  carriers: Carriers,
  quoted: string,
  { trackingProvider, trackingNumber, trackingLink }: TrackingDetails,
): ResolvedTracking {
  const carrier =
    trackingProvider === undefined ? carriers.get(quoted) : findByName(carriers, trackingProvider)
  const number = trackingNumber ?? null
  return {
    provider: carrier?.code ?? 'other',
    number,
    link: trackingLink ?? (number === null ? null : (carrier?.trackingLink(number) ?? null)),
  }
}

/** The tracking page of a parcel; null if the carrier is not configured. */
export const trackingLinkOf = (
  carriers: Carriers,
  carrier: string | null,
  number: string | null,
): string | null =>
  carrier === null || number === null ? null : (findByName(carriers, carrier)?.trackingLink(number) ?? null)

/** Names are compared without case, spaces and punctuation. */
const normalizeName = (name: string) => name.toLowerCase().replaceAll(/[^a-z\d]/g, '')

const findByName = (carriers: Carriers, name: string) =>
  [...carriers.values()].find((carrier) =>
    [carrier.code, carrier.name].some((one) => normalizeName(one) === normalizeName(name)),
  )
