/**
 * Passkeys (WebAuthn): a key pair in a device of the user, which signs challenges after the user has unlocked it. One signs in by
 * itself, as it is possession and unlocking together, and so it is the second factor after a password as well.
 */
import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Problem } from '@tradehall/jsonapi'
import { sessionOf } from '../../../domain/actor.ts'
import { missing } from '../../../domain/ownership.ts'
import { conflict } from '../../../domain/problems.ts'
import type { Ctx } from '../../../http/operation.ts'
import { BRACKETS } from '../../../http/public-url.ts'
import { realNow } from '../../../platform/clock.ts'
import { violatedConstraint } from '../../../platform/database.ts'
import { invariant } from '../../../platform/invariant.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { authorOf, writeUserAudit } from '../credentials/audit.ts'
import { passkeyRefused, passkeyRefusedAt, passkeysUnavailable } from '../errors.ts'
import { findUser, personOf } from '../queries.ts'
import { type SessionView, updateSession } from '../sessions/session-rows.ts'
import {
  type Client,
  lockSessions,
  readSession,
  renewSession,
  type StartedSession,
  startSession,
} from '../sessions/sessions.ts'
import { CHALLENGE_MS, isOwnChallenge, newChallenge, type Purpose, useChallenge } from './challenges.ts'
import {
  countPasskeys,
  deletePasskey,
  findPasskeyByCredential,
  insertPasskey,
  listPasskeys,
  notePasskeyUse,
  type PasskeyRow,
  renamePasskeyRow,
} from './passkey-rows.ts'
import { enableWithoutApp, endWithoutApp, isRequiredOf } from './second-factor.ts'
import { tellUserById } from './security-mails.ts'

/** Enough for the devices and security keys of one person. */
const MAX_PASSKEYS = 20

/** A passkey as its user sees it. Recovery codes are shown once, with the first passkey of a user who had none. */
export interface PasskeyView {
  id: string
  name: string
  host: string
  created_at: Date
  last_used_at: Date | null
  recoveryCodes: string[] | null
}

const viewOf = (passkey: PasskeyRow, recoveryCodes: string[] | null = null): PasskeyView => ({
  ...passkey,
  recoveryCodes,
})

/** What the browser is asked for. */
export interface PasskeyOptions {
  id: string
  options: PublicKeyCredentialCreationOptionsJSON | PublicKeyCredentialRequestOptionsJSON
}

/** Browsers bind a passkey to a host name, so it must be the one of the public URL, and no IP address. */
function partyOf({ publicUrl }: Pick<Ctx, 'publicUrl'>): { host: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl)
  if (isIP(hostname.replace(BRACKETS, '')) > 0) throw passkeysUnavailable(hostname)
  return { host: hostname, origin }
}

/** Imported at the first use, because most processes never need it. */
const library = () => import('@simplewebauthn/server')

export async function beginPasskeySignIn(ctx: Ctx): Promise<PasskeyOptions> {
  const { host } = partyOf(ctx)
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: host,
    challenge: newChallenge(ctx, 'sign-in'),
    userVerification: 'required',
    timeout: CHALLENGE_MS,
  })
  return { id: ctx.ids.next(), options }
}

export async function beginPasskey(ctx: Ctx): Promise<PasskeyOptions> {
  const { host } = partyOf(ctx)
  const { userId } = ctx.actor
  const user = await findUser(ctx.db, userId)
  invariant(user, 'the user of a session exists')
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: 'Tradehall',
    rpID: host,
    userID: new Uint8Array(Buffer.from(userId)),
    userName: user.email,
    userDisplayName: `${user.first_name} ${user.last_name}`,
    challenge: newChallenge(ctx, `register ${userId}`),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    // So that it signs in without an address, and never without being unlocked.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: (await listPasskeys(ctx.db, userId))
      .filter((passkey) => passkey.host === host)
      .map(({ credential_id, transports }) => ({
        id: credential_id,
        transports: transports as AuthenticatorTransport[],
      })),
  })
  return { id: ctx.ids.next(), options }
}

/** Adds a passkey. With the first one the user has a second factor, and recovery codes. */
export async function addPasskey(
  ctx: Ctx,
  { name, response, at }: { name: string; response: object; at: string },
): Promise<{ passkey: PasskeyView; started: StartedSession }> {
  const { actor } = ctx
  const { userId } = actor
  const { host, origin } = partyOf(ctx)
  const { verifyRegistrationResponse } = await library()
  const { challenge, accepts } = acceptedBy(ctx, `register ${userId}`)
  const verified = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: accepts,
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
  }).catch(() => undefined)
  if (!verified?.verified || !verified.registrationInfo) throw passkeyRefusedAt(at)
  const { credential } = verified.registrationInfo
  const now = realNow(ctx.clock)
  const passkey: PasskeyRow = {
    id: ctx.ids.next(),
    user_id: userId,
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    sign_count: credential.counter,
    transports: credential.transports ?? [],
    host,
    name,
    created_at: now,
    last_used_at: null,
  }
  try {
    const added = await inTransaction(ctx, async (work) => {
      const { db: tx } = work
      await lockSessions(tx, userId)
      if (!(await useChallenge(tx, challenge(), now))) throw passkeyRefusedAt(at)
      if ((await countPasskeys(tx, userId)) >= MAX_PASSKEYS)
        throw conflict(
          `You have ${MAX_PASSKEYS} passkeys, which is the limit. Remove one that you do not use.`,
        )
      await insertPasskey(tx, passkey)
      const recoveryCodes = await enableWithoutApp(ctx, { db: tx, userId })
      await writeUserAudit(work, authorOf(actor), 'add-passkey', actor, name)
      await tellUserById(work, userId, {
        kind: 'factor',
        what: `The passkey “${name}” was added. It signs in to your user.`,
      })
      const started = await renewSession(work, sessionOf(actor).id, { second_factor_at: now })
      return { passkey: viewOf(passkey, recoveryCodes), started }
    })
    await ctx.signals.refresh()
    return added
  } catch (error) {
    if (violatedConstraint(error) === 'passkeys_credential_id_key') throw passkeyRefusedAt(at)
    throw error
  }
}

