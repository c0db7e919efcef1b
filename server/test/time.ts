/** Time helpers that keep test results independent of the load of the machine. */
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished, vi } from 'vitest'

/**
 * The system time at the start of the test file. Test clocks are based on it, so they stand still until a test moves
 * them.
 */
const BEGAN_AT = Date.now()
export const standStill = () => BEGAN_AT

/** Where the clock of a market stands. Far from any deadline of the API: tests set the dates that they depend on. */
export const START = new Date('2026-03-02T09:00:00Z')

/** The last minute before deprecated groups end, and the instant of their end. */
export const AROUND_END_OF_GROUPS = ['2026-11-30T23:59:00Z', '2026-12-01T00:00:00Z']

/** Options of `vi.waitFor`: times out shortly before the test does, so that the failure names what was missing. */
export const soon = { timeout: 100_000, interval: 20 }

/** Polls until the condition holds; on timeout the error contains `state`. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  state: () => string = () => '',
): Promise<void> {
  await vi.waitFor(async () => {
    if (!(await condition())) throw new Error(`it has not happened so far\n${state()}`)
  }, soon)
}

/**
 * Waits for what every process learns within a second, such as the end of a session. A process that hears nothing for so long
 * asks the database again, so that under any load a request that starts afterwards sees it; one that started before may take
 * any time.
 */
export const untilEveryNodeKnows = (): Promise<void> => wait(1000)

/**
 * Freezes the clock of this process until the test ends or the returned function is called. No jobs may run meanwhile:
 * the clock of the database goes on, so a recurring job would be due again immediately, in a loop.
 */
export function freezeTime(): () => void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const letGo = () => void vi.useRealTimers()
  onTestFinished(letGo)
  return letGo
}

/**
 * Measures elapsed milliseconds minus the time in which work on this machine was stalled on CPU or I/O, so that a time
 * limit does not depend on the load of the machine. Stall times are available on Linux only (`/proc/pressure`).
 */
export function startStopwatch(): () => number {
  const [startedAt, waitedBefore] = [performance.now(), waitedMs()]
  return () => performance.now() - startedAt - (waitedMs() - waitedBefore)
}

function waitedMs(): number {
  const waited = ['cpu', 'io'].map((what) => {
    try {
      return (
        Number(/some .*total=(\d+)/.exec(readFileSync(`/proc/pressure/${what}`, 'utf8'))?.[1] ?? 0) / 1000
      )
    } catch {
      return 0
    }
  })
  return waited.reduce((sum, ms) => sum + ms, 0)
}
