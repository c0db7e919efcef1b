/** What tests need to know of time, so that no verdict depends on how busy the machine is. */
import { readFileSync } from 'node:fs'
import { onTestFinished, vi } from 'vitest'

/** The machine's time when the test file began. Clocks of tests are built on it, so they stand still until they are moved. */
const BEGAN_AT = Date.now()
export const standStill = () => BEGAN_AT

/** For `vi.waitFor`: ends a little before the test does, to say what was missing. How long it takes proves nothing. */
export const soon = { timeout: 100_000, interval: 20 }

/** Waits until it is so; `state` is shown when it never is. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  state: () => string = () => '',
): Promise<void> {
  await vi.waitFor(async () => {
    if (!(await condition())) throw new Error(`it has not happened so far\n${state()}`)
  }, soon)
}

/**
 * Stops this process's calendar until the test ends, or lets it go on: what a test does in one moment of the clock is done
 * in one. Jobs must not run meanwhile: the database goes on, and for it the next run of a job that recurs would be due as
 * soon as the calendar is late enough, again and again.
 */
export function holdTime(): () => void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const letGo = () => void vi.useRealTimers()
  onTestFinished(letGo)
  return letGo
}

/**
 * Milliseconds that something took, without those in which work on this machine waited for a processor or a disk. Alone
 * on a machine that is the time it took; beside other work, a limit in seconds would say nothing about the code. Only
 * Linux keeps count of such waits.
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
