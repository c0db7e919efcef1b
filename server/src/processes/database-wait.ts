/**
 * Waits for a database that cannot be reached. A process that had reached it before must not end because the database
 * restarts: its supervisor would count that as a death of the process, and give up after a few of them.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { causeChain } from '../platform/cause-chain.ts'
import type { Log } from '../platform/log.ts'
import { isDatabaseUnreachable } from './refusals.ts'

const FIRST_WAIT_MS = 250
/** How long a database may be back before a process notices. */
const MAX_WAIT_MS = 5000
/** An outage of an hour leaves sixty lines of each process. */
const LOG_EVERY_MS = 60_000

export interface WaitOptions {
  log: Log
  /** Ends the wait. */
  signal: AbortSignal
}

/** Repeats `work` while the database cannot be reached. Answers `undefined` when the signal ended the wait. */
export async function retryWhileUnreachable<T>(
  work: () => Promise<T>,
  { log, signal }: WaitOptions,
): Promise<T | undefined> {
  const startedAt = performance.now()
  let loggedAt: number | undefined
  for (let waitMs = FIRST_WAIT_MS; !signal.aborted; waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)) {
    try {
      const result = await work()
      if (loggedAt !== undefined) log.info({ waitedMs: sinceMs(startedAt) }, 'the database is back')
      return result
    } catch (error) {
      if (!isDatabaseUnreachable(error)) throw error
      if (loggedAt === undefined || performance.now() - loggedAt >= LOG_EVERY_MS) {
        loggedAt = performance.now()
        log.warn(
          { waitedMs: sinceMs(startedAt), causes: causeChain(error) },
          'the database cannot be reached; this process waits for it',
        )
      }
    }
    await wait(waitMs, undefined, { signal }).catch(() => {})
  }
  return undefined
}

const sinceMs = (startedAt: number) => Math.round(performance.now() - startedAt)
