/**
 * Access tokens: issuing them, and turning them back into an actor on every request. They live in real time, like the
 * programs that hold them: moving the sandbox's clock neither ends a token nor keeps it alive.
 */

import { hash } from 'node:crypto'
import { UUID } from '@tradehall/jsonapi'
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Actor, Tokens } from '../../../http/actor.ts'
import { realNow } from '../../../platform/clock.ts'
import type { ApplicationId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { invalidToken } from '../errors.ts'
import { accountOf, findApplication } from '../queries.ts'
import { ALGORITHM, createKeyring, type Keyring } from './signing-keys.ts'

export const TOKEN_SECONDS = 3600
const TOKEN_TYPE = 'at+jwt'
const AUDIENCE = 'tradehall'

interface Verified {
  actor: Actor
  expiresAtMs: number
}

/** Far more than the tokens of a large installation's hour, and a bound for a flood of them. */
const MAX_CACHED = 50_000
/** What a process holds in memory counts only while it knows that no revocation escaped it for this long. */
const MAX_STALE_MS = 900

/**
 * Verifying a signature costs more than everything else in a small request, so a token is verified once and then
 * known by its hash until it expires. Any change to applications empties that memory.
 */
export function createTokens(platform: Platform): Tokens {
  const { clock, signals } = platform
  const keyring = createKeyring(platform)
  let verified = new Map<string, Verified>()
  signals.on('applications', async () => {
    verified = new Map()
  })

  async function verifyAndRemember(token: string, key: string): Promise<Verified> {
    const memory = verified
    const found = await verify(platform, keyring, token)
    if (memory.size >= MAX_CACHED) memory.delete(memory.keys().next().value as string)
    // A revocation during the verification has replaced `verified`; then this lands in the memory that was thrown away.
    memory.set(key, found)
    return found
  }

  function actorOf({ actor, expiresAtMs }: Verified): Actor {
    if (realNow(clock).getTime() >= expiresAtMs) throw expiredToken()
    return actor
  }

  return {
    issue: (applicationId) => issue(platform, keyring, applicationId),
    authenticate(token) {
      const key = hash('sha256', token, 'base64')
      const known = signals.staleMs() < MAX_STALE_MS ? verified.get(key) : undefined
      return known ? actorOf(known) : verifyAndRemember(token, key).then(actorOf)
    },
  }
}

async function issue(platform: Platform, keyring: Keyring, applicationId: ApplicationId): Promise<string> {
  const { id, key } = await keyring.signer()
  const issuedAt = Math.floor(realNow(platform.clock).getTime() / 1000)
  return await new SignJWT({ scope: '*' })
    .setProtectedHeader({ alg: ALGORITHM, kid: id, typ: TOKEN_TYPE })
    .setSubject(applicationId)
    .setAudience(AUDIENCE)
    .setJti(platform.ids.next())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + TOKEN_SECONDS)
    .sign(key)
}

async function verify(platform: Platform, keyring: Keyring, token: string): Promise<Verified> {
  const payload = await verifySignature(platform, keyring, token)
  const { sub = '' } = payload
  // What is no uuid cannot be the id of an application, and PostgreSQL would not even look for it.
  const application = UUID.test(sub) ? await findApplication(platform.db, sub) : undefined
  if (!application || application.revoked_at)
    throw invalidToken('The application of this access token was revoked.')
  return {
    actor: { applicationId: application.id, userId: application.user_id, account: accountOf(application) },
    expiresAtMs: (payload.exp ?? 0) * 1000,
  }
}

async function verifySignature({ clock }: Platform, keyring: Keyring, token: string): Promise<JWTPayload> {
  try {
    if (!token.split('.').every(isCanonical)) throw new TypeError('a segment is not canonical base64url')
    const { kid } = decodeProtectedHeader(token)
    const key = typeof kid === 'string' ? await keyring.verifier(kid) : undefined
    if (!key) throw invalidToken('The access token was not issued by this server.')
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      typ: TOKEN_TYPE,
      audience: AUDIENCE,
      requiredClaims: ['sub', 'exp'],
      currentDate: realNow(clock),
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw expiredToken()
    if (error instanceof errors.JOSEError || error instanceof TypeError) {
      throw invalidToken('The access token is not valid. Fetch one from /oauth/token.', error)
    }
    throw error
  }
}

/**
 * Whether it is the one way to write its bytes. Decoders ignore padding, blanks and unused bits, so that one token could be
 * written in many ways, and whoever blocks or logs a token by its text would miss the others.
 */
const isCanonical = (segment: string): boolean =>
  Buffer.from(segment, 'base64url').toString('base64url') === segment

const expiredToken = () => invalidToken('The access token has expired. Fetch a new one from /oauth/token.')
