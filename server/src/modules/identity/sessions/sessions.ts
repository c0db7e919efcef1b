/**
 * The sessions of users who sign in. A session is a row with the hash of a random value, which the browser has. Sessions last
 * in real time, independent of the clock of a sandbox.
 */
import { hash } from 'node:crypto'
import { type Actor, brandOf } from '../../../domain/actor.ts'
import { unauthorized } from '../../../domain/problems.ts'
import type { Sessions } from '../../../http/authentication.ts'
import type { Ctx, Input } from '../../../http/operation.ts'
import type { DeviceCookie, SessionCookie } from '../../../http/sessions/cookie.ts'
import { realNow } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { SessionId, UserId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { bestEffort } from '../../../platform/resilience/best-effort.ts'
import { hashSecret, newSecret } from '../../../platform/secrets/secrets.ts'
import type { Work } from '../../../platform/work.ts'
import { refuseSuspended } from '../accounts/suspension-rows.ts'
import { authorOf, writeBrandAudit, writeUserAudit } from '../credentials/audit.ts'
import { accountSuspended } from '../errors.ts'
import { tellUser } from '../people/security-mails.ts'
import { findRules } from '../people/sign-in-rule-rows.ts'
import { accountOf, personOf, type UserRow } from '../queries.ts'
import { type DeviceClient, forgetDevice, forgetDevices, rememberDevice } from './devices.ts'
import {
  accountOfSession,
  deleteSession,
  deleteSessionByToken,
  deleteSessionsOf,
  endOf,
  findSession,
  findSessionByToken,
  idleEndOf,
  insertSession,
  roleOfSession,
  type SessionView,
  stateOf,
  updateSession,
} from './session-rows.ts'
import { noteEndedSupport } from './support-rows.ts'

/** Bounds the cache. */
const MAX_CACHED = 50_000
/** Cached sessions are used only if this process has polled for ended ones within this time. */
const MAX_STALE_MS = 900
/** The precision of `last_seen_at`, which suffices for the idle timeout. */
const SEEN_MS = 60_000

interface KnownSession {
  actor: Actor
  endsAtMs: number
  seenAtMs: number
}

/** A session is read once and then cached by the hash of its value. Any end or change of a session clears the cache. */
export function createSessions(platform: Platform): Sessions {
  const { db, clock, signals, log } = platform
  let cache = new Map<string, KnownSession>()
  signals.on('sessions', async () => {
    cache = new Map()
  })

  async function read(value: string, key: string): Promise<KnownSession> {
    const current = cache
    const session = await findSessionByToken(db, hashSecret(value), realNow(clock))
    if (!session) throw unauthorized('The session has ended. Sign in again.')
    if (session.account_suspended_at) throw accountSuspended()
    const actor = actorOf(platform, session)
    const known = {
      actor,
      endsAtMs: endOfState(session, actor),
      seenAtMs: session.last_seen_at.getTime(),
    }
    if (current.size >= MAX_CACHED) current.delete(current.keys().next().value as string)
    // If a session ended meanwhile, `cache` is another map, and this entry goes to the discarded one.
    current.set(key, known)
    return known
  }

  function use(known: KnownSession): Actor {
    const now = realNow(clock)
    if (now.getTime() - known.seenAtMs >= SEEN_MS) {
      known.seenAtMs = now.getTime()
      const { session } = known.actor
      // No request waits for it.
      if (session)
        void bestEffort(log, 'recording the use of a session', () =>
          updateSession(db, session.id, { last_seen_at: now }),
        )
    }
    return known.actor
  }

  return {
    recordSupport: async (work, actor, request) =>
      await writeBrandAudit(work, authorOf(actor), 'use-support-session', brandOf(actor), request),
    authenticate(value, { fresh }) {
      const key = hash('sha256', value, 'base64')
      const known = !fresh && signals.staleMs() < MAX_STALE_MS ? cache.get(key) : undefined
      // Use postpones the end of a session only in the table, so after the cached end the session is read from the table.
      const isCurrent = known && realNow(clock).getTime() < known.endsAtMs
      return isCurrent ? use(known) : read(value, key).then(use)
    },
  }
}

function actorOf({ config, clock }: Platform, session: SessionView): Actor {
  const { support_access: access } = session
  return {
    applicationId: null,
    userId: session.user_id,
    account: accountOfSession(session),
    session: {
      id: session.id,
      role: roleOfSession(session),
      state: stateOf(config, session, realNow(clock)),
      passwordConfirmedAt: session.password_confirmed_at,
      expiresAt: session.expires_at,
      support: access && { access },
    },
  }
}

/** How long the state of a session stays as it was read: a support session changes its state after an hour. */
function endOfState(session: SessionView, { session: active }: Actor): number {
  const { expires_at, support_ends_at, second_factor_from } = session
  const changesAt = active?.state === 'support-ended' ? null : support_ends_at
  const ends = [expires_at, endOf(session), idleEndOf(session), changesAt ?? expires_at]
  // A rule of the account that begins later. One that has begun is in the state that was read.
  if (second_factor_from && active?.state === 'active' && !session.has_second_factor)
    ends.push(second_factor_from)
  return Math.min(...ends.map((end) => end.getTime()))
}

/** The browser of a sign-in. */
export interface Client extends DeviceClient {
  /** The value of the session that the browser has until now. */
  sessionValue: string | undefined
}

export function clientOf({
  address,
  headers,
  sessionValue,
  deviceValues,
}: Pick<Input, 'address' | 'headers' | 'sessionValue' | 'deviceValues'>): Client {
  const agent = headers['user-agent']
  return {
    address,
    userAgent: typeof agent === 'string' ? agent.slice(0, 300) : null,
    sessionValue,
    deviceValues,
  }
}

export interface StartedSession {
  session: SessionView
  cookie: SessionCookie
  /** Of a sign-in that is complete. */
  device?: DeviceCookie
}

/**
 * Starts a session of a user who has given the password or another proof; the second factor may still be missing, unless the
 * proof is one itself (`isVerified`). The
 * session that the browser had until now ends. Throws 403 if the account is suspended.
 */
export async function startSession(
  work: Work & Pick<Platform, 'signals' | 'secrets'>,
  user: UserRow,
  client: Client,
  {
    byLink = false,
    isVerified = false,
    isTold = true,
  }: { byLink?: boolean; isVerified?: boolean; isTold?: boolean } = {},
): Promise<StartedSession> {
  const { db: tx } = work
  const { address, userAgent, sessionValue } = client
  const now = realNow(work.clock)
  const value = newSecret()
  await refuseSuspended(tx, accountOf(user))
  if (sessionValue !== undefined) await endSessionOfValue(work, sessionValue)
  const [factor] = await tx`
    select from identity.second_factors where user_id = ${user.id} and enabled_at is not null`
  const verifiedAt = factor !== undefined && isVerified ? now : null
  const { longest_session_hours } = await findRules(tx, accountOf(user))
  const lasting = {
    longest_session_hours,
    role: user.role,
    has_second_factor: factor !== undefined,
    second_factor_at: verifiedAt,
  }
  const id = work.ids.next()
  const expiresAt = endOf({ ...lasting, created_at: now })
  const device = factor === undefined || isVerified ? await rememberDevice(work, user.id, client) : undefined
  // The first sign-in of all is no news.
  if (device?.isNew && isTold && user.last_signed_in_at !== null)
    await tellUser(work, user, { kind: 'new-device', address, userAgent })
  await insertSession(tx, {
    id,
    parent_id: null,
    user_id: user.id,
    token_hash: hashSecret(value),
    address,
    user_agent: userAgent,
    created_at: now,
    last_seen_at: now,
    expires_at: expiresAt,
    password_confirmed_at: now,
    second_factor_at: verifiedAt,
    device_id: device?.id ?? null,
    link_at: byLink ? now : null,
  })
  await noteSignIn(tx, user, now)
  return {
    session: await readSession(work, id),
    cookie: { value, expiresAt },
    ...(device && { device: device.cookie }),
  }
}

/**
 * A change of the password, a suspension or a removal ends the existing sessions, so none may start with the password from
 * before. Whether the user may still sign in is checked when the session is read. Nothing is written to the user, of whom
 * every node of a cluster has a copy.
 */
async function noteSignIn(tx: Queryable, { id, password_hash }: UserRow, now: Date): Promise<void> {
  await lockSessions(tx, id)
  const same = await tx`
    select from identity.users
    where id = ${id} and password_hash is not distinct from ${password_hash}`
  if (same.length === 0) throw unauthorized('The password has changed meanwhile. Sign in again.')
  await tx`
    insert into identity.sign_ins (user_id, signed_in_at) values (${id}, ${now})
    on conflict (user_id) do update set signed_in_at = excluded.signed_in_at`
}

/**
 * Until the end of the transaction, no session of the user starts or ends elsewhere. To be called after the row of the user is
 * locked, as a new session does through its foreign key.
 */
export async function lockSessions(tx: Queryable, id: UserId): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`sessions ${id}`}, 0))`
}

/** Otherwise the previous session of the browser would stay valid, although no browser has it. */
async function endSessionOfValue(work: Work & Pick<Platform, 'signals'>, value: string): Promise<void> {
  const user = await deleteSessionByToken(work.db, hashSecret(value))
  if (!user) return
  await work.signals.raise(work.db, 'sessions')
  await noteEndedSupport(work, user.id)
  await writeUserAudit(work, authorOf(personOf(user)), 'sign-out', personOf(user))
}

/**
 * Gives the session a new value after a second factor or a new password, so that the old value, which somebody else may know,
 * becomes invalid. `changes` are written with it.
 */
export async function renewSession(
  work: Work & Pick<Platform, 'signals'>,
  id: SessionId,
  changes: Partial<Pick<SessionView, 'second_factor_at' | 'password_confirmed_at' | 'device_id'>>,
): Promise<StartedSession> {
  const { db: tx } = work
  const value = newSecret()
  const before = await readSession(work, id)
  const expiresAt = endOf({ ...before, ...changes })
  await updateSession(tx, id, { ...changes, token_hash: hashSecret(value), expires_at: expiresAt })
  await work.signals.raise(tx, 'sessions')
  return { session: await readSession(work, id), cookie: { value, expiresAt } }
}

/** A session that the transaction has just written or authenticated. */
export async function readSession(work: Work, id: SessionId): Promise<SessionView> {
  const session = await findSession(work.db, id, realNow(work.clock))
  if (!session) throw unauthorized('The session has ended. Sign in again.')
  return session
}

/** Ends all sessions of a user on every node, except one, and what they could begin anew with: devices and open links. */
export async function endSessions(
  work: Work & Pick<Platform, 'signals'>,
  userId: UserId,
  { except = null }: { except?: SessionId | null } = {},
): Promise<void> {
  await lockSessions(work.db, userId)
  await forgetDevices(work.db, userId, except)
  await work.db`delete from identity.sign_in_links where user_id = ${userId}`
  await deleteSessionsOf(work.db, userId, except)
  await noteEndedSupport(work, userId)
  await work.signals.raise(work.db, 'sessions')
}

/** Ends one session of the caller. Returns false if the caller has no such session. */
export async function endOwnSession(
  work: Work & Pick<Platform, 'signals'>,
  ctx: Pick<Ctx, 'actor'>,
  id: SessionId,
): Promise<boolean> {
  const { userId, session } = ctx.actor
  const ended = await deleteSession(work.db, userId, id)
  if (!ended) return false
  // Another session is ended because its device is lost. Whoever signs out comes back.
  if (session?.id !== id && ended.device_id !== null) await forgetDevice(work.db, userId, ended.device_id)
  await work.signals.raise(work.db, 'sessions')
  await noteEndedSupport(work, userId)
  const action = session?.id === id ? 'sign-out' : 'end-session'
  await writeUserAudit(work, authorOf(ctx.actor), action, ctx.actor)
  return true
}
