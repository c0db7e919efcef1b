/** Notifies the callback URL of an operation that it has ended: at most one attempt, without retry. */
import { createRenderer } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { uuid } from '../../../domain/fields.ts'
import { settledUrl } from '../../../http/public-url.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId, OperationId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { enqueue, job } from '../../../platform/jobs/jobs.ts'
import type { Outcome } from '../../../platform/outbound/poster.ts'
import type { Work } from '../../../platform/work.ts'
import { eventAtEnd } from './operation-rules.ts'
import { findOperation, type OperationRow } from './queries.ts'
import { integrationOperation, operationsUrl } from './resource.ts'

/** The timeout that the API documents for receivers. */
const TIMEOUT_MS = 3_000

export const callbackJob = job('call-back-integration', {
  meaning: 'Tells a program of the brand that its catalog operation has ended.',
  lost: 'The program is not told; it can still read the operation.',
  payload: Type.Object({ brandId: uuid(), operationId: uuid() }),
  // A retried job sends nothing if the attempt was already claimed: see `claim`.
  run: (platform, { brandId, operationId }) => sendCallback(platform, brandId, operationId),
})

/** Called in the transaction that ends the operation. */
export async function enqueueCallback(
  work: Work,
  { brand_id, id, callback_url }: Pick<OperationRow, 'brand_id' | 'id' | 'callback_url'>,
): Promise<void> {
  if (callback_url === null) return
  await enqueue(work, callbackJob, [{ brandId: brand_id, operationId: id }])
}

async function sendCallback(platform: Platform, brandId: BrandId, id: OperationId): Promise<void> {
  const { db, clock, outbound, log } = platform
  const operation = await findOperation(db, brandId, id)
  const event = operation && eventAtEnd(operation.status)
  if (!operation?.callback_url || !event || !(await claim(db, brandId, id, clock.now()))) return
  const outcome = await outbound.post({
    url: operation.callback_url,
    body: bodyOf(platform, operation, event),
    timeoutMs: TIMEOUT_MS,
    headers: { 'content-type': 'application/json', 'user-agent': 'Tradehall-Integrations/1' },
  })
  const recorded = toRecord(outcome)
  log.info({ brand_id: brandId, operation_id: id, ...recorded }, 'sent the callback of a catalog operation')
  await db`
    update integrations.operations set callback_outcome = ${JSON.stringify(recorded)}::text::jsonb
    where brand_id = ${brandId} and id = ${id}`
}

/** Claims the only attempt. If the process crashes after this, the attempt counts as made. */
async function claim(db: Queryable, brandId: BrandId, id: OperationId, now: Date): Promise<boolean> {
  const claimed = await db`
    update integrations.operations set callback_attempted_at = ${now}
    where brand_id = ${brandId} and id = ${id} and callback_attempted_at is null
    returning id`
  return claimed.length > 0
}

const toRecord = (outcome: Outcome) => ({
  outcome: 'status' in outcome ? (isGood(outcome.status) ? 'delivered' : 'refused') : outcome.failure,
  status: 'status' in outcome ? outcome.status : null,
  detail: 'detail' in outcome ? outcome.detail : null,
  durationMs: outcome.ms,
})
const isGood = (status: number) => status >= 200 && status < 300

const renderer = createRenderer({ resources: [integrationOperation], loaders: {} })

function bodyOf({ clock, config }: Platform, operation: OperationRow, event: string): string {
  const row = { ...operation, url: operationsUrl(settledUrl(config), operation.id) }
  const message = {
    event,
    topic: `${integrationOperation.type}.${event}`,
    occurredAt: `${(operation.completed_at ?? clock.now()).toISOString().slice(0, 19)}+00:00`,
  }
  const data = renderer.renderObject(integrationOperation, row, 'single')
  return `${JSON.stringify(message).slice(0, -1)},"data":${data}}`
}
