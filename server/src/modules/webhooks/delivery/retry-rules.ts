/** What follows from an attempt. Pure: the time and the dice are given. */
import type { Outcome } from '../../../platform/outbound/poster.ts'

export interface Tried {
  /** Attempts since the delivery was last asked for, this one included. */
  tries: number
  outcome: Outcome
  now: Date
}

export interface RetryRules {
  /** Before the second attempt, before the third, and so on. */
  waitSeconds: readonly number[]
  jitterPercent: number
  /** From 0 to 1. */
  random: () => number
}

/** A receiver may ask for more time than we would give it, but not for so much that nobody remembers the event. */
const MAX_RETRY_AFTER_SECONDS = 21_600

export type Verdict =
  | { state: 'delivered' }
  | { state: 'failed' }
  /** To be tried again then. */
  | { state: 'waiting'; dueAt: Date }

export function judge({ tries, outcome, now }: Tried, rules: RetryRules): Verdict {
  if (isSuccess(outcome)) return { state: 'delivered' }
  const wait = rules.waitSeconds[tries - 1]
  if (wait === undefined || isGone(outcome)) return { state: 'failed' }
  const spread = (rules.random() * 2 - 1) * (rules.jitterPercent / 100)
  const asked = 'status' in outcome ? secondsOf(outcome.retryAfter) : 0
  const seconds = Math.max(wait * (1 + spread), Math.min(asked, MAX_RETRY_AFTER_SECONDS))
  return { state: 'waiting', dueAt: new Date(now.getTime() + seconds * 1000) }
}

export const isSuccess = (outcome: Outcome): boolean =>
  'status' in outcome && outcome.status >= 200 && outcome.status < 300

/** The receiver says that nobody will ever be there again. */
export const isGone = (outcome: Outcome): boolean => 'status' in outcome && outcome.status === 410

/** Only the form in seconds: a date would be compared with a clock that may have been moved. */
function secondsOf(retryAfter: string | undefined): number {
  return retryAfter !== undefined && /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : 0
}

/** What the log and the metrics call an outcome. */
export type OutcomeName = 'delivered' | 'refused_by_receiver' | (Outcome & { failure: string })['failure']

export function nameOf(outcome: Outcome): OutcomeName {
  if ('failure' in outcome) return outcome.failure
  return isSuccess(outcome) ? 'delivered' : 'refused_by_receiver'
}
