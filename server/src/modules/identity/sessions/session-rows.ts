/** SQL of sessions. Their times are real times. */
import type { Config } from '../../../config.ts'
import type { Account, Role, SessionState, SupportAccess } from '../../../domain/actor.ts'
import { type Clock, realNow } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId, SessionId, UserId } from '../../../platform/ids.ts'
import type { IdentitySessionsRow } from '../../../platform/rows.ts'
import { accountSuspendedAt } from '../accounts/suspension-rows.ts'
import { rulesIdOfUser, type SignInRules } from '../people/sign-in-rule-rows.ts'
import { accountImage, accountName, accountOf, roleOf, type UserRow } from '../queries.ts'

const DAY_MS = 86_400_000
const IDLE_MS = 30 * DAY_MS
const LIFETIME_MS = 90 * DAY_MS
const OPERATOR_LIFETIME_MS = 12 * 3_600_000
/** How long a sign-in may wait for its second factor. */
const UNFINISHED_MS = 15 * 60_000

/** A session with its user and account. */
export type SessionView = Omit<IdentitySessionsRow, 'token_hash'> &
  Pick<UserRow, 'email' | 'first_name' | 'last_name' | 'role' | 'brand_id' | 'retailer_id'> & {
    account_name: string
    account_image: string | null
    /** Set if the account is suspended, which ends the session. */
    account_suspended_at: Date | null
    has_second_factor: boolean
  } & Pick<SignInRules, 'second_factor_from' | 'longest_session_hours' | 'longest_idle_minutes'> &
  (SupportColumns | { [Name in keyof SupportColumns]: null })

/** The columns of a support session, whose account is a brand. */
interface SupportColumns {
  support_brand_id: BrandId
  support_brand_name: string
  support_brand_image: string | null
  support_reason: string
  support_access: SupportAccess
  support_ends_at: Date
}

type Lasting = Pick<SessionView, 'role' | 'has_second_factor' | 'second_factor_at' | 'created_at'> &
  Partial<Pick<SignInRules, 'longest_session_hours'>>

export function stateOf({ mode }: Pick<Config, 'mode'>, session: SessionView, now: Date): SessionState {
  const { has_second_factor, second_factor_at, support_ends_at } = session
  if (has_second_factor && !second_factor_at) return 'second-factor-required'
  if (!has_second_factor && isSecondFactorRequired({ mode }, session, now))
    return 'second-factor-setup-required'
  return support_ends_at && support_ends_at <= now ? 'support-ended' : 'active'
}

/** The account of the user, or in a support session the brand that the operator views as. */
export const accountOfSession = (session: SessionView): Account =>
  session.support_brand_id ? { kind: 'brand', brandId: session.support_brand_id } : accountOf(session)

/** A support session has the role of staff: it allows only the daily work of the brand. */
export const roleOfSession = (session: SessionView): Role =>
  session.support_brand_id ? 'staff' : roleOf(session)

/** Operators can act on every account, so a password alone does not suffice for them. Accounts may ask it of all their users. */
export const isSecondFactorRequired = (
  { mode }: Pick<Config, 'mode'>,
  { role, second_factor_from }: { role: string; second_factor_from: Date | null },
  now: Date,
): boolean =>
  (role === 'operator' && mode === 'production') || (second_factor_from !== null && second_factor_from <= now)

export function endOf({
  role,
  has_second_factor,
  second_factor_at,
  created_at,
  longest_session_hours,
}: Lasting): Date {
  const isUnfinished = has_second_factor && !second_factor_at
  const longest = role === 'operator' ? OPERATOR_LIFETIME_MS : LIFETIME_MS
  const lifetime = Math.min(longest, longest_session_hours ? longest_session_hours * 3_600_000 : longest)
  return new Date(created_at.getTime() + (isUnfinished ? UNFINISHED_MS : lifetime))
}

export const idleEndOf = ({
  last_seen_at,
  longest_idle_minutes,
}: Pick<SessionView, 'last_seen_at' | 'longest_idle_minutes'>): Date =>
  new Date(last_seen_at.getTime() + (longest_idle_minutes ? longest_idle_minutes * 60_000 : IDLE_MS))

/**
 * Sessions that are valid at `now`, of users who may sign in. A support session stays valid after its hour, as long as the
 * operator's own session, so that the browser can return to that one.
 */
