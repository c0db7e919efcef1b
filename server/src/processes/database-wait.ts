/**
 * Retries with backoff while the database cannot be reached. A restart of the database must not end a process: the
 * supervisor would count that as a crash of the process, and give up after a few of them.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { causeChain } from '../platform/cause-chain.ts'
import type { Log } from '../platform/log.ts'
import { isDatabaseUnreachable } from './refusals.ts'

const FIRST_WAIT_MS = 250
/** The longest delay before a process notices that the database is reachable again. */
const MAX_WAIT_MS = 5000
/** An outage of an hour produces sixty log lines per process. */
const LOG_EVERY_MS = 60_000

export interface WaitOptions {
  log: Log
  /** Aborts the retries. */
  signal: AbortSignal
}

/** Retries `work` while the database cannot be reached. Returns `undefined` when the signal aborted the retries. */
export async function retryWhileUnreachable<T>(
  work: () => Promise<T>,
  { log, signal }: WaitOptions,
): Promise<T | undefined> {
  const startedAt = performance.now()
  let loggedAt: number | undefined
  for (let waitMs = FIRST_WAIT_MS; !signal.aborted; waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)) {
    try {
      const result = await work()
      if (loggedAt !== undefined)
        log.info({ waitedMs: sinceMs(startedAt) }, 'the database is reachable again')
      return result
    } catch (error) {
      if (!isDatabaseUnreachable(error)) throw error
      if (loggedAt === undefined || performance.now() - loggedAt >= LOG_EVERY_MS) {
        loggedAt = performance.now()
        log.warn(
          { waitedMs: sinceMs(startedAt), causes: causeChain(error) },
          'the database cannot be reached; retrying',
        )
      }
    }
    await wait(waitMs, undefined, { signal }).catch(() => {})
  }
  return undefined
}

const sinceMs = (startedAt: number) => Math.round(performance.now() - startedAt)
