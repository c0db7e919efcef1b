/** Adapter for a carrier behind an external label service, by the contract in `docs/carrier-http-contract.md`. */
import { createCalendar } from './calendar.ts'
import {
  type Carrier,
  CarrierRefused,
  CarrierUnavailable,
  type LabelledParcel,
  type LabelRequest,
  type QuoteRequest,
} from './carrier.ts'
import type { CountryGroup, HttpSettings } from './carrier-settings.ts'
import { createCoverage } from './coverage.ts'
import { createCarrierClient } from './http-client.ts'
import { cancelAnswer, pickupAnswer, quotesAnswer, shipmentAnswer, trackingAnswer } from './http-contract.ts'
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

  function labelOf(base64: string | null): Buffer | null {
    if (base64 === null) return null
    const bytes = Buffer.from(base64, 'base64')
    if (bytes.subarray(0, 5).toString('latin1') !== '%PDF-') throw unavailable('sent a label that is no PDF.')
    return bytes
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
      if (services.some(({ currency }) => currency !== asked.currency))
        throw unavailable(`answered in another currency than ${asked.currency}.`)
      if (new Set(services.map((service) => service.code)).size < services.length)
        throw unavailable('named a service twice.')
      return services.sort((a, b) => a.costMinor - b.costMinor)
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
      if (answer.parcels.length !== asked.parcels.length)
        throw unavailable(`answered ${answer.parcels.length} labels for ${asked.parcels.length} parcels.`)
      const numbers = new Set(answer.parcels.map(({ trackingNumber }) => trackingNumber))
      if (numbers.size !== answer.parcels.length) throw unavailable('gave two parcels one number.')
      const { reference, trackingNumber, serviceName } = answer
      const parcels = answer.parcels.map(
        (parcel): LabelledParcel => ({
          trackingNumber: parcel.trackingNumber,
          label: labelOf(parcel.labelPdfBase64),
        }),
      )
      return { reference, trackingNumber, serviceName, parcels }
    },
    async schedulePickup({ idempotencyKey, ...body }, call) {
      return send({ method: 'POST', path: '/pickups', body, idempotencyKey, answer: pickupAnswer }, call)
    },
    async cancel({ reference, idempotencyKey }, call) {
      const body = { reference }
      await send({ method: 'POST', path: '/cancellations', body, idempotencyKey, answer: cancelAnswer }, call)
    },
    async track(number, call) {
      const path = `/tracking/${encodeURIComponent(number)}`
      const { events } = await send({ method: 'GET', path, answer: trackingAnswer }, call)
      return events
        .map(({ status, details, occurredAt, location }) => ({
          status,
          details,
          occurredAt: new Date(occurredAt),
          location: location && {
            city: location.city ?? null,
            state: location.state ?? null,
            zip: location.zip ?? null,
            country: location.country ?? null,
          },
        }))
        .sort((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime())
    },
  }
}
