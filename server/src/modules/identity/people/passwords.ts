/** Which passwords are accepted, and changing one. */
import { sessionOf } from '../../../domain/actor.ts'
import type { Ctx } from '../../../http/operation.ts'
import { realNow } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/work.ts'
import { authorOf, writeUserAudit } from '../credentials/audit.ts'
import { weakPasswordAt } from '../errors.ts'
import { endSessions, renewSession, type StartedSession } from '../sessions/sessions.ts'
import { checkOwnPassword } from '../sessions/sign-in.ts'
import { isBreached } from './breached-passwords.ts'
import { hashPassword } from './password-hash.ts'
import { tellUser } from './security-mails.ts'

export const MIN_PASSWORD = 12
/** Bounds the work of hashing. */
export const MAX_PASSWORD = 200

/** Loaded at the first use, because most processes never need the list. */
let common: Promise<ReadonlySet<string>> | undefined

async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'] as string[])
}

/** Throws a problem at `at` if the password is too short, too easy to guess, or was stolen elsewhere. */
export async function refuseWeakPassword(
  ctx: Pick<Ctx, 'config' | 'outbound' | 'log'>,
  { password, email, at }: { password: string; email: string; at: string },
): Promise<void> {
  if ([...password].length < MIN_PASSWORD)
    throw weakPasswordAt(`A password needs at least ${MIN_PASSWORD} characters.`, at, {
      minLength: MIN_PASSWORD,
    })
  common ??= loadCommon()
  if (isGuessable(password, email, await common))
    throw weakPasswordAt('This password is among those that are guessed first. Choose another one.', at)
  if (await isBreached(ctx, password))
    throw weakPasswordAt(
      'This password was stolen from another site. Choose another one, and change it there too.',
      at,
    )
}

/** Whether it is a common password (also repeated, or with digits and signs around it), a short repetition, or the address. */
function isGuessable(password: string, email: string, common: ReadonlySet<string>): boolean {
  const text = password.toLowerCase()
  const core = text.replaceAll(/^[\d\W_]+|[\d\W_]+$/g, '')
  const [repeated] = /^(.+?)\1+$/su.exec(text)?.slice(1) ?? []
  const [name = ''] = email.toLowerCase().split('@')
  const candidates = [text, core, repeated ?? text]
  if (repeated !== undefined && repeated.length <= 3) return true
  return candidates.some((each) => common.has(each)) || core === name || text === email.toLowerCase()
}

export async function savePassword(tx: Queryable, userId: UserId, hash: string, now: Date): Promise<void> {
  await tx`update identity.users set password_hash = ${hash}, updated_at = ${now} where id = ${userId}`
}

/** Ends the other sessions of the user; the session of the request gets a new value. */
export async function changePassword(
  ctx: Ctx,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<StartedSession> {
  const at = 'data.attributes'
  const user = await checkOwnPassword(ctx, currentPassword, `${at}.currentPassword`)
  await refuseWeakPassword(ctx, { password: newPassword, email: user.email, at: `${at}.newPassword` })
  const hash = await hashPassword(newPassword)
  const { actor, clock } = ctx
  const { id } = sessionOf(actor)
  const started = await inTransaction(ctx, async (work) => {
    await savePassword(work.db, user.id, hash, clock.now())
    await endSessions(work, user.id, { except: id })
    await work.db`delete from identity.mail_links where user_id = ${user.id} and kind = 'password-reset'`
    await writeUserAudit(work, authorOf(actor), 'change-password', actor)
    await tellUser(work, user, { kind: 'password' })
    return await renewSession(work, id, { password_confirmed_at: realNow(clock) })
  })
  await ctx.signals.refresh()
  return started
}
