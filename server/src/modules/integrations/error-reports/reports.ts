/** What brands do with error reports: ask for them and read them. How they are made is in `runs.ts`. */
import { createOnce } from '../../../domain/create-once.ts'
import { missing } from '../../../domain/ownership.ts'
import { pointTo } from '../../../domain/problems.ts'
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
  findReportOfAnyBrand,
  findReportOfOperation,
  insertReport,
  type ReportRow,
} from './queries.ts'
import { hasEnded, nameOfReport } from './report-rules.ts'

export interface WantedReport {
  /** The client's; a known one answers with what is stored. */
  id: string | undefined
  operationId: OperationId
}

interface Asked {
  report: ReportRow
  created: boolean
}

/** An operation has one report: whoever asks again gets it. `at` is where a request says what is wanted. */
export async function requestReport(
  work: Work,
  brandId: BrandId,
  { id, operationId }: WantedReport,
  at?: string,
): Promise<Asked> {
  const given = {
    what: 'error report',
    id,
    find: findReportOfAnyBrand,
    ...ofBrand(brandId),
    ...pointTo(at, 'id'),
  }
  let created = false
  const { row } = await createOnce(work, given, async (work) => {
    const once = await reportOnce(work, brandId, { id: id ?? work.ids.next(), operationId }, at)
    created = once.created
    return once.report
  })
  return { report: row, created }
}

const ofBrand = (brandId: BrandId) => ({ isOwn: ({ brand_id }: ReportRow) => brand_id === brandId })

async function reportOnce(
  work: Work,
  brandId: BrandId,
  { id, operationId }: { id: string; operationId: OperationId },
  at: string | undefined,
): Promise<Asked> {
  const { pointer } = pointTo(at, 'attributes.pim_import_job_id')
  const given = {
    what: 'error report of the operation',
    id: operationId,
    find: findReportOfOperation,
    ...ofBrand(brandId),
    ...pointTo(pointer),
  }
  const { row, created } = await createOnce(work, given, async ({ db, clock }) => {
    const operation = await findOperationOfAnyBrand(db, operationId)
    if (!operation) throw unknownJob(operationId, pointer)
    if (operation.brand_id !== brandId)
      throw missing('catalog operation', operationId, { exists: true, ...pointTo(pointer) })
    if (!hasEnded(operation.status)) throw jobNotEnded(operation, pointer)
    const now = clock.now()
    if (isForgotten(operation, now)) throw jobForgotten(operation, pointer)
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
  throw missing('error report', id, { exists: (await findReportOfAnyBrand(db, id)) !== undefined })
}
