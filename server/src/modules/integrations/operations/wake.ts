import type { Queryable } from '../../../platform/database.ts'

/** The channel on which workers hear that an operation was started. */
export const RUNNERS = 'tradehall_integrations'

/** They hear it when `tx` commits. */
export async function wakeRunners(tx: Queryable): Promise<void> {
  await tx`select pg_notify(${RUNNERS}, '')`
}
