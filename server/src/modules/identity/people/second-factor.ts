/**
 * The second factor of a user: codes of an authenticator app (TOTP, RFC 6238) or passkeys (`passkeys.ts`), and recovery codes for
 * their loss.
 */
import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { sessionOf } from '../../../domain/actor.ts'
import { conflict } from '../../../domain/problems.ts'
import type { Ctx } from '../../../http/operation.ts'
import { realNow } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import { canMail } from '../../../platform/mail.ts'
import { newSecret } from '../../../platform/secrets/secrets.ts'
import { inTransaction } from '../../../platform/work.ts'
import { authorOf, writeUserAudit } from '../credentials/audit.ts'
import {
  noSecondFactor,
  secondFactorEnabled,
  secondFactorNeeded,
  secondFactorNotBegun,
  secondFactorUnreadable,
  signInLinkRequiredForCodes,
  wrongCodeAt,
} from '../errors.ts'
import { findUser } from '../queries.ts'
import { findDevice, rememberDevice } from '../sessions/devices.ts'
import { isSecondFactorRequired } from '../sessions/session-rows.ts'
import {
  type Client,
  lockSessions,
  readSession,
  renewSession,
  type StartedSession,
} from '../sessions/sessions.ts'
import { mailSignInLink } from '../sessions/sign-in-links.ts'
import { countPasskeys } from './passkey-rows.ts'
import {
  deleteSecondFactor,
  dropApp,
  enableSecondFactor,
  enableWithSecret,
  findSecondFactor,
  lockSecondFactor,
  replaceRecoveryCodes,
  type SecondFactorRow,
  saveSecret,
  useRecoveryCode,
  useStep,
} from './second-factor-rows.ts'
import { tellUserById } from './security-mails.ts'
import { findRules } from './sign-in-rule-rows.ts'
import { admitCode, forgetWrongCodes } from './wrong-codes.ts'

const PERIOD_SECONDS = 30
const RECOVERY_CODES = 10

/** What the user sees of it. The secret and the recovery codes are shown once, in the response that created them. */
export interface SecondFactorView {
  id: UserId
  isRequired: boolean
  hasApp: boolean
  enabled_at: Date | null
  codes_left: number
  secret: string | null
  uri: string | null
  recoveryCodes: string[] | null
}

/** Whether the caller must have one, by the rules of the account or as an operator. */
export async function isRequiredOf({
  db,
  config,
  actor,
  clock,
}: Pick<Ctx, 'config' | 'actor' | 'clock'> & { db: Queryable }): Promise<boolean> {
  const { second_factor_from } = await findRules(db, actor.account)
  const { role } = sessionOf(actor)
  return isSecondFactorRequired(config, { role, second_factor_from }, realNow(clock))
}

export async function readSecondFactor(ctx: Ctx): Promise<SecondFactorView> {
  const { db, actor } = ctx
  const factor = await findSecondFactor(db, actor.userId)
  return {
    id: actor.userId,
    isRequired: await isRequiredOf(ctx),
    hasApp: factor?.enabled_at != null && factor.has_app,
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
  if (!isSaved) throw secondFactorEnabled('An authenticator app is set up already. Remove it first.')
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
    await tellUserById(work, userId, {
      kind: 'factor',
      what: 'An authenticator app was added to your second factor.',
    })
    return await renewSession(work, sessionOf(actor).id, { second_factor_at: now })
  })
  await ctx.signals.refresh()
  return { factor: { ...(await readSecondFactor(ctx)), recoveryCodes }, started }
}

