/** Lists the sessions that wait for a lock, for tests that hold one. */
import type { Queryable } from '../src/platform/database.ts'

export async function sessionsWaiting(db: Queryable): Promise<number> {
  const waiting = await db`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return waiting.length
}
