import type { Fragment, Queryable } from '../../platform/database.ts'
import type { ApplicationId, BrandId, UserId } from '../../platform/ids.ts'
import { inOrder, type Walk } from '../../platform/queries/keyset.ts'
import type { SandboxRequestsRow } from '../../platform/rows.ts'

/** The part of a body that lists show. */
const SHORT_TEXT = 1024

export type RequestRow = SandboxRequestsRow & { arrived_at: Date }

export async function insertRequests(db: Queryable, rows: readonly RequestRow[]): Promise<void> {
  // A list of values would be a separate prepared statement for each number of rows.
  await db`
    insert into sandbox.requests
    select * from json_populate_recordset(null::sandbox.requests, ${JSON.stringify(rows)}::text::json)`
}

/** The real time of the arrival, because the clock can be moved. Entries of the previous version have only clock time. */
const arrival = (db: Queryable) => db`coalesce(arrived_at, requested_at)`

export async function pruneRequests(db: Queryable, keep: number): Promise<void> {
  await db`
    delete from sandbox.requests
    where (${arrival(db)}, id) < (
      select ${arrival(db)}, id from sandbox.requests order by ${arrival(db)} desc, id desc offset ${keep} limit 1
    )`
}

export interface RequestScope {
  /** Null for the operator, who reads the requests of every account. */
  brandId: BrandId | null
  /** For a retailer: the calling application or, in a session, the calling user. */
  applicationId: ApplicationId | null
  userId: UserId | null
}

export interface RequestFilter {
  status?: number
  statusClass?: string
  method?: string
  caller?: 'application' | 'user'
  application?: ApplicationId
  path?: string
  requestedAt?: { from?: string; to?: string }
}

/** One page of the log, the last arrival first, with the beginning of bodies. Uses requests_arrival_idx. */
export async function walkRequests(
  db: Queryable,
  of: RequestScope,
  { status, statusClass, method, caller, application, path, requestedAt = {} }: RequestFilter,
  walk: Walk,
): Promise<RequestRow[]> {
  const beginning = (column: Fragment) => db`substr(${column}, 1, ${SHORT_TEXT}::integer)`
  return await db<RequestRow[]>`
    select id, application_id, user_id, brand_id, method, url, status, duration_ms, requested_at, ignored_members,
      ${arrival(db)} as arrived_at,
      ${beginning(db`request_body`)} as request_body, ${beginning(db`response_body`)} as response_body
    from sandbox.requests
    where ${scope(db, of)}
      ${status === undefined ? db`` : db`and status = ${status}`}
      ${statusClass === undefined ? db`` : db`and status / 100 = ${Number(statusClass[0])}::integer`}
      ${method === undefined ? db`` : db`and method = ${method}`}
      ${caller === undefined ? db`` : caller === 'application' ? db`and application_id is not null` : db`and user_id is not null`}
      ${application === undefined ? db`` : db`and application_id = ${application}`}
      ${path === undefined ? db`` : db`and starts_with(url, ${path})`}
      ${requestedAt.from === undefined ? db`` : db`and requested_at >= ${requestedAt.from}`}
      ${requestedAt.to === undefined ? db`` : db`and requested_at < ${requestedAt.to}`}
      ${inOrder(
        db,
        walk,
        { key: arrival(db), isDescending: true },
        (cursor) => db`select ${arrival(db)}, id from sandbox.requests where id = ${cursor}`,
      )}`
}

/** The request with its bodies. */
export async function findRequest(
  db: Queryable,
  of: RequestScope,
  id: string,
): Promise<RequestRow | undefined> {
  const [row] = await db<RequestRow[]>`
    select id, application_id, user_id, brand_id, method, url, status, duration_ms, requested_at, ignored_members,
      ${arrival(db)} as arrived_at, request_body, response_body
    from sandbox.requests
    where ${scope(db, of)} and id = ${id}`
  return row
}

export async function hasRequest(db: Queryable, of: RequestScope, id: string): Promise<boolean> {
  const found = await db`select 1 from sandbox.requests where ${scope(db, of)} and id = ${id}`
  return found.length > 0
}

/** A brand reads the requests of all its applications and users, a retailer those of the application or user that queries. */
function scope(db: Queryable, { brandId, applicationId, userId }: RequestScope) {
  if (brandId) return db`brand_id = ${brandId}`
  if (applicationId) return db`application_id = ${applicationId}`
  if (userId) return db`user_id = ${userId}`
  return db`true`
}
