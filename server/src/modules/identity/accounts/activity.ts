/** Shows the pages of the operator when accounts, users and applications changed. Each version is one read of an index. */
import type { ActivitySource } from '../../../module.ts'
import type { Fragment, Queryable } from '../../../platform/database.ts'
import { latestChange } from '../../../platform/queries/changes.ts'
import { versionOf } from '../../../platform/queries/row-version.ts'

interface Latest {
  latest: number | null
  updated?: string | null
}

const forOperator = (type: string, read: (db: Queryable) => Fragment): ActivitySource => ({
  type,
  async read({ db, actor: { account } }, openSince) {
    if (account.kind !== 'operator') return null
    const [row] = await db<Latest[]>`${read(db)}`
    return { version: versionOf([row?.updated, ...latestChange(row?.latest, openSince)]) }
  },
})

/** Every change of a user, an application or an account writes an entry. Uses audit_recorded_idx. */
const newestEntry = (db: Queryable) => db`
  select platform.micros(max(recorded_at)) as latest from identity.audit where recorded_at is not null`

/**
 * The times in `table` come from the process that wrote them, so a change that is committed late may not be the latest; its
 * audit entry changes the version anyway. Only the sandbox creates accounts without an entry, so `table` is read too. Uses
 * audit_accounts_recorded_idx, brands_changed_idx and retailers_changed_idx.
 */
const newestOfAccounts = (db: Queryable, table: Fragment) => db`
  select platform.micros(max(recorded_at)) as latest, (select max(updated_at)::text from ${table}) as updated
  from identity.audit
  where recorded_at is not null and application_id is null and user_id is null`

export const accountActivity: readonly ActivitySource[] = [
  forOperator('brands', (db) => newestOfAccounts(db, db`identity.brands`)),
  forOperator('retailers', (db) => newestOfAccounts(db, db`identity.retailers`)),
  forOperator('users', newestEntry),
  forOperator('applications', newestEntry),
  forOperator('audit-entries', newestEntry),
]
