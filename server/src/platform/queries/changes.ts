/**
 * Lists by change: the rows of a table that changed since a time, in the order of their changes. Decision 20 explains why
 * no change is lost.
 */
import { type Database, type Fragment, limitTo, type Queryable } from '../database.ts'
import type { Query } from '../sql/query.ts'

/** The place of a row in a list by change: when it changed, in microseconds of real time, and its id. */
export interface ChangePosition {
  micros: number
  id: string
}

/** The start and size of a page: at a time of the clock, in microseconds, or after a row of the previous page. */
export interface ChangeWalk {
  from: { since: number } | { after: ChangePosition }
  limit: number
}

/** The column that rows of a list by change have in addition to those of their resource. */
export interface ChangedRow {
  id: string
  changed_micros: number
}

/** The last clauses of a list query by `(changed_at, id)`, oldest change first. */
export const oldestChangeFirst = (db: Queryable, walk: ChangeWalk): Fragment => db`
  and ${isWithin(db, walk, { at: db`changed_at`, id: db`id` })}
  order by changed_at, id ${limitTo(db, walk.limit)}`

/** The condition for rows of the page and of those after it. */
export const isWithin = (
  db: Queryable,
  { from }: Pick<ChangeWalk, 'from'>,
  { at, id }: { at: Fragment; id: Fragment },
): Fragment =>
  'since' in from
    ? db`${at} >= (${firstRealTime(db, db`platform.from_micros(${from.since})`)})`
    : db`(${at}, ${id}) > (platform.from_micros(${from.after.micros}), ${from.after.id}::uuid)`

/**
 * Selects the first real time at which the clock read `moment` or later. A clock that was moved back read some times twice.
 * Part of the statement itself, because a worker node of a distributed database may not read a table in a function.
 */
export const firstRealTime = (db: Queryable, moment: Fragment): Fragment => db`
  select min(greatest(at, ${moment} - offset_ms * interval '1 millisecond'))
  from (
    select at, offset_ms, lead(at, 1, 'infinity') over (order by at) as next_at
    from (
      select '-infinity'::timestamptz as at, 0 as offset_ms
      union all
      select at, offset_ms from platform.clock_moves
    ) as move
  ) as period
  where greatest(at, ${moment} - offset_ms * interval '1 millisecond') < next_at`

export const changedMicros = (db: Queryable): Fragment => db`platform.micros(changed_at) as changed_micros`

/**
 * Reads the first page of a list by change. All changes before `until`, in microseconds of the clock, are committed and in
 * the list; it is null if the database does not record when transactions start. It is read before the page, so that a
 * change between the two statements is not before it.
 */
export async function readFirstChanges<Row>(
  db: Database,
  page: Query<Row[]>,
): Promise<{ rows: Row[]; until: number | null }> {
  const [[complete], rows] = await db.readInOrder(
    db<{ until: number | null }[]>`select platform.micros(platform.changes_complete_until()) as until`,
    page,
  )
  return { rows, until: complete?.until ?? null }
}

/**
 * In microseconds of real time: when it was read, and the starts of the transactions that were open then. Read before the
 * time of the latest change.
 */
export type OpenSince = readonly number[]

export async function readOpenSince(db: Queryable): Promise<OpenSince> {
  const rows = await db<{ since: number }[]>`
    select platform.micros(moment) as since from platform.open_since() as moment order by 1`
  return rows.map(({ since }) => since)
}

/**
 * Parts of a version that differs after every change, also after one with an earlier time than the latest. The transaction
 * of such a change was open when the latest was read, and began before: its start is one of the parts until it ends.
 */
export const latestChange = (latest: number | null | undefined, openSince: OpenSince): (number | null)[] => [
  latest ?? null,
  ...openSince.filter((start) => latest != null && start <= latest),
]

/**
 * Sets the times of all changes to those that their rows have, so that the generated history of demo data does not look as
 * if it had happened just now. Their columns have the current time of the database as default.
 */
export async function backdateChanges(tx: Queryable): Promise<void> {
  const columns = await tx<{ table: string; column: string; source: string }[]>`
    select d.adrelid::regclass::text as table, a.attname as column, max(source.attname::text) as source
    from pg_attrdef d
    join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    join pg_attribute source on source.attrelid = d.adrelid and source.attname in ('updated_at', 'created_at')
    where pg_get_expr(d.adbin, d.adrelid) = 'clock_timestamp()'
    group by 1, 2`
  for (const { table, column, source } of columns) {
    await tx.unsafe(`update ${table} set ${column} = least(${source}, now())`)
  }
}
