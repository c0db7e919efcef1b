/** What a brand tells of a shipment that it has carried by itself. */
import { joinProblems } from '@tradehall/jsonapi'
import { unprocessable } from '../../../domain/problems.ts'
import type { Carriers } from '../carrier-list.ts'

/** A name and a number, or a link; all at once are taken too. */
export interface TrackingDetails {
  trackingProvider?: string | undefined
  trackingNumber?: string | undefined
  trackingLink?: string | undefined
}

/** One complete form is needed once anything is told. */
export function refuseHalf({ trackingProvider, trackingNumber, trackingLink }: TrackingDetails): void {
  if (trackingLink !== undefined) return
  const problems = [
    ...(trackingNumber === undefined
      ? [
          unprocessable('Expected the number beside its provider, or a link.', {
            pointer: 'tracking.trackingNumber',
          }),
        ]
      : []),
    ...(trackingProvider === undefined
      ? [
          unprocessable('Expected the provider beside its number, or a link.', {
            pointer: 'tracking.trackingProvider',
          }),
        ]
      : []),
  ]
  if (problems.length > 0) throw joinProblems(problems)
}

export interface OwnShipment {
  /** A carrier that the server knows, or `other`. */
  provider: string
  number: string | null
  link: string | null
}

/** `quoted` is the carrier whose quote it was. A link that was told wins over one that could be made. */
export function describeOwn(
  carriers: Carriers,
  quoted: string,
  { trackingProvider, trackingNumber, trackingLink }: TrackingDetails,
): OwnShipment {
  const carrier =
    trackingProvider === undefined ? carriers.get(quoted) : findByName(carriers, trackingProvider)
  const number = trackingNumber ?? null
  return {
    provider: carrier?.code ?? 'other',
    number,
    link: trackingLink ?? (number === null ? null : (carrier?.trackingLink(number) ?? null)),
  }
}

/** Where to follow a parcel; null when nobody knows the carrier. */
export const linkOf = (carriers: Carriers, carrier: string | null, number: string | null): string | null =>
  carrier === null || number === null ? null : (findByName(carriers, carrier)?.trackingLink(number) ?? null)

/** People write names in many ways. */
const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z\d]/g, '')

const findByName = (carriers: Carriers, name: string) =>
  [...carriers.values()].find((carrier) =>
    [carrier.code, carrier.name].some((one) => plain(one) === plain(name)),
  )
