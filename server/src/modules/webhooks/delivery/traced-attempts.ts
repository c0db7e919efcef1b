/** Attempts with what operators see of them: a log line and, where tracing is on, a span. */
import { type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api'
import type { PublishedEvents } from '../../../platform/events/published-events.ts'
import type { Platform } from '../../../platform/index.ts'
import {
  placeAfterEvent,
  placeAfterRequest,
  type SpanPlace,
  sampledTraceId,
} from '../../../platform/tracing/tracing.ts'
import { type Attempt, attempt, type Endpoint } from './attempts.ts'
import type { ClaimedDelivery, LaneRow } from './queue.ts'

interface Lane {
  row: Pick<LaneRow, 'brand_id' | 'id'>
  endpoint: Endpoint
}

export async function attemptTraced(
  platform: Platform,
  published: PublishedEvents,
  lane: Lane,
  delivery: ClaimedDelivery,
): Promise<Attempt> {
  const { tracing } = platform
  const run = async (span: Span | null) => {
    const made = await attempt(platform, published, lane.endpoint, delivery)
    if (span) describeOutcome(span, made)
    logAttempt(platform, lane, delivery, made, sampledTraceId(span))
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
        'server.address': URL.parse(lane.endpoint.url)?.hostname ?? '',
        'tradehall.brand.id': lane.row.brand_id,
        'tradehall.subscription.id': lane.row.id,
        'tradehall.delivery.id': delivery.id,
        'tradehall.event.id': delivery.event_id,
        'tradehall.event.type': delivery.event_type,
        'tradehall.delivery.attempt': delivery.tries + 1,
      },
    },
    run,
  )
}

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
  { row }: Lane,
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
