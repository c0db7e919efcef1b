/** What the pages of the operator learn of accounts, users and applications. Each is one read of an index. */
import type { ActivitySource } from '../../../module.ts'
import type { Fragment, Queryable } from '../../../platform/database.ts'
import { versionOf } from '../../../platform/row-version.ts'

/** As text, because a Date has no microseconds. */
const forOperator = (type: string, latest: (db: Queryable) => Fragment): ActivitySource => ({
  type,
  async read({ db, actor: { account } }) {
    if (account.kind !== 'operator') return null
    const [row] = await db<{ latest: string | null }[]>`${latest(db)}`
    return { version: versionOf([row?.latest]) }
  },
})

/** Whatever happens to a user, an application or an account leaves an entry. Uses audit_newest_idx. */
const newestEntry = (db: Queryable) => db`
  select id::text as latest from identity.audit order by created_at desc, id desc limit 1`

export const accountActivity: readonly ActivitySource[] = [
  // Uses brands_changed_idx and retailers_changed_idx.
  forOperator('brands', (db) => db`select max(updated_at)::text as latest from identity.brands`),
  forOperator('retailers', (db) => db`select max(updated_at)::text as latest from identity.retailers`),
  forOperator('users', newestEntry),
  forOperator('applications', newestEntry),
  forOperator('audit-entries', newestEntry),
]
