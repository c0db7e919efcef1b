import type { Queryable } from '../../../platform/database.ts'
import type { SandboxFaultsRow } from '../../../platform/rows.ts'

export const DISCONNECTS = ['before', 'after'] as const
/** Closes the connection before the request is processed, or afterwards in place of the response. */
export type Disconnect = (typeof DISCONNECTS)[number]

export type FaultRow = Omit<SandboxFaultsRow, 'disconnect'> & { disconnect: Disconnect | null }

export async function listFaults(db: Queryable): Promise<FaultRow[]> {
  return await db<FaultRow[]>`
    select id, method, path, status, delay_ms, share, remaining, created_at, application_id, client_id, retry_after,
      errors, disconnect, expire_tokens, unknowns, marker
    from sandbox.faults
    order by created_at desc, id desc`
}

export async function insertFault(db: Queryable, fault: FaultRow): Promise<void> {
  await db`insert into sandbox.faults ${db(fault)}`
}

export async function deleteFaults(db: Queryable): Promise<void> {
  await db`delete from sandbox.faults`
}

/** Returns false if there is no such fault. */
export async function deleteFault(db: Queryable, id: string): Promise<boolean> {
  const deleted = await db`delete from sandbox.faults where id = ${id} returning id`
  return deleted.length > 0
}

/** Decrements the remaining uses of a fault; false when another process took the last one. */
export async function useFault(db: Queryable, id: string): Promise<boolean> {
  const used = await db`
    update sandbox.faults set remaining = remaining - 1 where id = ${id} and remaining > 0 returning id`
  return used.length > 0
}