export const listOwnPasskeys = async ({ db, actor }: Ctx): Promise<PasskeyView[]> =>
  (await listPasskeys(db, actor.userId)).map((passkey) => viewOf(passkey))

export async function renamePasskey(ctx: Ctx, id: string, name: string): Promise<PasskeyView> {
  const { actor } = ctx
  return await inTransaction(ctx, async (work) => {
    const renamed = await renamePasskeyRow(work.db, actor.userId, { id, name })
    if (!renamed) throw missing('passkey', id, { exists: false })
    await writeUserAudit(work, authorOf(actor), 'rename-passkey', actor, name)
    return viewOf(renamed)
  })
}

/** Without an authenticator app, the last passkey takes the second factor with it. */
export async function removePasskey(ctx: Ctx, id: string): Promise<void> {
  const { actor } = ctx
  const { userId } = actor
  await inTransaction(ctx, async (work) => {
    await lockSessions(work.db, userId)
    const name = await deletePasskey(work.db, userId, id)
    if (name === undefined) throw missing('passkey', id, { exists: false })
    if ((await countPasskeys(work.db, userId)) === 0) {
      const isGone = await endWithoutApp(work.db, userId)
      if (isGone && (await isRequiredOf({ ...ctx, db: work.db })))
        throw conflict(
          'Your account or the marketplace asks you for a second factor: add another passkey or an authenticator app first.',
        )
    }
    await writeUserAudit(work, authorOf(actor), 'remove-passkey', actor, name)
    await tellUserById(work, userId, { kind: 'factor', what: `The passkey “${name}” was removed.` })
    await ctx.signals.raise(work.db, 'sessions')
  })
  await ctx.signals.refresh()
}

/** Starts a session, which needs neither a password nor a second factor. */
export async function signInWithPasskey(ctx: Ctx, response: object, client: Client): Promise<StartedSession> {
  const { passkey, challenge, signCount } = await verifyResponse(ctx, response)
  const started = await inTransaction(ctx, async (work) => {
    const user = await findUser(work.db, passkey.user_id)
    if (!user || user.suspended_at || user.removed_at) throw passkeyRefused()
    await noteUse(work, passkey, { challenge, signCount })
    const session = await startSession(work, user, client, { isVerified: true })
    await writeUserAudit(
      work,
      authorOf(personOf(user)),
      'sign-in',
      personOf(user),
      `by the passkey ${passkey.name}`,
    )
    return session
  })
  await ctx.signals.refresh()
  return started
}

/** Records that the caller has just been there, as critical changes require, instead of the password. */
export async function confirmWithPasskey(ctx: Ctx, response: object, at: string): Promise<SessionView> {
  // A 401 would say that the session has ended.
  const refused = () => passkeyRefusedAt(at)
  const { actor } = ctx
  const { id } = sessionOf(actor)
  const { passkey, challenge, signCount } = await verifyResponse(ctx, response, refused)
  if (passkey.user_id !== actor.userId) throw refused()
  return await inTransaction(ctx, async (work) => {
    await noteUse(work, passkey, { challenge, signCount })
    await updateSession(work.db, id, { password_confirmed_at: realNow(work.clock) })
    await writeUserAudit(work, authorOf(actor), 'confirm-password', actor, `by the passkey ${passkey.name}`)
    return await readSession(work, id)
  })
}

async function noteUse(
  work: Work,
  passkey: PasskeyRow,
  { challenge, signCount }: { challenge: string; signCount: number },
): Promise<void> {
  const now = realNow(work.clock)
  const isFirst = await useChallenge(work.db, challenge, now)
  const isThere = await notePasskeyUse(work.db, { id: passkey.id, sign_count: signCount, last_used_at: now })
  if (!isFirst || !isThere) throw passkeyRefused()
}

/** Throws the same problem whatever is wrong. */
async function verifyResponse(
  ctx: Ctx,
  response: object,
  refused: () => Problem = passkeyRefused,
): Promise<{ passkey: PasskeyRow; challenge: string; signCount: number }> {
  const { host, origin } = partyOf(ctx)
  const { id } = response as { id?: unknown }
  const passkey = typeof id === 'string' ? await findPasskeyByCredential(ctx.db, id) : undefined
  if (passkey?.host !== host) throw refused()
  const { verifyAuthenticationResponse } = await library()
  const { challenge, accepts } = acceptedBy(ctx, 'sign-in')
  const verified = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: accepts,
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.sign_count,
    },
  }).catch(() => undefined)
  if (!verified?.verified) throw refused()
  return { passkey, challenge: challenge(), signCount: verified.authenticationInfo.newCounter }
}

/** The check of a challenge, and the one that was accepted. */
function acceptedBy(ctx: Ctx, purpose: Purpose) {
  let accepted = ''
  return {
    challenge: () => accepted,
    accepts(challenge: string): boolean {
      accepted = challenge
      return isOwnChallenge(ctx, purpose, challenge)
    },
  }
}
