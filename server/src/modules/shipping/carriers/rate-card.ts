/**
 * A carrier that is computed from a list of prices and rules. It is stateless and performs no I/O. It has no tracking events
 * of its own; scans reach the server through the tracking endpoint.
 */
import { createCalendar } from './calendar.ts'
import {
  type CallOptions,
  type Carrier,
  CarrierRefused,
  CarrierUnavailable,
  type Consignment,
  type LabelledShipment,
  type LabelRequest,
  type Service,
} from './carrier.ts'
import type { CountryGroup, RateCardSettings } from './carrier-settings.ts'
import { createCoverage } from './coverage.ts'
import { denyPickup } from './rate-card-pickups.ts'
import { refuseConsignment, servicesOf } from './rate-card-prices.ts'
import { renderTrackingLink } from './tracking-links.ts'
import { isTrackingNumber, trackingNumber } from './tracking-numbers.ts'

export function createRateCard(card: RateCardSettings, groups: readonly CountryGroup[] = []): Carrier {
  const { code, name, trackingPrefix: prefix } = card
  const calendar = createCalendar(card)
  const zones = card.zones.map((zone) => ({ name: zone.name, covers: createCoverage(zone, groups) }))
  const zoneOf = (route: { from: string; to: string }) => zones.find(({ covers }) => covers(route))?.name

  function computeServices(request: Consignment & { currency: string }) {
    const route = { from: request.from.countryCode, to: request.to.countryCode }
    const zone = zoneOf(route)
    if (zone === undefined)
      throw new CarrierRefused(code, 'route', `${name} does not go from ${route.from} to ${route.to}.`)
    refuseConsignment(card, request)
    const services = servicesOf(card, calendar, { ...request, zone })
    if (services.length === 0)
      throw new CarrierRefused(code, 'parcel-weight', `A parcel is too heavy for ${name} on this route.`)
    return services
  }
  function refuseUnknown(reference: string): void {
    if (!isTrackingNumber(prefix, reference))
      throw new CarrierRefused(code, 'unknown-reference', `${name} knows no shipment ${reference}.`)
  }

  return {
    code,
    name,
    calendar,
    serves: (route) => zoneOf(route) !== undefined,
    trackingLink: (number) => renderTrackingLink(card.trackingLink, number),

    quoteAtOnce: computeServices,
    async quote(request, call) {
      refuseAborted(code, call)
      return computeServices(request)
    },
    async createLabels(request, call) {
      refuseAborted(code, call)
      const service = computeServices({ ...request, currency: card.currency }).find(
        (offered) => offered.code === request.serviceCode,
      )
      return labelShipment(card, service, request)
    },
    async schedulePickup(request, call) {
      refuseAborted(code, call)
      refuseUnknown(request.reference)
      const denial = denyPickup(card, calendar, request)
      if (denial) return { isBooked: false, ...denial }
      return { isBooked: true, reference: trackingNumber(prefix, `pickup\n${request.idempotencyKey}`, 0) }
    },
    async cancel(shipment, call) {
      refuseAborted(code, call)
      // Labels are computed from their key and stored nowhere, so there is nothing to cancel by it.
      if ('reference' in shipment) refuseUnknown(shipment.reference)
    },
    async track(number, call) {
      refuseAborted(code, call)
      if (!isTrackingNumber(prefix, number))
        throw new CarrierRefused(code, 'unknown-tracking-number', `${name} knows no parcel ${number}.`)
      return []
    },
  }
}

function labelShipment(
  { code, name, services, trackingPrefix: prefix }: RateCardSettings,
  service: Service | undefined,
  { serviceCode, idempotencyKey, parcels }: LabelRequest,
): LabelledShipment {
  const settings = services.find((candidate) => candidate.code === service?.code)
  if (!settings)
    throw new CarrierRefused(code, 'unknown-service', `${name} has no service "${serviceCode}" here.`)
  const reference = trackingNumber(prefix, idempotencyKey, 0)
  return {
    reference,
    trackingNumber: reference,
    serviceName: settings.labelName ?? settings.name,
    parcels: parcels.map((_parcel, i) => ({
      trackingNumber: trackingNumber(prefix, idempotencyKey, i + 1),
      label: null,
    })),
  }
}

function refuseAborted(code: string, { signal }: CallOptions): void {
  if (signal.aborted)
    throw new CarrierUnavailable(code, 'The caller no longer waits.', { cause: signal.reason })
}
