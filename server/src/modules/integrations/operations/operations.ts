/** The verbs on operations. `at` is where a request says what is wanted. */
import { createOnce, findOwn, type IdempotentCreation } from '../../../domain/create-once.ts'
import { missing } from '../../../domain/ownership.ts'
import { pointTo } from '../../../domain/problems.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId, OperationId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { TargetRefused } from '../../../platform/outbound/targets.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { callbackRefused, cannotCancel, cannotStart, notOpen, operationOpen } from '../errors.ts'
import { toStorable } from '../payload/texts.ts'
import { callBackLater } from './callbacks.ts'
import { canCancel, type OperationType, type Status, statusAtStart } from './operation-rules.ts'
import {
  attachEntries,
  changeStatus,
  dropEntries,
  findInStatus,
  findOperation,
  findOperationOfAnyBrand,
  insertOperation,
  lockOperation,
  lockStatuses,
  type OperationRow,
} from './queries.ts'
import { wakeRunners } from './wake.ts'

export interface WantedOperation {
  id: string | undefined
  source: string
  operationType: OperationType
  callbackUrl?: string | undefined
  updateFields?: readonly string[] | undefined
}

export async function openOperation(
  work: Work,
  brandId: BrandId,
  wanted: WantedOperation,
  at?: string,
): Promise<{ operation: OperationRow; created: boolean }> {
  const { row, created } = await createOnce(work, givenId(brandId, wanted.id, at), async (work) => {
    await lockStatuses(work.db, brandId)
    const open = await findInStatus(work.db, brandId, 'created')
    if (open !== undefined) throw operationOpen(open)
    return await insertOperation(work.db, newOperation(work, brandId, wanted, 'created'))
  })
  return { operation: row, created }
}

/** The operation that the client means by its id, if there is one. */
export const findKnown = (
  db: Queryable,
  brandId: BrandId,
  id: string | undefined,
  at?: string,
): Promise<OperationRow | undefined> => findOwn(db, givenId(brandId, id, at))

const givenId = (brandId: BrandId, id: string | undefined, at?: string): IdempotentCreation<OperationRow> => ({
  what: 'catalog operation',
  id,
  find: findOperationOfAnyBrand,
  isOwn: ({ brand_id }) => brand_id === brandId,
  ...pointTo(at, 'id'),
})

/** A whole delete in one call: it is started, or waits for its turn, and nobody can add to it. */
export async function deleteAtOnce(
  work: Work,
  brandId: BrandId,
  wanted: Pick<WantedOperation, 'source' | 'callbackUrl'>,
  entries: readonly object[],
): Promise<OperationRow> {
  return await inTransaction(work, async (work) => {
    await lockStatuses(work.db, brandId)
    const row = newOperation(work, brandId, { id: undefined, operationType: 'delete', ...wanted }, 'pending')
    const { id } = await insertOperation(work.db, row)
    await attachEntries(work.db, brandId, { id, status: 'pending' }, toStorable(entries))
    return await launch(work, brandId, { id, total: entries.length })
  })
}

function newOperation(
  { clock, ids }: Work,
  brandId: BrandId,
  { id, source, operationType, callbackUrl, updateFields }: WantedOperation,
  status: Status,
) {
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
  }
}

/** Answers how many products the operation has now. */
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
    // The row of one that runs belongs to its batch, so it is looked at first.
    const seen = await readOperation(work.db, brandId, id)
    if (seen.status !== 'created') throw cannotStart(seen)
    const open = await lockOperation(work.db, brandId, id)
    invariant(open?.status === 'created', 'nobody else changes statuses now')
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
  if (status === 'skipped') await callBackLater(work, launched)
  if (status === 'started') await wakeRunners(tx)
  return launched
}

/** What was attached goes with it; it was never looked at. */
export async function cancelOperation(work: Work, brandId: BrandId, id: OperationId): Promise<OperationRow> {
  return await inTransaction(work, async ({ db: tx, clock }) => {
    await lockStatuses(tx, brandId)
    const seen = await readOperation(tx, brandId, id)
    if (!canCancel(seen.status)) throw cannotCancel(seen)
    const cancelled = await changeStatus(tx, brandId, id, { status: 'cancelled', completed_at: clock.now() })
    await dropEntries(tx, brandId, id)
    return cancelled
  })
}

export async function readOperation(db: Queryable, brandId: BrandId, id: OperationId): Promise<OperationRow> {
  const found = await findOperation(db, brandId, id)
  if (found) return found
  throw missing('catalog operation', id, { exists: (await findOperationOfAnyBrand(db, id)) !== undefined })
}

/** Says so now, instead of when everything else is done. */
export async function refuseCallback(
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