const validSessions = (db: Queryable, now: Date) => db`
  select sessions.id, parent_id, user_id, address, user_agent, sessions.created_at, last_seen_at, expires_at, password_confirmed_at,
    second_factor_at, device_id, link_at, users.email, users.first_name, users.last_name, role, brand_id, retailer_id,
    ${accountName(db)}, ${accountImage(db)}, ${accountSuspendedAt(db)},
    exists (
      select 1 from identity.second_factors
      where second_factors.user_id = sessions.user_id and enabled_at is not null
    ) as has_second_factor,
    second_factor_from, longest_session_hours, longest_idle_minutes,
    support.*
  from identity.sessions
    join identity.users on users.id = user_id
    left join identity.sign_in_rules on account_id = ${rulesIdOfUser(db)}
    left join lateral (
      select brand_id as support_brand_id, reason as support_reason, access as support_access, ends_at as support_ends_at,
        (select name from identity.brands where brands.id = brand_id) as support_brand_name,
        (select images ->> 'squared' from identity.brands where brands.id = brand_id) as support_brand_image
      from identity.support_sessions
      where support_sessions.id = sessions.id and parent_id is not null
    ) as support on true
  where (parent_id is null) = (support_brand_id is null) and users.suspended_at is null and removed_at is null
    and expires_at > ${now}
    and last_seen_at > ${new Date(now.getTime() - IDLE_MS)}
    and (longest_session_hours is null
      or sessions.created_at > ${now}::timestamptz - longest_session_hours * interval '1 hour')
    and (longest_idle_minutes is null
      or last_seen_at > ${now}::timestamptz - longest_idle_minutes * interval '1 minute')`

export async function findSessionByToken(
  db: Queryable,
  tokenHash: Buffer,
  now: Date,
): Promise<SessionView | undefined> {
  const [session] = await db<SessionView[]>`${validSessions(db, now)} and token_hash = ${tokenHash}`
  return session
}

export async function findSession(db: Queryable, id: SessionId, now: Date): Promise<SessionView | undefined> {
  const [session] = await db<SessionView[]>`${validSessions(db, now)} and sessions.id = ${id}`
  return session
}

/** Newest first. */
export async function listSessions(db: Queryable, userId: UserId, now: Date): Promise<SessionView[]> {
  return await db<SessionView[]>`
    ${validSessions(db, now)} and user_id = ${userId}
    order by sessions.created_at desc, sessions.id desc`
}

export async function insertSession(db: Queryable, session: IdentitySessionsRow): Promise<void> {
  await db`insert into identity.sessions ${db(session)}`
}

export async function updateSession(
  db: Queryable,
  id: SessionId,
  changes: Partial<IdentitySessionsRow>,
): Promise<void> {
  await db`update identity.sessions set ${db(changes as never)} where id = ${id}`
}

/** Undefined if there was none. */
export async function deleteSession(
  db: Queryable,
  userId: UserId,
  id: SessionId,
): Promise<Pick<IdentitySessionsRow, 'device_id'> | undefined> {
  const [deleted] = await db<Pick<IdentitySessionsRow, 'device_id'>[]>`
    delete from identity.sessions where user_id = ${userId} and id = ${id} returning device_id`
  return deleted
}

/** For a support session, deletes the operator's own session with it. Returns the user; undefined without a session. */
export async function deleteSessionByToken(
  db: Queryable,
  tokenHash: Buffer,
): Promise<Pick<UserRow, 'id' | 'role' | 'brand_id' | 'retailer_id'> | undefined> {
  const [user] = await db<Pick<UserRow, 'id' | 'role' | 'brand_id' | 'retailer_id'>[]>`
    delete from identity.sessions
    using identity.users
    where users.id = user_id and sessions.id = (
      select coalesce(parent_id, id) from identity.sessions where token_hash = ${tokenHash}
    )
    returning users.id, role, brand_id, retailer_id`
  return user
}

export async function deleteSessionsOf(
  db: Queryable,
  userId: UserId,
  except: SessionId | null,
): Promise<void> {
  await db`
    delete from identity.sessions
    where user_id = ${userId} ${except === null ? db`` : db`and id <> ${except}`}`
}

/** Deletes sessions that have expired or were not used for long. */
export async function deleteEndedSessions({ db, clock }: { db: Queryable; clock: Clock }): Promise<void> {
  const now = realNow(clock)
  await db`
    delete from identity.sessions
    where expires_at < ${now} or last_seen_at < ${new Date(now.getTime() - IDLE_MS)}`
}
