/**
 * Issues access tokens and authenticates requests by them. Their lifetime is in real time: moving the sandbox's clock
 * neither expires nor extends a token.
 */
import { UUID } from '@tradehall/jsonapi'
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Actor } from '../../../domain/actor.ts'
import type { Tokens } from '../../../http/authentication.ts'
import { realNow } from '../../../platform/clock.ts'
import type { ApplicationId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { accountSuspended, invalidToken } from '../errors.ts'
import { accountOf, findTokenHolder } from '../queries.ts'
import { ALGORITHM, createKeyring, type Keyring } from './signing-keys.ts'
import { type VerifiedToken, VerifiedTokens } from './verified-tokens.ts'

export const TOKEN_SECONDS = 3600
const TOKEN_TYPE = 'at+jwt'
const AUDIENCE = 'tradehall'
/** The claim with the token generation of the account. A new generation begins when a suspension ends. */
const GENERATION = 'generation'

/** Cached tokens are used only if this process has polled for revocations within this time. */
const MAX_STALE_MS = 900

/**
 * Verifying a signature costs more than everything else in a small request, so a token is verified once and then
 * cached until it expires. Any change of an application invalidates the cache.
 */
export function createTokens(platform: Platform): Tokens {
  const { clock, signals } = platform
  const keyring = createKeyring(platform)
  let cache = new VerifiedTokens()
  signals.on('applications', async () => {
    cache = new VerifiedTokens()
  })

  async function verifyAndCache(token: string): Promise<VerifiedToken> {
    const current = cache
    const found = await verify(platform, keyring, token)
    // A revocation during the verification has replaced `cache`; then this entry goes to the discarded one.
    current.add(token, found)
    return found
  }

  function actorOf({ actor, expiresAtMs }: VerifiedToken): Actor {
    if (realNow(clock).getTime() >= expiresAtMs) throw expiredToken()
    return actor
  }

  return {
    issue: (applicationId) => issue(platform, keyring, applicationId),
    authenticate(token) {
      const known = signals.staleMs() < MAX_STALE_MS ? cache.find(token) : undefined
      return known ? actorOf(known) : verifyAndCache(token).then(actorOf)
    },
  }
}

async function issue(platform: Platform, keyring: Keyring, applicationId: ApplicationId): Promise<string> {
  const { id, key } = await keyring.signer()
  const holder = await findTokenHolder(platform.db, applicationId)
  const issuedAt = Math.floor(realNow(platform.clock).getTime() / 1000)
  return await new SignJWT({ scope: '*', [GENERATION]: holder?.token_generation ?? 0 })
    .setProtectedHeader({ alg: ALGORITHM, kid: id, typ: TOKEN_TYPE })
    .setSubject(applicationId)
    .setAudience(AUDIENCE)
    .setJti(platform.ids.next())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + TOKEN_SECONDS)
    .sign(key)
}

async function verify(platform: Platform, keyring: Keyring, token: string): Promise<VerifiedToken> {
  const payload = await verifySignature(platform, keyring, token)
  const { sub = '' } = payload
  // PostgreSQL raises an error for a value that is not a uuid.
  const application = UUID.test(sub) ? await findTokenHolder(platform.db, sub) : undefined
  if (!application || application.revoked_at)
    throw invalidToken('The application of this access token was revoked.')
  if (application.account_suspended_at) throw accountSuspended()
  if ((payload[GENERATION] ?? 0) !== application.token_generation)
    throw invalidToken(
      'The access token is from before the account was suspended. Fetch a new one from /oauth/token.',
    )
  return {
    actor: {
      applicationId: application.id,
      userId: application.user_id,
      account: accountOf(application),
      session: null,
    },
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
 * Whether the segment is the canonical encoding of its bytes. Decoders ignore padding, blanks and unused bits, so one token
 * could have many texts, and blocking or searching for one text would miss the others.
 */
const isCanonical = (segment: string): boolean =>
  Buffer.from(segment, 'base64url').toString('base64url') === segment

export const expiredToken = () =>
  invalidToken('The access token has expired. Fetch a new one from /oauth/token.')
