import { type Database, type Queryable, transaction } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { inOrder, type Walk } from '../../../platform/queries/keyset.ts'
import type { SandboxRecordedRequestsRow, SandboxRecordingsRow } from '../../../platform/rows.ts'

export type RecordingRow = SandboxRecordingsRow

export type Outcome = 'responded' | 'disconnected' | 'aborted'
export type NewRecordedRequest = Omit<
  SandboxRecordedRequestsRow,
  'outcome' | 'request_headers' | 'response_headers'
> & {
  outcome: Outcome
  request_headers: Record<string, string>
  response_headers: Record<string, string>
}
/** Adds columns that depend on the recording and on its other requests. */
export type RecordedRequestRow = NewRecordedRequest & {
  sequence: number
  arrived_at: Date
  since_start_ms: number
}

export interface RecordingScope {
  /** Null for the operator. */
  brandId: BrandId | null
  /** In milliseconds of the epoch. Recordings that began earlier are over. */
  sinceMs: number
}

export async function listRecordings(db: Queryable, sinceMs: number): Promise<RecordingRow[]> {
  return await db<RecordingRow[]>`
    select ${columns(db)} from sandbox.recordings where started_ms > ${sinceMs} and not is_truncated`
}

export async function findRecording(
  db: Queryable,
  { brandId, sinceMs }: RecordingScope,
  id: string,
): Promise<RecordingRow | undefined> {
  const [row] = await db<RecordingRow[]>`
    select ${columns(db)}
    from sandbox.recordings
    where id = ${id} and started_ms > ${sinceMs} ${brandId === null ? db`` : db`and brand_id = ${brandId}`}`
  return row
}

const columns = (db: Queryable) =>
  db`id, brand_id, application_id, client_id, started_at, started_ms, request_count, is_truncated`

export async function countRecordings(db: Queryable, applicationId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::integer as count from sandbox.recordings where application_id = ${applicationId}`
  return row?.count ?? 0
}

export async function insertRecording(db: Queryable, row: RecordingRow): Promise<void> {
  await db`insert into sandbox.recordings ${db(row)}`
}

/** Deletes its requests too. */
export async function deleteRecording(db: Queryable, id: string): Promise<void> {
  await db`delete from sandbox.recordings where id = ${id}`
}

export async function deleteEndedRecordings(db: Queryable, sinceMs: number): Promise<void> {
  await db`delete from sandbox.recordings where started_ms <= ${sinceMs}`
}

/**
 * Stores requests of recordings that still exist, at most `max` of each. Returns the full recordings, including those that
 * are `incomplete`. The lock serializes the counts of several processes, and prevents the removal of a recording meanwhile.
 */
export async function storeRequests(
  db: Database,
  rows: readonly NewRecordedRequest[],
  { max, incomplete }: { max: number; incomplete: ReadonlySet<string> },
): Promise<string[]> {
  const byRecording = Map.groupBy(rows, ({ recording_id }) => recording_id)
  return await transaction(db, async (tx) => {
    const recordings = await tx<Pick<RecordingRow, 'id' | 'request_count' | 'is_truncated'>[]>`
      select id, request_count, is_truncated from sandbox.recordings
      where id = any(${[...byRecording.keys(), ...incomplete]}::uuid[])
      order by id
      for update`
    const full: string[] = []
    for (const { id, request_count, is_truncated } of recordings) {
      const wanted = byRecording.get(id) ?? []
      const stored = is_truncated ? [] : wanted.slice(0, max - request_count)
      const isTruncated = is_truncated || stored.length < wanted.length || incomplete.has(id)
      if (isTruncated) full.push(id)
      if (stored.length > 0) await insertRecordedRequests(tx, stored)
      await tx`
        update sandbox.recordings
        set request_count = ${request_count + stored.length}, is_truncated = ${isTruncated}
        where id = ${id}`
    }
    return full
  })
}

async function insertRecordedRequests(db: Queryable, rows: readonly NewRecordedRequest[]): Promise<void> {
  // A list of values would be a separate prepared statement for each number of rows.
  await db`
    insert into sandbox.recorded_requests
    select * from json_populate_recordset(null::sandbox.recorded_requests, ${JSON.stringify(rows)}::text::json)`
}

/** One page, oldest first. The sequence is counted when it is read, because processes write in any order. */
export async function walkRecordedRequests(
  db: Queryable,
  { id, started_ms }: RecordingRow,
  walk: Walk,
): Promise<RecordedRequestRow[]> {
  return await db<RecordedRequestRow[]>`
    select recording_id, id, arrived_ms, requested_at, duration_ms, method, url, credentials_in_url, status, outcome,
      operation_id, is_deprecated, is_authenticated, claimed_application_id, claimed_client_id, token_fingerprint, fault_id,
      request_headers, response_headers, request_body, response_body, sequence,
      to_timestamp(arrived_ms / 1000) as arrived_at, arrived_ms - ${started_ms}::double precision as since_start_ms
    from (
      select *, row_number() over (order by arrived_ms, id)::integer as sequence
      from sandbox.recorded_requests
      where recording_id = ${id}
    ) as numbered
    where true
    ${inOrder(
      db,
      walk,
      { key: db`arrived_ms`, isDescending: false },
      (cursor) =>
        db`select arrived_ms, id from sandbox.recorded_requests where recording_id = ${id} and id = ${cursor}`,
    )}`
}

export async function hasRecordedRequest(
  db: Queryable,
  { id }: RecordingRow,
  request: string,
): Promise<boolean> {
  const found = await db`
    select 1 from sandbox.recorded_requests where recording_id = ${id} and id = ${request}`
  return found.length > 0
}
