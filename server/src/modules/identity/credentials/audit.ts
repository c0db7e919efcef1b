/** The audit log of applications, users and the settings of brands. An entry is written in the transaction of the change it records. */
import { type Account, type Actor, supportIdOf } from '../../../domain/actor.ts'
import { missing } from '../../../domain/ownership.ts'
import { oneOf, type Queryable } from '../../../platform/database.ts'
import type { ApplicationId, BrandId, RetailerId, SessionId, UserId } from '../../../platform/ids.ts'
import { newestFirst, type Walk } from '../../../platform/queries/keyset.ts'
import type { IdentityAuditRow } from '../../../platform/rows.ts'
import type { Work } from '../../../platform/work.ts'
import { type ApplicationRow, ownerOf } from '../queries.ts'

const APPLICATION_ACTIONS = ['create', 'update', 'rotate-secret', 'revoke'] as const
const USER_ACTIONS = [
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
  'request-sign-in-link',
  'forget-device',
  'add-passkey',
  'rename-passkey',
  'remove-passkey',
  'change-sign-in-rules',
  'reset-password',
  'enable-second-factor',
  'disable-second-factor',
  'renew-recovery-codes',
  'use-recovery-code',
  'confirm-password',
  'fail-password',
  'verify-second-factor',
  'fail-second-factor',
  'reset-second-factor',
] as const
const BRAND_ACTIONS = [
  'change-profile',
  'change-shipping-settings',
  'change-free-shipping',
  'add-contact',
  'change-contact',
  'remove-contact',
  'change-automatic-acceptance',
  'begin-support-session',
  'end-support-session',
  'use-support-session',
] as const
/** What the operator does for a brand. */
const OPERATOR_ACTIONS = ['redeliver-webhooks', 'resume-webhook'] as const
const MARKETPLACE_ACTIONS = ['retry-jobs', 'discard-jobs', 'retry-events', 'discard-events'] as const
export const AUDIT_ACTIONS = [
  ...APPLICATION_ACTIONS,
  ...USER_ACTIONS,
  ...BRAND_ACTIONS,
  ...OPERATOR_ACTIONS,
  ...MARKETPLACE_ACTIONS,
] as const
/** These are also done to users; an entry without a user is about the brand or the retailer. */
type AccountAction = 'create' | 'update' | 'suspend' | 'resume'
type ApplicationAction = (typeof APPLICATION_ACTIONS)[number]
type UserAction = (typeof USER_ACTIONS)[number]
type BrandAction = (typeof BRAND_ACTIONS | typeof OPERATOR_ACTIONS)[number]
type MarketplaceAction = (typeof MARKETPLACE_ACTIONS)[number]

export const AUTHORS = ['operator', 'brand', 'retailer', 'shell', 'nobody'] as const

/** Who made a change. Signed-in users have no application; the server's shell and unauthenticated callers have no user. */
export interface Author {
  actedBy: (typeof AUTHORS)[number]
  userId: UserId | null
  applicationId: ApplicationId | null
  /** The support session in which an operator acted for a brand. */
  supportSessionId?: SessionId | null
}

export const SHELL: Author = { actedBy: 'shell', userId: null, applicationId: null }

/** A caller who has not signed in. */
export const NOBODY: Author = { actedBy: 'nobody', userId: null, applicationId: null }

export function authorOf(who: Pick<Actor, 'userId' | 'account'> & Partial<Actor>): Author {
  const supportSessionId = supportIdOf(who.session)
  return {
    actedBy: supportSessionId === null ? who.account.kind : 'operator',
    userId: who.userId,
    applicationId: who.applicationId ?? null,
    supportSessionId,
  }
}

type AuditRow = Omit<IdentityAuditRow, 'recorded_at'>

/** An entry with the names of its subject and of its author. */
export type AuditView = AuditRow & {
  subject_name: string | null
  account_name: string | null
  by_user_name: string | null
  by_application_name: string | null
}

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

/** Records an action on a user or by a user. `detail` is the new value. */
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

/** Records an action on a brand, mostly on its settings. `detail` names the setting and its new value. */
export async function writeBrandAudit(
  work: Work,
  by: Author,
  action: BrandAction,
  brandId: BrandId,
  detail: string | null,
): Promise<void> {
  await insertEntry(work, by, {
    action,
    application_id: null,
    user_id: null,
    brand_id: brandId,
    retailer_id: null,
    detail,
  })
}

/** Records an action of the operator on the server itself. `detail` names its subject and the reason. */
export async function writeMarketplaceAudit(
  work: Work,
  by: Author,
  action: MarketplaceAction,
  detail: string,
): Promise<void> {
  await insertEntry(work, by, {
    action,
    application_id: null,
    user_id: null,
    brand_id: null,
    retailer_id: null,
    detail,
  })
}

