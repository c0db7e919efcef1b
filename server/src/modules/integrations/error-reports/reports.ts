/** Requesting and reading error reports. They are rendered in `runs.ts`. */
import { createOnce, notedFor, ownedBy } from '../../../domain/create-once.ts'
import { missing } from '../../../domain/ownership.ts'
import { pointTo } from '../../../domain/problems.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId, OperationId } from '../../../platform/ids.ts'
import { enqueue } from '../../../platform/jobs/jobs.ts'
import type { Work } from '../../../platform/work.ts'
import { findOperation, findOperationOfAnyBrand } from '../operations/queries.ts'
import { areResultsExpired } from '../operations/retention.ts'
import { operationNotEnded, operationResultsExpired, unknownOperation } from './errors.ts'
import { produceReportJob } from './jobs.ts'
import {
  findReport,
  findReportOfAnyBrand,
  findReportOfOperation,
  insertReport,
  type ReportRow,
} from './queries.ts'
import { hasEnded, reportFilename } from './report-rules.ts'

export interface ReportRequest {
  /** The client's idempotency key: the id of an existing report returns that report. */
  id: string | undefined
  operationId: OperationId
}

interface RequestedReport {
  report: ReportRow
  created: boolean
}

/** An operation has one report, which further requests return. `at` is the JSON pointer of the request's resource. */
export async function requestReport(
  work: Work,
  brandId: BrandId,
  { id, operationId }: ReportRequest,
  at?: string,
): Promise<RequestedReport> {
  const idempotencyKey = notedFor(brandId, {
    what: 'error report',
    id,
    find: findReport,
    ...pointTo(at, 'id'),
  })
  let created = false
  const { row } = await createOnce(work, idempotencyKey, async (work) => {
    const once = await createReportOnce(work, brandId, { id: id ?? work.ids.next(), operationId }, at)
    created = once.created
    return once.report
  })
  return { report: row, created }
}

async function createReportOnce(
  work: Work,
  brandId: BrandId,
  { id, operationId }: { id: string; operationId: OperationId },
  at: string | undefined,
): Promise<RequestedReport> {
  const { pointer } = pointTo(at, 'attributes.pim_import_job_id')
  const idempotencyKey = ownedBy(brandId, {
    what: 'error report of the operation',
    id: operationId,
    find: (db, id) => findReportOfOperation(db, brandId, id),
    ...pointTo(pointer),
  })
  const { row, created } = await createOnce(work, idempotencyKey, async ({ db, clock }) => {
    const operation = await findOperation(db, brandId, operationId)
    if (!operation && (await findOperationOfAnyBrand(db, operationId)))
      throw missing('catalog operation', operationId, { exists: true, ...pointTo(pointer) })
    if (!operation) throw unknownOperation(operationId, pointer)
    if (!hasEnded(operation.status)) throw operationNotEnded(operation, pointer)
    const now = clock.now()
    if (areResultsExpired(operation, now)) throw operationResultsExpired(operation, pointer)
    await enqueue({ db, clock }, produceReportJob, [{ brandId, reportId: id }])
    return await insertReport(db, {
      brand_id: brandId,
      id,
      operation_id: operationId,
      filename: reportFilename(operation.operation_type, now),
      created_at: now,
    })
  })
  return { report: row, created }
}

export async function readOwnReport(db: Queryable, brandId: BrandId, id: string): Promise<ReportRow> {
  const row = await findReport(db, brandId, id)
  if (row) return row
  throw missing('error report', id, { exists: (await findReportOfAnyBrand(db, id)) !== undefined })
}
