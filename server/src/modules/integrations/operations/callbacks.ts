/** Telling the address of the caller that an operation has ended: one attempt, whatever comes of it. */
import { createRenderer } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { uuid } from '../../../domain/fields.ts'
import { settledUrl } from '../../../http/public-url.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId, OperationId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { enqueue, job } from '../../../platform/jobs.ts'
import type { Outcome } from '../../../platform/outbound/poster.ts'
import type { Work } from '../../../platform/work.ts'
import { eventAtEnd } from './operation-rules.ts'
import { findOperation, type OperationRow } from './queries.ts'
import { integrationOperation, operationsUrl } from './resource.ts'

/** What the API promises to receivers. */
const TIMEOUT_MS = 3_000

export const callBackJob = job('call-back-integration', {
  payload: Type.Object({ brandId: uuid(), operationId: uuid() }),
  // What is retried is only what had not begun: see `claim`.
  run: (platform, { brandId, operationId }) => callBackNow(platform, brandId, operationId),
})

/** In the transaction that ends the operation. */
export async function callBackLater(
  work: Work,
  { brand_id, id, callback_url }: Pick<OperationRow, 'brand_id' | 'id' | 'callback_url'>,
): Promise<void> {
  if (callback_url === null) return
  await enqueue(work, callBackJob, [{ brandId: brand_id, operationId: id }])
}

async function callBackNow(platform: Platform, brandId: BrandId, id: OperationId): Promise<void> {
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
  const told = shownOutcome(outcome)
  log.info({ brand_id: brandId, operation_id: id, ...told }, 'the end of a catalog operation was told')
  await db`
    update integrations.operations set callback_outcome = ${JSON.stringify(told)}::text::jsonb
    where brand_id = ${brandId} and id = ${id}`
}

/** Whoever gets true makes the one attempt. A process that dies after this has made it. */
async function claim(db: Queryable, brandId: BrandId, id: OperationId, now: Date): Promise<boolean> {
  const claimed = await db`
    update integrations.operations set callback_attempted_at = ${now}
    where brand_id = ${brandId} and id = ${id} and callback_attempted_at is null
    returning id`
  return claimed.length > 0
}

const shownOutcome = (outcome: Outcome) => ({
  outcome: 'status' in outcome ? (isGood(outcome.status) ? 'delivered' : 'refused') : outcome.failure,
  status: 'status' in outcome ? outcome.status : null,
  detail: 'detail' in outcome ? outcome.detail : null,
  durationMs: outcome.ms,
})
const isGood = (status: number) => status >= 200 && status < 300

const renderer = createRenderer({ resources: [integrationOperation], loaders: {} })

function bodyOf({ clock, config }: Platform, operation: OperationRow, event: string): string {
  const shown = { ...operation, url: operationsUrl(settledUrl(config), operation.id) }
  const message = {
    event,
    topic: `${integrationOperation.type}.${event}`,
    occurredAt: `${(operation.completed_at ?? clock.now()).toISOString().slice(0, 19)}+00:00`,
  }
  const data = renderer.renderObject(integrationOperation, shown, 'single')
  return `${JSON.stringify(message).slice(0, -1)},"data":${data}}`
}
