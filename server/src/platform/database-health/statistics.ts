/**
 * Keeps the statistics of the query planner in step with the size of the tables. Plans are cached: those of prepared
 * statements, and in each session those of foreign key checks. A plan that reads a small table as a whole is still used
 * when the table has grown, until the table is analyzed. Autovacuum does that a minute later at best. Decision 21 has the
 * figures.
 */
import { causeChain } from '../cause-chain.ts'
import type { Queryable } from '../database.ts'
import type { Platform } from '../index.ts'

/** With fewer rows PostgreSQL may plan to read the whole table for a single row, which is as fast at that size. */
const MIN_ROWS = 500
/** A table that grows to a billion rows is analyzed 21 times. */
const GROWTH = 2
/** Finding the tables takes a millisecond. */
const CHECK_MS = 2_000

/** Analyzes the tables that have grown since their last analysis and returns their names. */
export async function analyzeGrownTables(db: Queryable): Promise<string[]> {
  // The size of a file would be exact, but asking for it waits for the locks of a migration.
  const grown = await db<{ name: string }[]>`
    select oid::regclass::text as name
    from pg_class
    where relkind = 'r' and pg_has_role(relowner, 'usage')
      and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
      and pg_stat_get_live_tuples(oid) >= greatest(${MIN_ROWS}, ${GROWTH} * reltuples)
    order by oid`
  // A table that another worker analyzes, or a migration has locked, is left to the next check.
  for (const { name } of grown) await db.unsafe(`analyze (skip_locked) ${name}`)
  return grown.map(({ name }) => name)
}

/** Checks the tables in a worker process until it is stopped. */
export function startStatistics({ db, log }: Pick<Platform, 'db' | 'log'>): { stop(): Promise<void> } {
  let running = check()
  const timer = setInterval(() => {
    running = running.then(check)
  }, CHECK_MS)

  async function check(): Promise<void> {
    await analyzeGrownTables(db).catch((error) =>
      log.warn({ causes: causeChain(error) }, 'the statistics of tables could not be updated'),
    )
  }
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
