/**
 * Listening: what would be sent to an application, without an address to send it to. For a developer whose machine
 * nobody can reach; whoever listens asks again and again for what came after the last event that it knows.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Queryable } from '../../../platform/database.ts'
import type { ApplicationId, BrandId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import type { WebhooksEventsRow } from '../../../platform/rows.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { bodyOf } from '../delivery/message.ts'

/** Few enough to be forwarded one after the other before the next question. */
const MOST = 100
const LOOK_MS = 100

export interface HeardEvent {
  id: string
  type: string
  subjectId: string
  /** Byte for byte what a subscription of the application would be sent. */
  body: string
  occurredAt: Date
}

export interface Listener {
  brandId: BrandId
  applicationId: ApplicationId
}

export interface Heard {
  events: HeardEvent[]
  /** Where to go on. */
  cursor: number
}

/**
 * What came after the cursor, oldest first; without one nothing, but the place to begin at. Waits for a while when there
 * is nothing yet.
 */
export async function hearEvents(
  { db }: Pick<Platform, 'db'>,
  listener: Listener,
  { after, names, waitSeconds }: { after: number | undefined; names: readonly string[]; waitSeconds: number },
): Promise<Heard> {
  if (after === undefined) return { events: [], cursor: await newestNumber(db, listener.brandId) }
  const deadline = performance.now() + waitSeconds * 1000
  let from = after
  while (true) {
    const rows = await eventsAfter(db, listener.brandId, from, names)
    // A reset of the sandbox begins to count anew, and whoever listens does not know of it.
    if (rows.length === 0 && (await newestNumber(db, listener.brandId)) < from) {
      from = 0
      continue
    }
    if (rows.length > 0 || performance.now() >= deadline) {
      return {
        events: rows.map((row) => heard(row, listener)),
        cursor: rows.at(-1)?.number ?? from,
      }
    }
    await wait(LOOK_MS)
  }
}

/** The same each time, so that a receiver on the developer's machine keeps it; no other application has it. */
export const listeningSecret = (secrets: Secrets, applicationId: ApplicationId): string =>
  secrets.fingerprint(`listening ${applicationId}`).subarray(0, 30).toString('base64')

function heard(row: WebhooksEventsRow, { applicationId }: Listener): HeardEvent {
  const { id, type, subject_id: subjectId, occurred_at: occurredAt } = row
  const body = bodyOf({ ...row, event_id: id, event_type: type, application_id: applicationId })
  return { id, type, subjectId, occurredAt, body }
}

/** Rides on events_number_idx. Numbers are given in the order of the commits, as one relay works at a time. */
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
    limit ${MOST}`
}

async function newestNumber(db: Queryable, brandId: BrandId): Promise<number> {
  const [row] = await db<{ number: number }[]>`
    select number from webhooks.events where brand_id = ${brandId} order by number desc limit 1`
  return row?.number ?? 0
}
