/** The second factor of a user: codes of an authenticator app (TOTP, RFC 6238), and recovery codes for its loss. */
import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { sessionOf } from '../../../domain/actor.ts'
import { conflict } from '../../../domain/problems.ts'
import type { Ctx } from '../../../http/operation.ts'
import { realNow } from '../../../platform/clock.ts'
import type { UserId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import { canMail } from '../../../platform/mail.ts'
import { inTransaction } from '../../../platform/work.ts'
import { authorOf, writeUserAudit } from '../credentials/audit.ts'
import { secondFactorUnreadable, signInLinkRequiredForCodes, wrongCodeAt } from '../errors.ts'
import { findUser } from '../queries.ts'
import { findDevice, rememberDevice } from '../sessions/devices.ts'
import { isSecondFactorRequired } from '../sessions/session-rows.ts'
import { type Client, readSession, renewSession, type StartedSession } from '../sessions/sessions.ts'
import { mailSignInLink } from '../sessions/sign-in-links.ts'
import {
  deleteSecondFactor,
  enableSecondFactor,
  findSecondFactor,
  lockSecondFactor,
  replaceRecoveryCodes,
  type SecondFactorRow,
  saveSecret,
  useRecoveryCode,
  useStep,
} from './second-factor-rows.ts'
import { admitCode, forgetWrongCodes } from './wrong-codes.ts'

const PERIOD_SECONDS = 30
const RECOVERY_CODES = 10

/** What the user sees of it. The secret and the recovery codes are shown once, in the response that created them. */
export interface SecondFactorView {
  id: UserId
  isRequired: boolean
  enabled_at: Date | null
  codes_left: number
  secret: string | null
  uri: string | null
  recoveryCodes: string[] | null
}

export async function readSecondFactor({ db, config, actor }: Ctx): Promise<SecondFactorView> {
  const factor = await findSecondFactor(db, actor.userId)
  return {
    id: actor.userId,
    isRequired: isSecondFactorRequired(config, sessionOf(actor).role),
    enabled_at: factor?.enabled_at ?? null,
    codes_left: factor?.codes_left ?? 0,
    secret: null,
    uri: null,
    recoveryCodes: null,
  }
}

/** Creates a secret. It has no effect before a code of it is confirmed, so that nobody locks themselves out. */
export async function beginSecondFactor(ctx: Ctx): Promise<SecondFactorView> {
  const { db, secrets, actor, clock } = ctx
  const user = await findUser(db, actor.userId)
  invariant(user, 'the user of a session exists')
  // 160 bits, as RFC 4226 recommends.
  const secret = new Secret({ size: 20 })
  const isSaved = await saveSecret(db, {
    user_id: user.id,
    secret_encrypted: secrets.encrypt(secret.base32),
    created_at: realNow(clock),
  })
  if (!isSaved) throw conflict('The second factor is enabled already. Remove it first.')
  const uri = totpOf(secret.base32, user.email).toString()
  return { ...(await readSecondFactor(ctx)), secret: secret.base32, uri }
}

/** Enables the second factor with a first code. The session counts as verified and gets a new id. */
export async function confirmSecondFactor(
  ctx: Ctx,
  code: string,
  at: string,
): Promise<{ factor: SecondFactorView; started: StartedSession }> {
  const { actor, db } = ctx
  const { userId } = actor
  unconfirmed(await findSecondFactor(db, userId))
  const recoveryCodes = newRecoveryCodes()
  const started = await inTransaction(ctx, async (work) => {
    // Read again, because a concurrent request may have replaced the secret.
    const factor = unconfirmed(await lockSecondFactor(work.db, userId))
    const step = stepOf(ctx, factor.secret_encrypted, code)
    if (step === null || !(await useStep(work.db, userId, step))) throw wrongCodeAt(at)
    const now = realNow(ctx.clock)
    await enableSecondFactor(work.db, userId, now)
    await replaceRecoveryCodes(work.db, userId, hashed(ctx, userId, recoveryCodes))
    await writeUserAudit(work, authorOf(actor), 'enable-second-factor', actor)
    return await renewSession(work, sessionOf(actor).id, { second_factor_at: now })
  })
  await ctx.signals.refresh()
  return { factor: { ...(await readSecondFactor(ctx)), recoveryCodes }, started }
}

function unconfirmed(factor: SecondFactorRow | undefined): SecondFactorRow {
  if (!factor) throw conflict('There is no secret to confirm. Ask for one first.')
  if (factor.enabled_at) throw conflict('The second factor is enabled already.')
  return factor
}

/** Completes a sign-in with a code or a recovery code, each of which works once. The session gets a new id. */
export async function verifySecondFactor(
  ctx: Ctx,
  code: string,
  { client, at }: { client: Omit<Client, 'sessionValue'>; at: string },
): Promise<StartedSession> {
  const { actor } = ctx
  const { userId } = actor
  const { id, state } = sessionOf(actor)
  if (state !== 'second-factor-required') throw conflict('The session does not wait for a second factor.')
  const { link_at } = await readSession(ctx, id)
  const isProven = link_at !== null || (await findDevice(ctx.db, userId, client.deviceValues)) !== undefined
  if (!(await admitCode(ctx, userId, { isProven: isProven || !canMail(ctx.config) }))) {
    await mailSignInLink(ctx, userId, client)
    throw signInLinkRequiredForCodes()
  }
  const started = await inTransaction(ctx, async (work) => {
    const isRecovery = !/^\d{6}$/.test(normalized(code))
    const isRight = isRecovery
      ? await useRecoveryCode(
          work.db,
          actor.userId,
          ctx.secrets.fingerprints(recoveryText(actor.userId, code)),
        )
      : await useCode({ ...ctx, db: work.db }, code)
    if (!isRight) return null
    const action = isRecovery ? 'use-recovery-code' : 'verify-second-factor'
    await writeUserAudit(work, authorOf(actor), action, actor)
    await forgetWrongCodes(work.db, userId)
    const device = await rememberDevice(work, userId, client)
    const changes = { second_factor_at: realNow(ctx.clock), device_id: device.id }
    return { ...(await renewSession(work, id, changes)), device: device.cookie }
  })
  if (!started) {
    await writeUserAudit(ctx, authorOf(actor), 'fail-second-factor', actor)
    throw wrongCodeAt(at)
  }
  await ctx.signals.refresh()
  return started
}

async function useCode(
  ctx: Pick<Ctx, 'clock' | 'secrets' | 'actor'> & { db: Parameters<typeof useStep>[0] },
  code: string,
): Promise<boolean> {
  const factor = await findSecondFactor(ctx.db, ctx.actor.userId)
  const step = factor?.enabled_at ? stepOf(ctx, factor.secret_encrypted, code) : null
  return step !== null && (await useStep(ctx.db, ctx.actor.userId, step))
}

export async function renewRecoveryCodes(ctx: Ctx): Promise<SecondFactorView> {
  const { actor } = ctx
  const recoveryCodes = newRecoveryCodes()
  await inTransaction(ctx, async (work) => {
    const factor = await lockSecondFactor(work.db, actor.userId)
    if (!factor?.enabled_at) throw conflict('There is no second factor.')
    await replaceRecoveryCodes(work.db, actor.userId, hashed(ctx, actor.userId, recoveryCodes))
    await writeUserAudit(work, authorOf(actor), 'renew-recovery-codes', actor)
  })
  return { ...(await readSecondFactor(ctx)), recoveryCodes }
}

export async function removeSecondFactor(ctx: Ctx): Promise<void> {
  const { actor, config } = ctx
  if (isSecondFactorRequired(config, sessionOf(actor).role))
    throw conflict('Operators need a second factor, so it cannot be removed.')
  await inTransaction(ctx, async (work) => {
    if (!(await deleteSecondFactor(work.db, actor.userId))) return
    await forgetWrongCodes(work.db, actor.userId)
    await writeUserAudit(work, authorOf(actor), 'disable-second-factor', actor)
    await ctx.signals.raise(work.db, 'sessions')
  })
  await ctx.signals.refresh()
}

const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer: 'Tradehall', label, secret, digits: 6, period: PERIOD_SECONDS, algorithm: 'SHA1' })

