/** What brands do with error reports: ask for them and read them. How they are made is in `runs.ts`. */
import { createOnce } from '../../../http/create-once.ts'
import { missing } from '../../../http/ownership.ts'
import { pointTo } from '../../../http/problems.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId, OperationId } from '../../../platform/ids.ts'
import { enqueue } from '../../../platform/jobs.ts'
import type { Work } from '../../../platform/work.ts'
import { findOperationOfAnyBrand } from '../operations/queries.ts'
import { isForgotten } from '../operations/retention.ts'
import { jobForgotten, jobNotEnded, unknownJob } from './errors.ts'
import { produceReportJob } from './jobs.ts'
import {
  findReport,
  findReportOfOperation,
  insertReport,
  isReportOfAnyBrand,
  type ReportRow,
} from './queries.ts'
import { hasEnded, nameOfReport } from './report-rules.ts'

/** An operation has one report: whoever asks again gets it. `at` is where the request names the operation. */
export async function requestReport(
  work: Work,
  brandId: BrandId,
  operationId: OperationId,
  at?: string,
): Promise<{ report: ReportRow; created: boolean }> {
  const given = {
    what: 'error report of the operation',
    id: operationId,
    find: findReportOfOperation,
    isOwn: ({ brand_id }: ReportRow) => brand_id === brandId,
    ...pointTo(at),
  }
  const { row, created } = await createOnce(work, given, async ({ db, clock, ids }) => {
    const operation = await findOperationOfAnyBrand(db, operationId)
    if (!operation) throw unknownJob(operationId, at)
    if (operation.brand_id !== brandId)
      throw missing('catalog operation', operationId, { exists: true, ...pointTo(at) })
    if (!hasEnded(operation.status)) throw jobNotEnded(operation, at)
    const [now, id] = [clock.now(), ids.next()]
    if (isForgotten(operation, now)) throw jobForgotten(operation, at)
    await enqueue({ db, clock }, produceReportJob, [{ brandId, reportId: id }])
    return await insertReport(db, {
      brand_id: brandId,
      id,
      operation_id: operationId,
      filename: nameOfReport(operation.operation_type, now),
      created_at: now,
    })
  })
  return { report: row, created }
}

export async function readOwnReport(db: Queryable, brandId: BrandId, id: string): Promise<ReportRow> {
  const row = await findReport(db, brandId, id)
  if (row) return row
  throw missing('error report', id, { exists: await isReportOfAnyBrand(db, id) })
}