/** Records an action of the operator on a brand or a retailer. `detail` is the reason, or what was changed. */
export async function writeAccountAudit(
  work: Work,
  by: Author,
  action: AccountAction,
  account: Account,
  detail: string | null,
): Promise<void> {
  const { brandId, retailerId } = ownerOf({ account })
  await insertEntry(work, by, {
    action,
    application_id: null,
    user_id: null,
    brand_id: brandId,
    retailer_id: retailerId,
    detail,
  })
}

async function insertEntry(
  { db: tx, ids, clock, address }: Work,
  { actedBy, userId, applicationId, supportSessionId = null }: Author,
  entry: Pick<AuditRow, 'action' | 'application_id' | 'user_id' | 'brand_id' | 'retailer_id' | 'detail'>,
): Promise<void> {
  const row: AuditRow = {
    ...entry,
    id: ids.next(),
    acted_by: actedBy,
    by_user_id: userId,
    by_application_id: applicationId,
    support_session_id: supportSessionId,
    address: address ?? null,
    created_at: clock.now(),
  }
  await tx`insert into identity.audit ${tx(row)}`
}

/** An account, or `everybody` for the operator, who may read the entries of every account. */
export type AuditOwner = Account | 'everybody'

export interface AuditFilter {
  /** For the operator; owners see only the entries of their account anyway. */
  brandId?: readonly BrandId[] | undefined
  retailerId?: readonly RetailerId[] | undefined
  byApplicationId?: readonly ApplicationId[] | undefined
  applicationId?: readonly ApplicationId[] | undefined
  userId?: readonly UserId[] | undefined
  byUserId?: readonly UserId[] | undefined
  action?: readonly string[] | undefined
  /** `from` is part of the range, `to` is not. */
  createdAt?: { from?: string; to?: string } | undefined
}

/** One page, newest first. Uses the index of the owner, of the subject, of the author or of the actions. */
export async function listAudit(
  db: Queryable,
  owner: AuditOwner,
  filter: AuditFilter,
  walk: Walk,
): Promise<AuditView[]> {
  const { applicationId, userId, byUserId, action, createdAt: { from, to } = {} } = filter
  const { brandId, retailerId, byApplicationId } = filter
  const ofOwner = ownedBy(db, owner)
  const positionOf = (id: string) =>
    db`select created_at, id from identity.audit where id = ${id} and ${ofOwner}`
  return await db<AuditView[]>`
    select ${viewColumns(db, owner)}
    from identity.audit
    where ${ofOwner}
    ${brandId ? db`and brand_id = ${oneOf(db, brandId)}` : db``}
    ${retailerId ? db`and retailer_id = ${oneOf(db, retailerId)}` : db``}
    ${byApplicationId ? db`and by_application_id = ${oneOf(db, byApplicationId)}` : db``}
    ${applicationId ? db`and application_id = ${oneOf(db, applicationId)}` : db``}
    ${userId ? db`and user_id = ${oneOf(db, userId)}` : db``}
    ${byUserId ? db`and by_user_id = ${oneOf(db, byUserId)}` : db``}
    ${action ? db`and action in ${db(action)}` : db``}
    ${from === undefined ? db`` : db`and created_at >= ${from}`}
    ${to === undefined ? db`` : db`and created_at < ${to}`}
    ${newestFirst(db, walk, positionOf)}`
}

/** Throws 404 for an entry that does not exist, and 403 for one of another account. */
export async function readAudit(db: Queryable, owner: AuditOwner, id: string): Promise<AuditView> {
  const [entry] = await db<AuditView[]>`
    select ${viewColumns(db, owner)} from identity.audit where id = ${id} and ${ownedBy(db, owner)}`
  if (entry) return entry
  throw missing('audit entry', id, { exists: await hasAudit(db, 'everybody', id) })
}

/**
 * Only the operator sees who acted for the operator, and from which address. The brand sees the name too if it was a support
 * session.
 */
function viewColumns(db: Queryable, owner: AuditOwner) {
  const isAddressShown = owner === 'everybody' ? db`true` : db`acted_by <> 'operator'`
  const isAuthorShown = db`(${isAddressShown} or support_session_id is not null)`
  return db`
    id, action, application_id, user_id, detail, brand_id, retailer_id, acted_by, by_user_id, by_application_id,
    support_session_id, created_at,
    case when ${isAddressShown} then address end as address,
    case
      when application_id is not null then (select name from identity.applications where id = audit.application_id)
      when user_id is not null then (select ${fullName(db)} from identity.users where id = audit.user_id)
      else ${nameOfAccount(db)}
    end as subject_name,
    ${nameOfAccount(db)} as account_name,
    case when ${isAuthorShown} then
      (select ${fullName(db)} from identity.users where id = audit.by_user_id)
    end as by_user_name,
    case when ${isAuthorShown} then
      (select name from identity.applications where id = audit.by_application_id)
    end as by_application_name`
}

const nameOfAccount = (db: Queryable) => db`coalesce(
  (select name from identity.brands where id = audit.brand_id),
  (select store_name from identity.retailers where id = audit.retailer_id)
)`

const fullName = (db: Queryable) => db`first_name || ' ' || last_name`

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