/** The time step of a code, which may be one step early or late; null if the code is wrong. */
function stepOf(
  { clock, secrets }: Pick<Ctx, 'clock' | 'secrets'>,
  sealed: Uint8Array,
  code: string,
): number | null {
  const timestamp = realNow(clock).getTime()
  const opened = secrets.open(sealed)
  if (!opened) throw secondFactorUnreadable()
  const totp = totpOf(opened.text, '')
  const delta = totp.validate({ token: normalized(code), timestamp, window: 1 })
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta
}

/** Removes the blanks and dashes of printed and copied codes. */
const normalized = (code: string) => code.replaceAll(/[\s-]/g, '').toLowerCase()

/** 32 letters and digits, without those that look alike: a code of ten has 50 bits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz023456789'

function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = [...randomBytes(10)].map((byte) => ALPHABET[byte % 32]).join('')
    return `${letters.slice(0, 5)}-${letters.slice(5)}`
  })
}

/** The hashes of new codes. They are keyed, because 50 bits are too few for a plain hash. */
const hashed = ({ secrets }: Pick<Ctx, 'secrets'>, userId: UserId, codes: readonly string[]) => ({
  hashes: codes.map((code) => secrets.fingerprint(recoveryText(userId, code))),
  keyName: secrets.keyNames[0],
})

const recoveryText = (userId: UserId, code: string) => `recovery ${userId} ${normalized(code)}`
