/** What brands do with exports: ask for them and read them. How they are made is in `runs.ts`. */
import { joinProblems, type Problem } from '@tradehall/jsonapi'
import { brandOf } from '../../../http/actor.ts'
import type { Ctx } from '../../../http/operation.ts'
import { missing } from '../../../http/ownership.ts'
import { transaction } from '../../../platform/database.ts'
import { enqueue } from '../../../platform/jobs.ts'
import { endsBeforeStart, tooLong, tooManyUnfinished, typeTwice } from '../errors.ts'
import { daysIn, expiryAfter, MAX_DAYS, type Period, type Wish } from './export-rules.ts'
import { produceExportJob } from './jobs.ts'
import {
  countUnfinished,
  type ExportRow,
  exportExists,
  findExport,
  insertExport,
  lockCreation,
} from './queries.ts'

/** Few enough that one brand cannot keep all workers busy. */
const MAX_UNFINISHED = 5

export interface NewExportWish extends Period {
  /** The client's; a known one answers with what is stored. */
  id: string | undefined
  exports: readonly Wish[]
}

export async function requestExport(ctx: Ctx, wish: NewExportWish): Promise<ExportRow> {
  const { db, clock, ids, actor } = ctx
  const brandId = brandOf(actor)
  refuseBadWish(wish)
  const id = wish.id ?? ids.next()
  return await transaction(db, async (tx) => {
    await lockCreation(tx, brandId, id)
    const known = await findExport(tx, brandId, id)
    if (known) return known
    if (await exportExists(tx, id)) throw missing('billing export', id, { exists: true, pointer: 'data.id' })
    if ((await countUnfinished(tx, brandId)) >= MAX_UNFINISHED) throw tooManyUnfinished(MAX_UNFINISHED)
    const now = clock.now()
    await enqueue({ db: tx, clock }, produceExportJob, [{ brandId, exportId: id }])
    return await insertExport(tx, brandId, {
      id,
      from_on: wish.from,
      to_on: wish.to,
      wanted: wish.exports,
      created_at: now,
      expires_at: expiryAfter(now),
    })
  })
}

function refuseBadWish({ exports, ...period }: NewExportWish): void {
  const days = daysIn(period)
  const types = exports.map(({ type }) => type)
  const problems: Problem[] = types.flatMap((type, i) =>
    types.indexOf(type) < i ? [typeTwice(type, i)] : [],
  )
  if (days < 1) problems.push(endsBeforeStart(period))
  if (days > MAX_DAYS) problems.push(tooLong(days))
  if (problems.length > 0) throw joinProblems(problems)
}

export async function readOwnExport(ctx: Ctx, id: string): Promise<ExportRow> {
  const row = await findExport(ctx.db, brandOf(ctx.actor), id)
  if (row) return row
  throw missing('billing export', id, { exists: await exportExists(ctx.db, id) })
}
