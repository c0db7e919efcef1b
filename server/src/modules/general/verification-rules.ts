/** Pure rules that decide whether a verification code is accepted. */
import { sameAsAny } from '../../platform/secrets/secrets.ts'
import type { EmailVerificationRow } from './queries.ts'

export const EXPIRES_IN_MINUTES = 10
export const MAX_ATTEMPTS = 5

export type Verdict = 'right' | 'wrong' | 'expired' | 'exhausted'

/**
 * `fingerprints` are those of the given code with each secret key. A code that was accepted stays valid, so that a retried
 * request gets the same response.
 */
export function judgeCode(
  row: EmailVerificationRow,
  fingerprints: readonly Uint8Array[],
  now: Date,
): Verdict {
  const matches = sameAsAny(row.code_hash, fingerprints)
  if (row.verified_at) return matches ? 'right' : 'wrong'
  if (row.failed_attempts >= MAX_ATTEMPTS) return 'exhausted'
  if (now >= row.expires_at) return 'expired'
  return matches ? 'right' : 'wrong'
}
