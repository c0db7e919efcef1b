/**
 * Checks whether a URL can be called, before something is sent to it. It must be useless for scanning other machines: only
 * addresses that the guard permits are contacted, a few times a minute, and all that do not respond give the same result
 * after the same time.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { TargetRefused } from '../../../platform/outbound/targets.ts'

/** Not longer, because the user waits for the result. */
const PATIENCE_MS = 3_000

export const RESULTS = ['reachable', 'not-allowed', 'unreachable'] as const

export interface UrlCheck {
  result: (typeof RESULTS)[number]
  /** Why it is not allowed. */
  detail: string | null
}

export async function checkUrl(
  { outbound }: { outbound: Outbound },
  url: string,
  { patienceMs = PATIENCE_MS } = {},
): Promise<UrlCheck> {
  const patience = new AbortController()
  const over = wait(patienceMs, undefined, { signal: patience.signal }).catch(() => {})
  try {
    await outbound.check(url)
    const isReachable = await outbound.responds(url, patienceMs)
    // Without the wait, the time would distinguish a refused connection from one without a response.
    if (!isReachable) await over
    return { result: isReachable ? 'reachable' : 'unreachable', detail: null }
  } catch (error) {
    if (error instanceof TargetRefused) return { result: 'not-allowed', detail: error.message }
    throw error
  } finally {
    patience.abort()
  }
}
