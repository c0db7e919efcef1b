/** When a code is good. Pure: the row, the code's fingerprint and the time decide. */
import { sameBytes } from '../../platform/secrets.ts'
import type { EmailVerificationRow } from './queries.ts'

export const EXPIRES_IN_MINUTES = 10
export const MAX_ATTEMPTS = 5

export type Verdict = 'right' | 'wrong' | 'expired' | 'exhausted'

/** A code that was right once stays right, so that a repeated request gets the same answer. */
export function judgeCode(row: EmailVerificationRow, fingerprint: Uint8Array, now: Date): Verdict {
  const matches = sameBytes(row.code_hash, fingerprint)
  if (row.verified_at) return matches ? 'right' : 'wrong'
  if (row.failed_attempts >= MAX_ATTEMPTS) return 'exhausted'
  if (now >= row.expires_at) return 'expired'
  return matches ? 'right' : 'wrong'
}
