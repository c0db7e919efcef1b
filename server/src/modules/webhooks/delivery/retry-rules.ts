/** Decides after an attempt whether a delivery is finished, and when it is retried. Pure: time and chance are arguments. */
import type { Outcome } from '../../../platform/outbound/poster.ts'

/** Seconds before the second attempt, before the third, and so on, unless TRADEHALL_WEBHOOK_RETRY_SECONDS is set. */
export const DEFAULT_RETRY_DELAYS: readonly number[] = [10, 100, 1000, 10_000]
/** By how many percent a delay varies, unless TRADEHALL_WEBHOOK_RETRY_JITTER is set. */
export const DEFAULT_RETRY_JITTER = 10

/** The maximum number of attempts, which starts anew with each redelivery. */
export const maxTries = ({
  webhookRetrySeconds,
}: {
  webhookRetrySeconds?: readonly number[] | undefined
}): number => (webhookRetrySeconds ?? DEFAULT_RETRY_DELAYS).length + 1

export interface EndedAttempt {
  /** Attempts since the delivery was last requested, including this one. */
  tries: number
  outcome: Outcome
  now: Date
}

export interface RetryRules {
  /** Before the second attempt, before the third, and so on; after the last one the delivery has failed. */
  delaySeconds: readonly number[]
  jitterPercent: number
  /** From 0 to 1. */
  random: () => number
}

/** A receiver may delay a retry with Retry-After, but not so long that the event is outdated. */
const MAX_RETRY_AFTER_SECONDS = 21_600

export type Verdict =
  | { state: 'delivered' }
  | { state: 'failed' }
  /** The next attempt is made at `dueAt`. */
  | { state: 'waiting'; dueAt: Date }

export function judge({ tries, outcome, now }: EndedAttempt, rules: RetryRules): Verdict {
  if (isSuccess(outcome)) return { state: 'delivered' }
  const delay = rules.delaySeconds[tries - 1]
  if (delay === undefined || isGone(outcome)) return { state: 'failed' }
  const jitter = (rules.random() * 2 - 1) * (rules.jitterPercent / 100)
  const requested = 'status' in outcome ? secondsOf(outcome.retryAfter) : 0
  const seconds = Math.max(delay * (1 + jitter), Math.min(requested, MAX_RETRY_AFTER_SECONDS))
  return { state: 'waiting', dueAt: new Date(now.getTime() + seconds * 1000) }
}

const isSuccess = (outcome: Outcome): boolean =>
  'status' in outcome && outcome.status >= 200 && outcome.status < 300

/** The receiver reports that it was removed for good. */
export const isGone = (outcome: Outcome): boolean => 'status' in outcome && outcome.status === 410

/** The date form of Retry-After is ignored: the clock of a sandbox may have been moved. */
function secondsOf(retryAfter: string | undefined): number {
  return retryAfter !== undefined && /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : 0
}

/** The name of an outcome in the delivery log and in the metrics. */
export type OutcomeName = 'delivered' | 'refused_by_receiver' | (Outcome & { failure: string })['failure']

export function nameOf(outcome: Outcome): OutcomeName {
  if ('failure' in outcome) return outcome.failure
  return isSuccess(outcome) ? 'delivered' : 'refused_by_receiver'
}
