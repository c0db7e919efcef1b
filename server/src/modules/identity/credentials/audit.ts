/** The audit log of applications and users. An entry is written in the transaction of the change it records. */
import type { Account, Actor } from '../../../domain/actor.ts'
import { oneOf, type Queryable } from '../../../platform/database.ts'
import type { ApplicationId, UserId } from '../../../platform/ids.ts'
import { newestFirst, type Walk } from '../../../platform/keyset.ts'
import type { IdentityAuditRow } from '../../../platform/rows.ts'
import type { Work } from '../../../platform/work.ts'
import { type ApplicationRow, ownerOf } from '../queries.ts'

export const APPLICATION_ACTIONS = ['create', 'update', 'rotate-secret', 'revoke'] as const
export const USER_ACTIONS = [
  'sign-in',
  'fail-sign-in',
  'sign-out',
  'end-session',
  'invite',
  'accept-invitation',
  'change-role',
  'suspend',
  'resume',
  'remove',
  'rename',
  'change-password',
  'request-password-reset',
  'reset-password',
  'enable-second-factor',
  'disable-second-factor',
  'renew-recovery-codes',
  'use-recovery-code',
  'confirm-password',
  'fail-password',
  'verify-second-factor',
  'fail-second-factor',
] as const
type ApplicationAction = (typeof APPLICATION_ACTIONS)[number]
type UserAction = (typeof USER_ACTIONS)[number]

export const AUTHORS = ['operator', 'brand', 'retailer', 'shell', 'nobody'] as const

/** Who made a change. A person has no application; the server's shell, and somebody who has not signed in, no known user. */
export interface Author {
  actedBy: (typeof AUTHORS)[number]
  userId: UserId | null
  applicationId: ApplicationId | null
}

export const SHELL: Author = { actedBy: 'shell', userId: null, applicationId: null }

/** Somebody who has not signed in. */
export const NOBODY: Author = { actedBy: 'nobody', userId: null, applicationId: null }

export function authorOf(who: Pick<Actor, 'userId' | 'account'> & Partial<Actor>): Author {
  return { actedBy: who.account.kind, userId: who.userId, applicationId: who.applicationId ?? null }
}

export type AuditRow = IdentityAuditRow

export async function writeAudit(
  work: Work,
  by: Author,
  action: ApplicationAction,
  application: Pick<ApplicationRow, 'id' | 'brand_id' | 'retailer_id'>,
  detail: string | null = null,
): Promise<void> {
  await insertEntry(work, by, {
    action,
    application_id: application.id,
    user_id: null,
    brand_id: application.brand_id,
    retailer_id: application.retailer_id,
    detail,
  })
}

/** Records what was done to a user or by one. `detail` says to what it was changed. */
export async function writeUserAudit(
  work: Work,
  by: Author,
  action: UserAction,
  user: Pick<Actor, 'userId' | 'account'>,
  detail: string | null = null,
): Promise<void> {
  const { brandId, retailerId } = ownerOf(user)
  await insertEntry(work, by, {
    action,
    application_id: null,
    user_id: user.userId,
    brand_id: brandId,
    retailer_id: retailerId,
    detail,
  })
}

async function insertEntry(
  { db: tx, ids, clock }: Work,
  { actedBy, userId, applicationId }: Author,
  entry: Pick<AuditRow, 'action' | 'application_id' | 'user_id' | 'brand_id' | 'retailer_id' | 'detail'>,
): Promise<void> {
  const row: AuditRow = {
    ...entry,
    id: ids.next(),
    acted_by: actedBy,
    by_user_id: userId,
    by_application_id: applicationId,
    created_at: clock.now(),
  }
  await tx`insert into identity.audit ${tx(row)}`
}

/** An account, or `everybody` for the operator, who may read the entries of every account. */
export type AuditOwner = Account | 'everybody'

/** One page, newest first. */
export async function listAudit(
  db: Queryable,
  owner: AuditOwner,
  { applicationId, userId }: { applicationId?: readonly ApplicationId[]; userId?: readonly UserId[] },
  walk: Walk,
): Promise<AuditRow[]> {
  const ofOwner = ownedBy(db, owner)
  const positionOf = (id: string) =>
    db`select created_at, id from identity.audit where id = ${id} and ${ofOwner}`
  return await db<AuditRow[]>`
    select id, action, application_id, user_id, detail, brand_id, retailer_id, acted_by, by_user_id, by_application_id, created_at
    from identity.audit
    where ${ofOwner}
    ${applicationId ? db`and application_id = ${oneOf(db, applicationId)}` : db``}
    ${userId ? db`and user_id = ${oneOf(db, userId)}` : db``}
    ${newestFirst(db, walk, positionOf)}`
}

export async function hasAudit(db: Queryable, owner: AuditOwner, id: string): Promise<boolean> {
  const found = await db`select from identity.audit where id = ${id} and ${ownedBy(db, owner)}`
  return found.length > 0
}

function ownedBy(db: Queryable, owner: AuditOwner) {
  if (owner === 'everybody') return db`true`
  if (owner.kind === 'brand') return db`brand_id = ${owner.brandId}`
  if (owner.kind === 'retailer') return db`retailer_id = ${owner.retailerId}`
  return db`brand_id is null and retailer_id is null`
}
