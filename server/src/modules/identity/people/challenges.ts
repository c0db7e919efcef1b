/**
 * Challenges of passkeys. They are not stored when they are made, because anybody may ask for one: a challenge carries its end
 * and a keyed hash. An answered one is stored until it ends, so that no answer works twice.
 */
import { randomBytes } from 'node:crypto'
import { realNow } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { Platform } from '../../../platform/index.ts'
import { hashSecret, type Secrets, sameAsAny } from '../../../platform/secrets/secrets.ts'
import type { Work } from '../../../platform/work.ts'

/** How long the user may take. Browsers wait no longer. */
export const CHALLENGE_MS = 5 * 60_000
const NONCE_BYTES = 16
const END_BYTES = 8
const HEAD_BYTES = NONCE_BYTES + END_BYTES

/** What it may be answered for: signing in, or a new passkey of one user. */
export type Purpose = 'sign-in' | `register ${string}`

const textOf = (purpose: Purpose, head: Buffer) => `challenge ${purpose} ${head.toString('base64url')}`

export function newChallenge(
  { clock, secrets }: Pick<Platform, 'clock'> & { secrets: Secrets },
  purpose: Purpose,
): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(HEAD_BYTES)
  randomBytes(NONCE_BYTES).copy(head)
  head.writeBigUInt64BE(BigInt(realNow(clock).getTime() + CHALLENGE_MS), NONCE_BYTES)
  return new Uint8Array(Buffer.concat([head, secrets.fingerprint(textOf(purpose, head))]))
}

/** Whether it was made for this purpose, and has not ended. */
export function isOwnChallenge(
  { clock, secrets }: Pick<Platform, 'clock'> & { secrets: Secrets },
  purpose: Purpose,
  challenge: string,
): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length <= HEAD_BYTES) return false
  const head = bytes.subarray(0, HEAD_BYTES)
  const isOwn = sameAsAny(bytes.subarray(HEAD_BYTES), secrets.fingerprints(textOf(purpose, head)))
  return isOwn && Number(head.readBigUInt64BE(NONCE_BYTES)) > realNow(clock).getTime()
}

/** Returns false if it was answered before: one of two concurrent requests inserts nothing. */
export async function useChallenge(tx: Queryable, challenge: string, now: Date): Promise<boolean> {
  const used = await tx`
    insert into identity.used_challenges (hash, expires_at)
    values (${hashSecret(challenge)}, ${new Date(now.getTime() + CHALLENGE_MS)})
    on conflict on constraint used_challenges_pkey do nothing
    returning hash`
  return used.length > 0
}

export async function deleteUsedChallenges({ db, clock }: Pick<Work, 'db' | 'clock'>): Promise<void> {
  await db`delete from identity.used_challenges where expires_at < ${realNow(clock)}`
}
