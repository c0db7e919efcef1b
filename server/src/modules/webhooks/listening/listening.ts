/**
 * Long polling for the webhook events of an application, for developers whose machine cannot receive requests from the
 * server. The client passes a cursor: the number of the last event that it received.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Queryable } from '../../../platform/database.ts'
import type { ApplicationId, BrandId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import type { WebhooksEventsRow } from '../../../platform/rows.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import { serializeBody } from '../delivery/message.ts'

/** Few enough to be forwarded one at a time before the client polls again. */
const MAX_EVENTS = 100
const POLL_MS = 100

export interface ListenedEvent {
  id: string
  type: string
  subjectId: string
  /** The same bytes that a subscription of the application would receive. */
  body: string
  occurredAt: Date
}

export interface Listener {
  brandId: BrandId
  applicationId: ApplicationId
}

export interface EventBatch {
  events: ListenedEvent[]
  /** To be passed as `after` in the next poll. */
  cursor: number
}

/**
 * The events after the cursor, oldest first. Without a cursor it returns no events, only the cursor to start from. When
 * there are none it waits for new ones, up to `waitSeconds`.
 */
export async function pollEvents(
  { db }: Pick<Platform, 'db'>,
  listener: Listener,
  { after, names, waitSeconds }: { after: number | undefined; names: readonly string[]; waitSeconds: number },
): Promise<EventBatch> {
  if (after === undefined) return { events: [], cursor: await newestNumber(db, listener.brandId) }
  const deadline = performance.now() + waitSeconds * 1000
  let from = after
  while (true) {
    const rows = await eventsAfter(db, listener.brandId, from, names)
    // A reset of the sandbox restarts the numbers, so a cursor from before it would be ahead of every new event.
    if (rows.length === 0 && (await newestNumber(db, listener.brandId)) < from) {
      from = 0
      continue
    }
    if (rows.length > 0 || performance.now() >= deadline) {
      return {
        events: rows.map((row) => listenedEvent(row, listener)),
        cursor: rows.at(-1)?.number ?? from,
      }
    }
    await wait(POLL_MS)
  }
}

/**
 * Derived from the application id, so that the receiver on the developer's machine is configured only once. A receiver may
 * have a secret that was derived from an older key, so these sign too, after the first one, until their keys are removed.
 */
export function listeningSecrets(
  secrets: Secrets,
  applicationId: ApplicationId,
): { signingSecret: string; previousSigningSecrets: string[] } {
  const [signingSecret = '', ...previousSigningSecrets] = secrets
    .fingerprints(`listening ${applicationId}`)
    .map((hash) => hash.subarray(0, 30).toString('base64'))
  return { signingSecret, previousSigningSecrets }
}

function listenedEvent(row: WebhooksEventsRow, { applicationId }: Listener): ListenedEvent {
  const { id, type, subject_id: subjectId, occurred_at: occurredAt } = row
  const body = serializeBody({ ...row, event_id: id, event_type: type, application_id: applicationId })
  return { id, type, subjectId, occurredAt, body }
}

/** Uses events_number_idx. Numbers follow the order of the commits, because only one relay runs at a time. */
async function eventsAfter(
  db: Queryable,
  brandId: BrandId,
  after: number,
  names: readonly string[],
): Promise<WebhooksEventsRow[]> {
  return await db<WebhooksEventsRow[]>`
    select brand_id, id, number, type, subject_id, is_test, resource, included, occurred_at, created_at
    from webhooks.events
    where brand_id = ${brandId} and number > ${after} and not is_test
    ${names.length === 0 ? db`` : db`and type = any(${names as string[]})`}
    order by number
    limit ${MAX_EVENTS}`
}

async function newestNumber(db: Queryable, brandId: BrandId): Promise<number> {
  const [row] = await db<{ number: number }[]>`
    select number from webhooks.events where brand_id = ${brandId} order by number desc limit 1`
  return row?.number ?? 0
}
