/** Adapter for a carrier behind an external label service, by the contract in `docs/integrators/carrier-http-contract.md`. */
import { createCalendar } from './calendar.ts'
import {
  type Carrier,
  CarrierRefused,
  CarrierUnavailable,
  type LabelledParcel,
  type LabelledShipment,
  type LabelRequest,
  type QuoteRequest,
  type Service,
  type TrackingEvent,
} from './carrier.ts'
import type { CountryGroup, HttpSettings } from './carrier-settings.ts'
import { createCoverage } from './coverage.ts'
import { createCarrierClient } from './http-client.ts'
import {
  cancelAnswer,
  pickupAnswer,
  quotesAnswer,
  type ResponseOf,
  shipmentAnswer,
  trackingAnswer,
} from './http-contract.ts'
import { renderTrackingLink } from './tracking-links.ts'

/** Enough for twenty labels of half a megabyte, in base64. */
const MAX_LABEL_BYTES = 16 * 1024 * 1024

export interface HttpCarrierOptions {
  secret: string
  groups?: readonly CountryGroup[]
  /** The backoff before the first retry. */
  pauseMs?: number
}

export function createHttpCarrier(settings: HttpSettings, options: HttpCarrierOptions): Carrier {
  const { code, name } = settings
  const send = createCarrierClient({ ...settings, ...options })
  const unavailable = (sentence: string) => new CarrierUnavailable(code, `${name} ${sentence}`)

  const serves = createCoverage(settings, options.groups)
  function refuseRoute({ from, to }: QuoteRequest | LabelRequest): void {
    const route = { from: from.countryCode, to: to.countryCode }
    if (!serves(route))
      throw new CarrierRefused(code, 'route', `${name} does not go from ${route.from} to ${route.to}.`)
  }

  return {
    code,
    name,
    calendar: createCalendar(settings),
    serves,
    trackingLink: (number) => renderTrackingLink(settings.trackingLink, number),

    async quote(asked, call) {
      refuseRoute(asked)
      const request = { method: 'POST', path: '/quotes', body: asked, answer: quotesAnswer } as const
      const { services } = await send(request, call)
      return checkServices(services, asked.currency, unavailable)
    },
    async createLabels(asked, call) {
      refuseRoute(asked)
      const { idempotencyKey, ...body } = asked
      const answer = await send(
        {
          method: 'POST',
          path: '/shipments',
          body,
          idempotencyKey,
          answer: shipmentAnswer,
          maxBytes: MAX_LABEL_BYTES,
        },
        call,
      )
      return readShipment(answer, asked.parcels.length, unavailable)
    },
    async schedulePickup({ idempotencyKey, ...body }, call) {
      return send({ method: 'POST', path: '/pickups', body, idempotencyKey, answer: pickupAnswer }, call)
    },
    async cancel({ idempotencyKey, ...body }, call) {
      await send({ method: 'POST', path: '/cancellations', body, idempotencyKey, answer: cancelAnswer }, call)
    },
    async track(number, call) {
      const path = `/tracking/${encodeURIComponent(number)}`
      const { events } = await send({ method: 'GET', path, answer: trackingAnswer }, call)
      return events.map(readEvent).sort((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime())
    },
  }
}

type Fail = (sentence: string) => CarrierUnavailable

/** The services of a valid response, cheapest first. */
function checkServices(services: Service[], currency: string, fail: Fail): Service[] {
  if (services.some((service) => service.currency !== currency))
    throw fail(`answered in another currency than ${currency}.`)
  if (new Set(services.map(({ code }) => code)).size < services.length) throw fail('named a service twice.')
  return services.sort((a, b) => a.costMinor - b.costMinor)
}

function readShipment(
  { reference, trackingNumber, serviceName, parcels }: ResponseOf<typeof shipmentAnswer>,
  count: number,
  fail: Fail,
): LabelledShipment {
  if (parcels.length !== count) throw fail(`answered ${parcels.length} labels for ${count} parcels.`)
  const numbers = new Set(parcels.map((parcel) => parcel.trackingNumber))
  if (numbers.size !== parcels.length) throw fail('gave two parcels one number.')
  const labelled = parcels.map(
    (parcel): LabelledParcel => ({
      trackingNumber: parcel.trackingNumber,
      label: readLabel(parcel.labelPdfBase64, fail),
    }),
  )
  return { reference, trackingNumber, serviceName, parcels: labelled }
}

function readLabel(base64: string | null, fail: Fail): Buffer | null {
  if (base64 === null) return null
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.subarray(0, 5).toString('latin1') !== '%PDF-') throw fail('sent a label that is no PDF.')
  return bytes
}

function readEvent({
  status,
  details,
  occurredAt,
  location,
}: ResponseOf<typeof trackingAnswer>['events'][number]): TrackingEvent {
  const { city = null, state = null, zip = null, country = null } = location ?? {}
  return {
    status,
    details,
    occurredAt: new Date(occurredAt),
    location: location && { city, state, zip, country },
  }
}
