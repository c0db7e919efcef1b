/** The tracking endpoint of carriers. Requests are signed with the secret that the operator shares with each carrier. */
import { createHmac } from 'node:crypto'
import { forbidden, notFound } from '../../domain/problems.ts'
import type { Http } from '../../http/http.ts'
import { json } from '../../http/operation.ts'
import { realNow } from '../../platform/clock.ts'
import type { Platform } from '../../platform/index.ts'
import { sameBytes } from '../../platform/secrets/secrets.ts'
import { carriersOf } from './carrier-list.ts'
import { trackingAnswer, trackingBody } from './resources.ts'
import { trackParcel } from './shipments/tracking.ts'

const TIMESTAMP = 'carrier-timestamp'
const SIGNATURE = 'carrier-signature'
/** Limits replay of a captured request; the clocks of machines differ by less. */
const MAX_AGE_SECONDS = 300

export function carrierRoutes(http: Http): void {
  http.operation({
    method: 'POST',
    path: '/api/carriers/v1/{carrier}/tracking',
    id: 'reportTracking',
    tag: 'Carriers',
    summary: 'Tell where a parcel is',
    description: `For carriers. \`Carrier-Timestamp\` is the time in seconds since 1970, and \`Carrier-Signature\` the hex HMAC with SHA-256, keyed with the carrier's secret, over the timestamp, a full stop and the body as it is sent. Both are checked, and the timestamp may be ${MAX_AGE_SECONDS} seconds off. An event that was told before changes nothing; events may arrive in any order. The first scan ships the order; when all of its parcels have been delivered it is received, if the marketplace shipped it.`,
    access: 'public',
    media: 'json',
    slugs: { carrier: 'Code of the carrier.' },
    body: trackingBody,
    answers: [{ status: 200, description: 'What came of it.', schema: trackingAnswer }],
    problems: [{ status: 403, description: 'The signature is missing or wrong, or too old.' }],
    async handle(ctx, { slugs, headers, bytes, body }) {
      const { carrier = '' } = slugs
      if (!carriersOf(ctx.config).has(carrier)) throw notFound(`There is no carrier ${carrier}.`)
      refuseSignature(ctx, carrier, headers, bytes)
      const { trackingNumber, occurredAt, eta = null, details = null, location = null, ...event } = body
      const outcome = await trackParcel(ctx, trackingNumber, {
        ...event,
        carrierCode: carrier,
        details,
        occurredAt: new Date(occurredAt),
        eta: eta === null ? null : new Date(eta),
        location: location && {
          city: location.city ?? null,
          state: location.state ?? null,
          zip: location.zip ?? null,
          country: location.country ?? null,
        },
      })
      if (!outcome) throw notFound(`No parcel of ${carrier} has the number ${trackingNumber}.`)
      return json({ outcome })
    },
  })
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Checks the timestamp against real time, because carriers do not know the sandbox clock. */
function refuseSignature(
  { config, clock }: Platform,
  carrier: string,
  headers: Headers,
  bytes: Buffer,
): void {
  const secret = config.carrierSecrets.get(carrier)
  if (secret === undefined) {
    throw forbidden(`No secret is set for the carrier ${carrier}: name it in TRADEHALL_CARRIER_SECRETS.`)
  }
  const timestamp = String(headers[TIMESTAMP] ?? '')
  const given = Buffer.from(String(headers[SIGNATURE] ?? ''), 'hex')
  if (!sameBytes(given, trackingSignature(secret, timestamp, bytes))) {
    throw forbidden('The signature of the call is missing or wrong.', { header: SIGNATURE })
  }
  const age = realNow(clock).getTime() / 1000 - Number(timestamp)
  if (!(Math.abs(age) <= MAX_AGE_SECONDS)) {
    throw forbidden(`The call is signed for another time; it may be ${MAX_AGE_SECONDS} seconds off.`, {
      header: TIMESTAMP,
    })
  }
}

const trackingSignature = (secret: string, timestamp: string, body: Uint8Array | string): Buffer =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest()
