/** The audit log of applications. An entry is written in the transaction of the change it records. */
import type { Actor, Person } from '../../../domain/actor.ts'
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

/** Who made a change. A person has no application; a change from the server's shell has no known user. */
export interface Author {
  actedBy: (typeof AUTHORS)[number]
  userId: UserId | null
  applicationId: ApplicationId | null
}

export const SHELL: Author = { actedBy: 'shell', userId: null, applicationId: null }

export function authorOf(who: Actor | Person): Author {
  const { kind } = who.account
  invariant(kind !== 'retailer', 'retailers have no access to the management of applications')
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

/** A brand, or `everybody` for the operator, who may read the entries of every account. */
export type AuditOwner = BrandId | 'everybody'

/** One page, newest first. */
export async function listAudit(
  db: Queryable,
  owner: AuditOwner,
  { applicationId }: { applicationId?: readonly ApplicationId[] },
  walk: Walk,
): Promise<AuditRow[]> {
  const ofOwner = ownedBy(db, owner)
  const positionOf = (id: string) =>
    db`select created_at, id from identity.audit where id = ${id} and ${ofOwner}`
  return await db<AuditRow[]>`
    select id, action, application_id, brand_id, retailer_id, acted_by, by_user_id, by_application_id, created_at
    from identity.audit
    where ${ofOwner}
    ${applicationId ? db`and application_id = ${oneOf(db, applicationId)}` : db``}
    ${newestFirst(db, walk, positionOf)}`
}

export async function hasAudit(db: Queryable, owner: AuditOwner, id: string): Promise<boolean> {
  const found = await db`select from identity.audit where id = ${id} and ${ownedBy(db, owner)}`
  return found.length > 0
}

const ownedBy = (db: Queryable, owner: AuditOwner) =>
  owner === 'everybody' ? db`true` : db`brand_id = ${owner}`
