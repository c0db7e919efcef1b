/** One attempt of a delivery: the HTTP request, the outcome that is stored, a log line and, with tracing, a span. */
import { type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { JSON_API } from '@tradehall/jsonapi'
import { signatureHeaders } from '@tradehall/kit/webhook-signatures'
import { realNow } from '../../../platform/clock.ts'
import type { PublishedEvents } from '../../../platform/events/published-events.ts'
import type { Platform } from '../../../platform/index.ts'
import type { Outcome } from '../../../platform/outbound/poster.ts'
import {
  placeAfterEvent,
  placeAfterRequest,
  type SpanPlace,
  sampledTraceId,
} from '../../../platform/tracing/tracing.ts'
import { serializeBody } from './message.ts'
import type { AttemptOutcome, ClaimedDelivery, DueSubscription } from './queue.ts'
import { DEFAULT_RETRY_DELAYS, DEFAULT_RETRY_JITTER, isGone, judge, nameOf } from './retry-rules.ts'

/** Longer than a receiver should need, and short enough that a silent one does not block its sender for long. */
export const TIMEOUT_MS = 15_000

export interface Endpoint {
  url: string
  secrets: readonly [string, ...string[]]
}

/**
 * Has the secrets that are valid now, the oldest first: the previous secret stays valid for a while after a rotation. Null
 * if no key opens the current secret, because then nothing can be signed.
 */
export function endpointOf(
  { secrets, clock }: Pick<Platform, 'secrets' | 'clock'>,
  sender: DueSubscription,
): Endpoint | null {
  const { url, previous_secret_encrypted: previous, previous_secret_until: until } = sender
  const current = secrets.open(sender.secret_encrypted)
  if (!current) return null
  const isPreviousValid = previous !== null && until !== null && until > clock.now()
  const older = isPreviousValid ? secrets.open(previous) : null
  return { url, secrets: older ? [older.text, current.text] : [current.text] }
}

export interface Attempt extends AttemptOutcome {
  /** False if the event has ended: no request was made, so the attempt says nothing about the receiver. */
  isSent: boolean
  hasResponse: boolean
  /** The receiver responded 410. */
  isGone: boolean
}

interface Receiver {
  row: Pick<DueSubscription, 'brand_id' | 'id'>
  endpoint: Endpoint
}

export async function attemptTraced(
  platform: Platform,
  published: PublishedEvents,
  receiver: Receiver,
  delivery: ClaimedDelivery,
): Promise<Attempt> {
  const { tracing } = platform
  const run = async (span: Span | null) => {
    const made = await attempt(platform, published, receiver.endpoint, delivery)
    if (span) describeOutcome(span, made)
    logAttempt(platform, receiver, delivery, made, sampledTraceId(span))
    return made
  }
  if (!tracing) return await run(null)
  return await tracing.trace(
    placeOf(published, delivery),
    `webhook ${delivery.event_type}`,
    {
      kind: SpanKind.CLIENT,
      attributes: {
        'http.request.method': 'POST',
        // Not the whole URL, which may contain a secret of the receiver.
        'server.address': URL.parse(receiver.endpoint.url)?.hostname ?? '',
        'tradehall.brand.id': receiver.row.brand_id,
        'tradehall.subscription.id': receiver.row.id,
        'tradehall.delivery.id': delivery.id,
        'tradehall.event.id': delivery.event_id,
        'tradehall.event.type': delivery.event_type,
        'tradehall.delivery.attempt': delivery.tries + 1,
      },
    },
    run,
  )
}

async function attempt(
  platform: Platform,
  published: PublishedEvents,
  endpoint: Endpoint,
  delivery: ClaimedDelivery,
): Promise<Attempt> {
  const { clock, config } = platform
  const startedAt = clock.now()
  const { outcome, headers } = published.isOpen(delivery.event_type, startedAt)
    ? await send(platform, endpoint, delivery)
    : { outcome: ENDED, headers: null }
  const endedAt = clock.now()
  const verdict =
    outcome === ENDED
      ? ({ state: 'failed' } as const)
      : judge(
          { tries: delivery.tries + 1, outcome, now: endedAt },
          {
            delaySeconds: config.webhookRetrySeconds ?? DEFAULT_RETRY_DELAYS,
            jitterPercent: config.webhookRetryJitter ?? DEFAULT_RETRY_JITTER,
            random: Math.random,
          },
        )
  return {
    id: delivery.id,
    leases: delivery.leases,
    verdict,
    endedAt,
    isSent: outcome !== ENDED,
    hasResponse: 'status' in outcome,
    isGone: isGone(outcome),
    ...resultOf(outcome),
    // A response may contain anything, personal data too: only a sandbox stores it, to help with debugging.
    excerpt: 'excerpt' in outcome && config.mode === 'sandbox' ? withoutNul(outcome.excerpt) : null,
    headers: headers && JSON.stringify(headers),
    started_at: startedAt,
  }
}

const ENDED: Outcome = { failure: 'refused', detail: 'Nobody is told of this event any more.', ms: 0 }

async function send(
  platform: Platform,
  { url, secrets }: Endpoint,
  delivery: ClaimedDelivery,
): Promise<PostedBody> {
  const body = serializeBody(delivery)
  const at = realNow(platform.clock)
  const signatures = signatureHeaders({ eventId: delivery.event_id, body, at, secrets })
  return await postBody(platform, url, body, signatures)
}

interface PostedBody {
  outcome: Outcome
  /** The headers as they were sent. */
  headers: Record<string, string>
}

/** Sends every webhook, attempts and copies, so that a copy differs from an attempt only in what was requested. */
export async function postBody(
  { outbound }: Pick<Platform, 'outbound'>,
  url: string,
  body: string,
  signatures: Record<string, string>,
): Promise<PostedBody> {
  const headers = {
    'content-type': JSON_API,
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'Tradehall-Webhooks/1',
    ...signatures,
  }
  const outcome = await outbound.post({ url, body, timeoutMs: TIMEOUT_MS, headers })
  // Without `connection`, which the HTTP client sets for itself.
  return { outcome, headers: { host: hostHeader(url), ...headers } }
}

/** The part of an outcome that is stored and shown. */
export const resultOf = (outcome: Outcome) => ({
  outcome: nameOf(outcome),
  status: 'status' in outcome ? outcome.status : null,
  detail: 'detail' in outcome ? outcome.detail : null,
  duration_ms: outcome.ms,
})

/** The value that HTTP clients send as `host`: with the port, unless it is the default port of the protocol. */
const hostHeader = (url: string) => URL.parse(url)?.host ?? ''

/** PostgreSQL does not store NUL in a text. */
const withoutNul = (text: string) => text.replaceAll('\0', '')

/** An alias of an event has an id of its own, and a test event was not recorded: neither has a span. */
function placeOf(
  published: PublishedEvents,
  { event_id: id, event_type: name, request_id: requestId, is_test: isTest }: ClaimedDelivery,
): SpanPlace {
  const isRecorded = !isTest && published.find(name)?.name === name
  return isRecorded ? placeAfterEvent({ id, requestId }) : placeAfterRequest(requestId)
}

function describeOutcome(span: Span, { outcome, status, verdict }: Attempt): void {
  if (status !== null) span.setAttribute('http.response.status_code', status)
  if (verdict.state === 'delivered') return
  span.setAttribute('error.type', outcome)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

function logAttempt(
  { log }: Platform,
  { row }: Receiver,
  delivery: ClaimedDelivery,
  { outcome, status, duration_ms: ms, isSent }: Attempt,
  traceId: string | undefined,
): void {
  if (!isSent) return
  log.info(
    {
      requestId: delivery.request_id,
      traceId,
      brandId: row.brand_id,
      subscriptionId: row.id,
      deliveryId: delivery.id,
      eventId: delivery.event_id,
      eventType: delivery.event_type,
      attempt: delivery.tries + 1,
      outcome,
      status,
      ms,
    },
    'webhook attempt',
  )
}
