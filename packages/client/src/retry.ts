/** Which failures are worth another attempt, and when. */
import {
  ConnectionError,
  OutcomeUnknownError,
  RateLimitError,
  ServerError,
  type TradehallError,
  UnexpectedResponseError,
} from './errors.ts'

/** Waits before the first, second … retry; there are no more retries than waits. */
const BACKOFF_MS = [1000, 2000, 4000, 8000, 16_000]
const MAX_JITTER_MS = 500
export const MAX_RETRIES = BACKOFF_MS.length

export interface RetryBudget {
  /** Retries so far. */
  retries: number
  maxRetries: number
  random: () => number
}

export interface RetryState extends RetryBudget {
  /** Whether the server can process the request twice without harm. */
  repeatable: boolean
}

/** Returns the milliseconds to wait before the next attempt, or throws if there must be none. */
export function planRetry(error: TradehallError, { repeatable, ...budget }: RetryState): number {
  if (!repeatable && leavesOutcomeOpen(error)) throw new OutcomeUnknownError(error.request, error)
  const afterMs = backoffMs(budget)
  if (afterMs === undefined || !isTransient(error)) throw error
  const retryAfterMs = error instanceof ConnectionError ? 0 : (error.retryAfter ?? 0) * 1000
  // The server says when a rate limit ends; a failure may last longer than it expects.
  return error instanceof RateLimitError && retryAfterMs > 0 ? retryAfterMs : Math.max(afterMs, retryAfterMs)
}

/** The wait before the next attempt; undefined if there were enough. */
export function backoffMs({ retries, maxRetries, random }: RetryBudget): number | undefined {
  const backoff = retries < maxRetries ? BACKOFF_MS[retries] : undefined
  return backoff === undefined ? undefined : backoff + random() * MAX_JITTER_MS
}

const isTransient = (error: TradehallError): error is ConnectionError | ServerError | RateLimitError =>
  error instanceof ConnectionError || error instanceof ServerError || error instanceof RateLimitError

/** Whether the server may have carried the request out. It has not if it refused it with 4xx. */
export function leavesOutcomeOpen(
  error: TradehallError,
): error is ConnectionError | ServerError | UnexpectedResponseError {
  if (error instanceof ConnectionError) return error.mayHaveArrived
  if (error instanceof UnexpectedResponseError) return error.status >= 200 && error.status < 300
  return error instanceof ServerError
}
