/** One attempt: one HTTP call, and what is to be written about it. */
import { JSON_API } from '@tradehall/jsonapi'
import { realNow } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/index.ts'
import type { Outcome } from '../../../platform/outbound/posting.ts'
import type { PublishedEvents } from '../../../platform/published-events.ts'
import { bodyOf } from './message.ts'
import type { Claimed, Lane, Tried } from './queue.ts'
import { isGone, judge, nameOf } from './retry-rules.ts'
import { signatureHeaders } from './signing.ts'

/** Longer than a receiver should think, and short enough that a silent one does not hold its place for long. */
export const TIMEOUT_MS = 15_000

export interface Endpoint {
  url: string
  secrets: readonly [string, ...string[]]
}

/** Secrets that are good at this moment of the clock, the oldest first. */
export function endpointOf({ secrets, clock }: Pick<Platform, 'secrets' | 'clock'>, lane: Lane): Endpoint {
  const { previous_secret_encrypted: previous, previous_secret_until: until } = lane
  const current = secrets.decrypt(lane.secret_encrypted)
  const isAlive = previous !== null && until !== null && until > clock.now()
  return { url: lane.url, secrets: isAlive ? [secrets.decrypt(previous), current] : [current] }
}

/** `isTold` is false where nothing was sent, which says nothing about the receiver. */
export type Attempt = Tried & { isTold: boolean; isAnswered: boolean; isGone: boolean }

export async function attempt(
  platform: Platform,
  published: PublishedEvents,
  endpoint: Endpoint,
  delivery: Claimed,
): Promise<Attempt> {
  const { clock, config } = platform
  const startedAt = clock.now()
  const outcome = published.isOpen(delivery.event_type, startedAt)
    ? await send(platform, endpoint, delivery)
    : ENDED
  const endedAt = clock.now()
  const tried = { tries: delivery.tries + 1, outcome, now: endedAt }
  const verdict =
    outcome === ENDED
      ? ({ state: 'failed' } as const)
      : judge(tried, {
          waitSeconds: config.webhookRetrySeconds,
          jitterPercent: config.webhookRetryJitter,
          random: Math.random,
        })
  return {
    id: delivery.id,
    leases: delivery.leases,
    verdict,
    endedAt,
    isTold: outcome !== ENDED,
    isAnswered: 'status' in outcome,
    isGone: isGone(outcome),
    outcome: nameOf(outcome),
    status: 'status' in outcome ? outcome.status : null,
    detail: 'detail' in outcome ? outcome.detail : null,
    // What a receiver answers may be anything: only a sandbox keeps it, for the developer in front of it.
    excerpt: 'excerpt' in outcome && config.mode === 'sandbox' ? withoutNul(outcome.excerpt) : null,
    duration_ms: outcome.ms,
    started_at: startedAt,
  }
}

const ENDED: Outcome = { failure: 'refused', detail: 'Nobody is told of this event any more.', ms: 0 }

async function send(
  { outbound, clock }: Platform,
  { url, secrets }: Endpoint,
  delivery: Claimed,
): Promise<Outcome> {
  const body = bodyOf(delivery)
  return await outbound.post({
    url,
    body,
    timeoutMs: TIMEOUT_MS,
    headers: {
      'content-type': JSON_API,
      'user-agent': 'Tradehall-Webhooks/1',
      ...signatureHeaders({ eventId: delivery.event_id, body, at: realNow(clock), secrets }),
    },
  })
}

/** The database has no room for it in a text. */
const withoutNul = (text: string) => text.replaceAll('\0', '')
