/** The commands on operations. `at` is the JSON pointer of the request's resource, for errors. */

import { type OperationType, toStorable } from '@tradehall/product-files'
import { type Doer, SERVER } from '../../../domain/actor.ts'
import { createOnce, findOwn, type IdempotentCreation, notedFor } from '../../../domain/create-once.ts'
import { missing } from '../../../domain/ownership.ts'
import { pointTo } from '../../../domain/problems.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId, OperationId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { TargetRefused } from '../../../platform/outbound/targets.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { nameOfDoer } from '../../identity/index.ts'
import { callbackRefused, cannotCancel, cannotStart, notOpen, operationOpen } from '../errors.ts'
import { enqueueCallback } from './callbacks.ts'
import { notifyRunners, startRunner } from './due-brands.ts'
import { isBeforeStart, type Status, statusAtStart } from './operation-rules.ts'
import {
  attachEntries,
  changeStatus,
  deleteEntries,
  findInStatus,
  findOperation,
  findOperationOfAnyBrand,
  insertOperation,
  lockOperation,
  lockStatuses,
  type NewOperation,
  type OperationRow,
  requestCancellation,
} from './queries.ts'

export interface OperationRequest {
  id: string | undefined
  source: string
  operationType: OperationType
  callbackUrl?: string | undefined
  updateFields?: readonly string[] | undefined
  /** Absent for operations that the server creates itself. */
  by?: Doer
}

export async function openOperation(
  work: Work,
  brandId: BrandId,
  request: OperationRequest,
  at?: string,
): Promise<{ operation: OperationRow; created: boolean }> {
  const { row, created } = await createOnce(work, givenId(brandId, request.id, at), async (work) => {
    await lockStatuses(work.db, brandId)
    const open = await findInStatus(work.db, brandId, 'created')
    if (open !== undefined) throw operationOpen(open)
    return await insertOperation(work.db, await newOperation(work, brandId, request, 'created'))
  })
  return { operation: row, created }
}

/** Finds the operation that has the idempotency key of the client as its id. */
export const findExistingOperation = (
  db: Queryable,
  brandId: BrandId,
  id: string | undefined,
  at?: string,
): Promise<OperationRow | undefined> => findOwn(db, givenId(brandId, id, at))

const givenId = (brandId: BrandId, id: string | undefined, at?: string): IdempotentCreation<OperationRow> =>
  notedFor(brandId, {
    what: 'catalog operation',
    id,
    find: findOperation,
    ...pointTo(at, 'id'),
  })

/** Creates a complete delete operation. It is started or queued atomically, so that no request can add entries. */
export async function startDelete(
  work: Work,
  brandId: BrandId,
  request: Pick<OperationRequest, 'source' | 'callbackUrl' | 'by'>,
  entries: readonly object[],
): Promise<OperationRow> {
  return await inTransaction(work, async (work) => {
    await lockStatuses(work.db, brandId)
    const row = await newOperation(
      work,
      brandId,
      { id: undefined, operationType: 'delete', ...request },
      'pending',
    )
    const { id } = await insertOperation(work.db, row)
    await attachEntries(work.db, brandId, { id, status: 'pending' }, toStorable(entries))
    return await launch(work, brandId, { id, total: entries.length })
  })
}

async function newOperation(
  { db, clock, ids }: Work,
  brandId: BrandId,
  { id, source, operationType, callbackUrl, updateFields, by = SERVER }: OperationRequest,
  status: Status,
): Promise<NewOperation> {
  const now = clock.now()
  return {
    brand_id: brandId,
    id: id ?? ids.next(),
    source,
    operation_type: operationType,
    status,
    update_fields: [...(updateFields ?? [])],
    callback_url: callbackUrl ?? null,
    created_at: now,
    queued_at: status === 'pending' ? now : null,
    started_at: null,
    created_by_application_id: by.applicationId,
    created_by_user_id: by.userId ?? null,
    created_by_name: await nameOfDoer(db, by),
  }
}

/** Returns the number of products of the operation after the addition. */
export async function addEntries(
  { db }: Work,
  brandId: BrandId,
  id: OperationId,
  entries: readonly object[],
): Promise<number> {
  const total = await attachEntries(db, brandId, { id, status: 'created' }, toStorable(entries))
  if (total === undefined) throw notOpen(await readOperation(db, brandId, id))
  return total
}

export async function startOperation(work: Work, brandId: BrandId, id: OperationId): Promise<OperationRow> {
  return await inTransaction(work, async (work) => {
    await lockStatuses(work.db, brandId)
    // A batch locks the row of a running operation, so the status is checked before the row is locked.
    const current = await readOperation(work.db, brandId, id)
    if (current.status !== 'created') throw cannotStart(current)
    const open = await lockOperation(work.db, brandId, id)
    invariant(open?.status === 'created', 'the lock on statuses excludes concurrent changes')
    return await launch(work, brandId, { id, total: open.total_products_count })
  })
}

/** The caller holds `lockStatuses`. */
async function launch(
  work: Work,
  brandId: BrandId,
  { id, total }: { id: OperationId; total: number },
): Promise<OperationRow> {
  const { db: tx, clock } = work
  const now = clock.now()
  const isOtherRunning = (await findInStatus(tx, brandId, 'started')) !== undefined
  const status = statusAtStart({ total, isOtherRunning })
  const launched = await changeStatus(tx, brandId, id, {
    status,
    ...(status === 'skipped' ? { completed_at: now } : { queued_at: now }),
    ...(status === 'started' && { started_at: now }),
  })
  if (status === 'skipped') await enqueueCallback(work, launched)
  if (status === 'started') await startRunner(tx, brandId)
  return launched
}

/** Cancels the whole operation before it starts. Of a running one the rest is skipped by the worker (`runs/batch.ts`). */
export async function cancelOperation(work: Work, brandId: BrandId, id: OperationId): Promise<OperationRow> {
  const cancelled = await cancelBeforeStart(work, brandId, id)
  if (cancelled) return cancelled
  const stopping = await requestCancellation(work.db, brandId, id, work.clock.now())
  if (!stopping) throw cannotCancel(await readOperation(work.db, brandId, id))
  await notifyRunners(work.db)
  return stopping
}

/** Deletes the entries of the operation, too: none of them was processed. Undefined if it was started. */
async function cancelBeforeStart(
  work: Work,
  brandId: BrandId,
  id: OperationId,
): Promise<OperationRow | undefined> {
  return await inTransaction(work, async ({ db: tx, clock }) => {
    await lockStatuses(tx, brandId)
    const current = await readOperation(tx, brandId, id)
    if (!isBeforeStart(current.status)) return undefined
    const cancelled = await changeStatus(tx, brandId, id, { status: 'cancelled', completed_at: clock.now() })
    await deleteEntries(tx, brandId, id)
    return cancelled
  })
}

export async function readOperation(db: Queryable, brandId: BrandId, id: OperationId): Promise<OperationRow> {
  const found = await findOperation(db, brandId, id)
  if (found) return found
  throw missing('catalog operation', id, { exists: (await findOperationOfAnyBrand(db, id)) !== undefined })
}

/** Rejects a callback URL that must not be called when the operation is created, and not only after it has ended. */
export async function rejectForbiddenCallback(
  { outbound }: { outbound: Outbound },
  url: string | undefined,
  pointer: string,
): Promise<void> {
  if (url === undefined) return
  try {
    await outbound.check(url)
  } catch (error) {
    if (error instanceof TargetRefused) throw callbackRefused(error.message, pointer)
    throw error
  }
}
