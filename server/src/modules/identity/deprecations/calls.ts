/** Stores which application calls which deprecated operation, how often, and when last. */
import { oneOf, type Queryable } from '../../../platform/database.ts'
import type { ApplicationId, BrandId } from '../../../platform/ids.ts'
import { newestFirst, type Walk } from '../../../platform/queries/keyset.ts'
import type { IdentityApplicationsRow, IdentityDeprecatedCallsRow } from '../../../platform/rows.ts'

export type DeprecatedCallsRow = IdentityDeprecatedCallsRow

/** Adds to the stored counts. Calls of a deleted application are dropped. */
export async function addCalls(db: Queryable, counted: readonly DeprecatedCallsRow[]): Promise<void> {
  const column = <Name extends keyof DeprecatedCallsRow>(name: Name) => counted.map((row) => row[name])
  // Ordered, so that processes that write concurrently do not deadlock.
  await db`
    insert into identity.deprecated_calls
      (id, application_id, operation, method, path, calls, created_at, last_called_at)
    select counted.id, application_id, operation, method, path, calls, counted.created_at, last_called_at
    from unnest(
      ${column('id')}::uuid[], ${column('application_id')}::uuid[], ${column('operation')}::text[],
      ${column('method')}::text[], ${column('path')}::text[], ${column('calls')}::bigint[],
      ${column('created_at')}::timestamptz[], ${column('last_called_at')}::timestamptz[]
    ) as counted (id, application_id, operation, method, path, calls, created_at, last_called_at)
    join identity.applications on applications.id = application_id
    order by application_id, operation
    on conflict on constraint deprecated_calls_pair_key do update
    set calls = deprecated_calls.calls + excluded.calls, last_called_at = excluded.last_called_at`
}

export type CallsWithApplication = DeprecatedCallsRow &
  Pick<IdentityApplicationsRow, 'name' | 'developer_email' | 'brand_id' | 'retailer_id'> & {
    account_name: string | null
  }

/** A brand, or `everybody` for the operator. */
export type CallsOwner = BrandId | 'everybody'

export interface CallsFilter {
  applicationId?: readonly ApplicationId[]
  operation?: string
}

/** One page, ordered by the time of the first call, newest first; uses deprecated_calls_newest_idx. */
export async function listCalls(
  db: Queryable,
  owner: CallsOwner,
  { applicationId, operation }: CallsFilter,
  walk: Walk,
): Promise<CallsWithApplication[]> {
  const positionOf = (id: string) =>
    db`select created_at, id from identity.deprecated_calls where id = ${id} and ${ownedBy(db, owner)}`
  return await db<CallsWithApplication[]>`
    select page.id, application_id, operation, method, path, calls, page.created_at, last_called_at, name,
      developer_email, brand_id, retailer_id,
      coalesce(
        (select brands.name from identity.brands where brands.id = brand_id),
        (select store_name from identity.retailers where retailers.id = retailer_id)
      ) as account_name
    from (
      select id, application_id, operation, method, path, calls, created_at, last_called_at
      from identity.deprecated_calls
      where ${ownedBy(db, owner)}
        ${applicationId ? db`and application_id = ${oneOf(db, applicationId)}` : db``}
        ${operation === undefined ? db`` : db`and operation = ${operation}`}
        ${newestFirst(db, walk, positionOf)}
    ) page
    join identity.applications on applications.id = application_id
    order by ${walk.backwards ? db`page.created_at, page.id` : db`page.created_at desc, page.id desc`}`
}

export async function hasCalls(db: Queryable, owner: CallsOwner, id: string): Promise<boolean> {
  const found = await db`select from identity.deprecated_calls where id = ${id} and ${ownedBy(db, owner)}`
  return found.length > 0
}

const ownedBy = (db: Queryable, owner: CallsOwner) =>
  owner === 'everybody'
    ? db`true`
    : db`application_id in (select id from identity.applications where brand_id = ${owner})`
