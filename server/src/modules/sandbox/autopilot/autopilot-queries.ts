import type { Queryable, Transaction } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { SandboxAutopilotsRow } from '../../../platform/rows.ts'

export type AutopilotRow = Omit<SandboxAutopilotsRow, 'done'> & { done: Record<string, number> }

export async function findAutopilot(db: Queryable, brandId: BrandId): Promise<AutopilotRow | undefined> {
  const [row] = await selectAutopilot(db, brandId)
  return row
}

/**
 * Serializes the steps of an autopilot across workers. The advisory lock is given in the order of the requests for it; a row
 * that each step changes is not, and who waits for it alone can be overtaken until the statement times out.
 */
export async function lockAutopilot(tx: Transaction, brandId: BrandId): Promise<AutopilotRow | undefined> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`autopilot ${brandId}`}, 0))`
  const [row] = await tx<AutopilotRow[]>`${selectAutopilot(tx, brandId)} for update`
  return row
}

const selectAutopilot = (db: Queryable, brandId: BrandId) => db<AutopilotRow[]>`
  select ${columns(db)} from sandbox.autopilots where brand_id = ${brandId}`

export async function saveAutopilot(tx: Transaction, row: AutopilotRow): Promise<void> {
  await tx`
    insert into sandbox.autopilots ${tx(row as never)}
    on conflict on constraint autopilots_pkey do update set ${tx(row as never)}`
}

export async function saveProgress(
  tx: Transaction,
  brandId: BrandId,
  { next_at, done }: Pick<AutopilotRow, 'next_at' | 'done'>,
): Promise<void> {
  await tx`
    update sandbox.autopilots set ${tx({ next_at, done } as never)} where brand_id = ${brandId}`
}

export async function listStarted(db: Queryable): Promise<{ brand_id: string; started_at: Date }[]> {
  return await db<{ brand_id: string; started_at: Date }[]>`
    select brand_id, started_at from sandbox.autopilots where enabled`
}

const columns = (db: Queryable) => db`
  brand_id, enabled, seed, orders_per_day, speed, refuse_reception, approve_rejection, approve_refusal, started_at,
  next_at, done`
