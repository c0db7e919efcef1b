/** Requesting and reading exports. `runs.ts` renders them. */
import { joinProblems, type Problem } from '@tradehall/jsonapi'
import { brandOf } from '../../../domain/actor.ts'
import { createOnce, notedFor } from '../../../domain/create-once.ts'
import { missing } from '../../../domain/ownership.ts'
import { pointTo } from '../../../domain/problems.ts'
import type { Ctx } from '../../../http/operation.ts'
import { expiryAfter } from '../../../platform/files/expiry.ts'
import { enqueue } from '../../../platform/jobs/jobs.ts'
import { duplicateType, periodEndsBeforeStart, periodTooLong, tooManyUnfinishedExports } from '../errors.ts'
import { daysIn, MAX_DAYS, type Period, type RequestedFiles } from './export-rules.ts'
import { produceExportJob } from './jobs.ts'
import {
  countUnfinished,
  type ExportRow,
  findExport,
  findExportOfAnyBrand,
  insertExport,
  lockExports,
} from './queries.ts'

/** Low enough that one brand cannot occupy all workers. */
const MAX_UNFINISHED = 5

export interface ExportRequest extends Period {
  /** Chosen by the client as an idempotency key: a known id returns the stored export. */
  id: string | undefined
  exports: readonly RequestedFiles[]
}

/** `at` is the JSON pointer to the requested export in the request document. */
export async function requestExport(ctx: Ctx, request: ExportRequest, at?: string): Promise<ExportRow> {
  const brandId = brandOf(ctx.actor)
  validateRequest(request, at)
  const creation = notedFor(brandId, {
    what: 'billing export',
    id: request.id,
    find: findExport,
    ...pointTo(at, 'id'),
  })
  const { row } = await createOnce(ctx, creation, async ({ db, clock, ids }) => {
    await lockExports(db, brandId)
    if ((await countUnfinished(db, brandId)) >= MAX_UNFINISHED) throw tooManyUnfinishedExports(MAX_UNFINISHED)
    const now = clock.now()
    const id = request.id ?? ids.next()
    await enqueue({ db, clock }, produceExportJob, [{ brandId, exportId: id }])
    return await insertExport(db, brandId, {
      id,
      from_on: request.from,
      to_on: request.to,
      wanted: request.exports,
      created_at: now,
      expires_at: expiryAfter(now),
    })
  })
  return row
}

function validateRequest({ exports, ...period }: ExportRequest, at: string | undefined): void {
  const days = daysIn(period)
  const types = exports.map(({ type }) => type)
  const problems: Problem[] = types.flatMap((type, i) =>
    types.indexOf(type) < i ? [duplicateType(type, i, at)] : [],
  )
  if (days < 1) problems.push(periodEndsBeforeStart(period, at))
  if (days > MAX_DAYS) problems.push(periodTooLong(days, at))
  if (problems.length > 0) throw joinProblems(problems)
}

export async function readOwnExport(ctx: Ctx, id: string): Promise<ExportRow> {
  const row = await findExport(ctx.db, brandOf(ctx.actor), id)
  if (row) return row
  throw missing('billing export', id, { exists: (await findExportOfAnyBrand(ctx.db, id)) !== undefined })
}
