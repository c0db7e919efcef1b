import type { Queryable } from '../../../platform/database.ts'

/** The PostgreSQL channel that notifies workers of a started operation. */
export const RUNNERS_CHANNEL = 'tradehall_integrations'

/** PostgreSQL delivers the notification when `tx` commits. */
export async function notifyRunners(tx: Queryable): Promise<void> {
  await tx`select pg_notify(${RUNNERS_CHANNEL}, '')`
}