function unconfirmed(factor: SecondFactorRow | undefined): SecondFactorRow {
  if (!factor) throw secondFactorNotBegun('There is no secret to confirm. Ask for one first.')
  if (factor.enabled_at && factor.has_app)
    throw secondFactorEnabled('The authenticator app is set up already.')
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
  if (!(await admitCode(ctx, userId, { isProven, mayMail: canMail(ctx.config) }))) {
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
    if (isRecovery)
      await tellUserById(work, userId, {
        kind: 'factor',
        what: 'A recovery code was used to sign in. It does not work again.',
      })
    await forgetWrongCodes(work.db, userId)
    const device = await rememberDevice(work, userId, client)
    if (device.isNew)
      await tellUserById(work, userId, {
        kind: 'new-device',
        address: client.address,
        userAgent: client.userAgent,
      })
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
  const step = factor?.enabled_at && factor.has_app ? stepOf(ctx, factor.secret_encrypted, code) : null
  return step !== null && (await useStep(ctx.db, ctx.actor.userId, step))
}

export async function renewRecoveryCodes(ctx: Ctx): Promise<SecondFactorView> {
  const { actor } = ctx
  const recoveryCodes = newRecoveryCodes()
  await inTransaction(ctx, async (work) => {
    const factor = await lockSecondFactor(work.db, actor.userId)
    if (!factor?.enabled_at) throw noSecondFactor('There is no second factor.')
    await replaceRecoveryCodes(work.db, actor.userId, hashed(ctx, actor.userId, recoveryCodes))
    await writeUserAudit(work, authorOf(actor), 'renew-recovery-codes', actor)
    await tellUserById(work, actor.userId, {
      kind: 'factor',
      what: 'You have new recovery codes. The old ones do not work any more.',
    })
  })
  return { ...(await readSecondFactor(ctx)), recoveryCodes }
}

/** Removes the authenticator app. With passkeys the second factor goes on, with its recovery codes. */
export async function removeSecondFactor(ctx: Ctx): Promise<void> {
  const { actor, secrets } = ctx
  await inTransaction(ctx, async (work) => {
    await lockSessions(work.db, actor.userId)
    if ((await countPasskeys(work.db, actor.userId)) > 0) {
      const factor = await lockSecondFactor(work.db, actor.userId)
      if (!factor?.has_app) return
      await dropApp(work.db, { user_id: actor.userId, secret_encrypted: secrets.encrypt(newSecret()) })
      await writeUserAudit(work, authorOf(actor), 'disable-second-factor', actor, 'the authenticator app')
      await tellUserById(work, actor.userId, {
        kind: 'factor',
        what: 'The authenticator app was removed from your second factor.',
      })
      return
    }
    if (await isRequiredOf({ ...ctx, db: work.db }))
      throw secondFactorNeeded(
        'Your account or the marketplace asks you for a second factor, so it cannot be removed.',
      )
    if (!(await deleteSecondFactor(work.db, actor.userId))) return
    await forgetWrongCodes(work.db, actor.userId)
    await writeUserAudit(work, authorOf(actor), 'disable-second-factor', actor)
    await tellUserById(work, actor.userId, {
      kind: 'factor',
      what: 'Your second factor was switched off. Your password alone signs you in.',
    })
    await ctx.signals.raise(work.db, 'sessions')
  })
  await ctx.signals.refresh()
}

/** For the first passkey. Returns new recovery codes, or null if the user has a second factor already. */
export async function enableWithoutApp(
  { secrets, clock }: Pick<Ctx, 'secrets' | 'clock'>,
  { db: tx, userId }: { db: Queryable; userId: UserId },
): Promise<string[] | null> {
  const isEnabled = await enableWithSecret(tx, {
    user_id: userId,
    secret_encrypted: secrets.encrypt(newSecret()),
    now: realNow(clock),
  })
  if (!isEnabled) return null
  const recoveryCodes = newRecoveryCodes()
  await replaceRecoveryCodes(tx, userId, hashed({ secrets }, userId, recoveryCodes))
  return recoveryCodes
}

/** After the last passkey is gone. Returns whether the second factor is gone with it. */
export async function endWithoutApp(tx: Queryable, userId: UserId): Promise<boolean> {
  const factor = await lockSecondFactor(tx, userId)
  if (!factor || factor.has_app) return false
  await deleteSecondFactor(tx, userId)
  await forgetWrongCodes(tx, userId)
  return true
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
