import { pointTo, unprocessable } from '../../domain/problems.ts'
import { EXPIRES_IN_MINUTES, MAX_ATTEMPTS, type Verdict } from './verification-rules.ts'

const REASONS: Record<Exclude<Verdict, 'right'>, string> = {
  wrong: 'The code is not the one that was mailed.',
  expired: `The code was good for ${EXPIRES_IN_MINUTES} minutes and has expired. Ask for a new verification.`,
  exhausted: `A wrong code was tried ${MAX_ATTEMPTS} times. Ask for a new verification.`,
}

export const codeRefused = (verdict: Exclude<Verdict, 'right'>, at: string | undefined) =>
  unprocessable(REASONS[verdict], pointTo(at))
