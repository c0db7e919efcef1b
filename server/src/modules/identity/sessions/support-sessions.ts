/**
 * Support sessions: an operator views as a brand, for at most an hour. The browser gets the value of the support session
 * instead of the value of the operator's own session. That session stays, and gets a new value when the browser returns to it.
 */
import { type SupportAccess, sessionOf } from '../../../domain/actor.ts'
import { missing } from '../../../domain/ownership.ts'
import { unauthorized } from '../../../domain/problems.ts'
import type { Ctx } from '../../../http/operation.ts'
import type { SessionCookie } from '../../../http/sessions/cookie.ts'
import { realNow } from '../../../platform/clock.ts'
import type { BrandId, SessionId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import type { IdentitySessionsRow } from '../../../platform/rows.ts'
import { hashSecret, newSecret } from '../../../platform/secrets/secrets.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { findBrand } from '../accounts/brands.ts'
import { writeBrandAudit } from '../credentials/audit.ts'
import { tellOwners } from '../people/security-mails.ts'
import { insertSession } from './session-rows.ts'
import { type Client, readSession, renewSession, type StartedSession } from './sessions.ts'
import { insertSupport, noteEndedSupport, supportAuthor } from './support-rows.ts'

const LIFETIME_MS = 3_600_000

export interface SupportRequest {
  brandId: BrandId
  reason: string
  access: SupportAccess
}

/** Begins a support session. An earlier one of the same session ends, because the response with its value may be lost. */
export async function startSupport(
  ctx: Ctx,
  { brandId, reason, access }: SupportRequest,
  { address, userAgent }: Pick<Client, 'address' | 'userAgent'>,
): Promise<StartedSession> {
  const { userId } = ctx.actor
  const value = newSecret()
  const id = ctx.ids.next()
  const started = await inTransaction(ctx, async (work) => {
    const { db: tx } = work
    const own = await lockOwn(work, sessionOf(ctx.actor).id)
    if (!(await findBrand(tx, brandId))) throw missing('brand', brandId, { exists: false })
    await tx`delete from identity.sessions where parent_id = ${own.id}`
    await noteEndedSupport(work, userId)
    const now = realNow(work.clock)
    const endsAt = new Date(Math.min(now.getTime() + LIFETIME_MS, own.expires_at.getTime()))
    await insertSession(tx, {
      id,
      parent_id: own.id,
      user_id: userId,
      token_hash: hashSecret(value),
      address,
      user_agent: userAgent,
      created_at: now,
      last_seen_at: now,
      expires_at: own.expires_at,
      password_confirmed_at: null,
      second_factor_at: own.second_factor_at,
      device_id: null,
      link_at: null,
    })
    await insertSupport(tx, {
      id,
      user_id: userId,
      brand_id: brandId,
      reason,
      access,
      address,
      started_at: now,
      ends_at: endsAt,
      ended_at: null,
    })
    await work.signals.raise(tx, 'sessions')
    const detail = `${access}: ${reason}`
    await writeBrandAudit(work, supportAuthor(userId, id), 'begin-support-session', brandId, detail)
    await tellOwners(work, { kind: 'brand', brandId }, { kind: 'support', reason, access })
    return { session: await readSession(work, id), cookie: { value, expiresAt: own.expires_at } }
  })
  await ctx.signals.refresh()
  return started
}

/** The lock lets the second of two concurrent starts end the first one, and prevents a start while the session ends. */
async function lockOwn(
  { db: tx }: Work,
  id: SessionId,
): Promise<Pick<IdentitySessionsRow, 'id' | 'expires_at' | 'second_factor_at'>> {
  const [own] = await tx<Pick<IdentitySessionsRow, 'id' | 'expires_at' | 'second_factor_at'>[]>`
    select id, expires_at, second_factor_at from identity.sessions where id = ${id} for update`
  if (!own) throw unauthorized('The session has ended. Sign in again.')
  return own
}

/**
 * Ends the support session of the request, and returns the cookie of the operator's own session, with a new value. Undefined
 * if another request has ended it meanwhile: the response to that one has the cookie.
 */
export async function endSupport(
  work: Work & Pick<Platform, 'signals'>,
  { actor }: Pick<Ctx, 'actor'>,
): Promise<SessionCookie | undefined> {
  const [ended] = await work.db<{ parent_id: SessionId }[]>`
    delete from identity.sessions
    where id = ${sessionOf(actor).id} and parent_id is not null
    returning parent_id`
  if (!ended) return undefined
  await noteEndedSupport(work, actor.userId)
  return (await renewSession(work, ended.parent_id, {})).cookie
}
