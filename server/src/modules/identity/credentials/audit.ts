/** Who did what to applications. An entry is written in the transaction of what it tells, or not at all. */
import type { Actor, Person } from '../../../http/actor.ts'
import { oneOf, type Queryable } from '../../../platform/database.ts'
import type { ApplicationId, BrandId, UserId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import { newestFirst, type Walk } from '../../../platform/keyset.ts'
import type { IdentityAuditRow } from '../../../platform/rows.ts'
import type { Work } from '../../../platform/work.ts'
import type { ApplicationRow } from '../queries.ts'

export const ACTIONS = ['create', 'rotate-secret', 'revoke'] as const
export type Action = (typeof ACTIONS)[number]

export const AUTHORS = ['operator', 'brand', 'shell'] as const

/** Who acts. A person has no application; whoever has the shell of the server is not known by name. */
export interface Author {
  actedBy: (typeof AUTHORS)[number]
  userId: UserId | null
  applicationId: ApplicationId | null
}

export const SHELL: Author = { actedBy: 'shell', userId: null, applicationId: null }

export function authorOf(who: Actor | Person): Author {
  const { kind } = who.account
  invariant(kind !== 'retailer', 'no door to applications is open to retailers')
  const applicationId = 'applicationId' in who ? who.applicationId : null
  return { actedBy: kind, userId: who.userId, applicationId }
}

export type AuditRow = IdentityAuditRow

export async function writeAudit(
  { db: tx, ids, clock }: Work,
  { actedBy, userId, applicationId }: Author,
  action: Action,
  application: Pick<ApplicationRow, 'id' | 'brand_id' | 'retailer_id'>,
): Promise<void> {
  const row: AuditRow = {
    id: ids.next(),
    action,
    application_id: application.id,
    brand_id: application.brand_id,
    retailer_id: application.retailer_id,
    acted_by: actedBy,
    by_user_id: userId,
    by_application_id: applicationId,
    created_at: clock.now(),
  }
  await tx`insert into identity.audit ${tx(row)}`
}

/** Of one brand, or of every account for those who may see them. */
export type AuditOwner = BrandId | 'everybody'

/** One page, newest first. */
export async function listAudit(
  db: Queryable,
  owner: AuditOwner,
  { applicationId }: { applicationId?: readonly ApplicationId[] },
  walk: Walk,
): Promise<AuditRow[]> {
  const ofOwner = ownedBy(db, owner)
  const place = (id: string) => db`select created_at, id from identity.audit where id = ${id} and ${ofOwner}`
  return await db<AuditRow[]>`
    select id, action, application_id, brand_id, retailer_id, acted_by, by_user_id, by_application_id, created_at
    from identity.audit
    where ${ofOwner}
    ${applicationId ? db`and application_id = ${oneOf(db, applicationId)}` : db``}
    ${newestFirst(db, walk, place)}`
}

export async function hasAudit(db: Queryable, owner: AuditOwner, id: string): Promise<boolean> {
  const found = await db`select from identity.audit where id = ${id} and ${ownedBy(db, owner)}`
  return found.length > 0
}

const ownedBy = (db: Queryable, owner: AuditOwner) =>
  owner === 'everybody' ? db`true` : db`brand_id = ${owner}`
