/** What brands do with exports: ask for them and read them. How they are made is in `runs.ts`. */
import { joinProblems, type Problem } from '@tradehall/jsonapi'
import { createOnce } from '../../../domain/create-once.ts'
import { missing } from '../../../domain/ownership.ts'
import { pointTo } from '../../../domain/problems.ts'
import { brandOf } from '../../../http/actor.ts'
import type { Ctx } from '../../../http/operation.ts'
import { expiryAfter } from '../../../platform/files/expiry.ts'
import { enqueue } from '../../../platform/jobs.ts'
import { endsBeforeStart, tooLong, tooManyUnfinished, typeTwice } from '../errors.ts'
import { daysIn, MAX_DAYS, type Period, type Wish } from './export-rules.ts'
import { produceExportJob } from './jobs.ts'
import {
  countUnfinished,
  type ExportRow,
  findExport,
  findExportOfAnyBrand,
  insertExport,
  lockExports,
} from './queries.ts'

/** Few enough that one brand cannot keep all workers busy. */
const MAX_UNFINISHED = 5

export interface NewExportWish extends Period {
  /** The client's; a known one answers with what is stored. */
  id: string | undefined
  exports: readonly Wish[]
}

/** `at` is where the request says what is wanted. */
export async function requestExport(ctx: Ctx, wish: NewExportWish, at?: string): Promise<ExportRow> {
  const brandId = brandOf(ctx.actor)
  refuseBadWish(wish, at)
  const given = {
    what: 'billing export',
    id: wish.id,
    find: findExportOfAnyBrand,
    isOwn: ({ brand_id }: ExportRow) => brand_id === brandId,
    ...pointTo(at, 'id'),
  }
  const { row } = await createOnce(ctx, given, async ({ db, clock, ids }) => {
    await lockExports(db, brandId)
    if ((await countUnfinished(db, brandId)) >= MAX_UNFINISHED) throw tooManyUnfinished(MAX_UNFINISHED)
    const now = clock.now()
    const id = wish.id ?? ids.next()
    await enqueue({ db, clock }, produceExportJob, [{ brandId, exportId: id }])
    return await insertExport(db, brandId, {
      id,
      from_on: wish.from,
      to_on: wish.to,
      wanted: wish.exports,
      created_at: now,
      expires_at: expiryAfter(now),
    })
  })
  return row
}

function refuseBadWish({ exports, ...period }: NewExportWish, at: string | undefined): void {
  const days = daysIn(period)
  const types = exports.map(({ type }) => type)
  const problems: Problem[] = types.flatMap((type, i) =>
    types.indexOf(type) < i ? [typeTwice(type, i, at)] : [],
  )
  if (days < 1) problems.push(endsBeforeStart(period, at))
  if (days > MAX_DAYS) problems.push(tooLong(days, at))
  if (problems.length > 0) throw joinProblems(problems)
}

export async function readOwnExport(ctx: Ctx, id: string): Promise<ExportRow> {
  const row = await findExport(ctx.db, brandOf(ctx.actor), id)
  if (row) return row
  throw missing('billing export', id, { exists: (await findExportOfAnyBrand(ctx.db, id)) !== undefined })
}
