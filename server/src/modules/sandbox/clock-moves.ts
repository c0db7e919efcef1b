import type { Module } from '../../module.ts'
import { moveClock } from '../../platform/clock.ts'
import type { Platform } from '../../platform/index.ts'
import { shiftJobs } from '../../platform/jobs/jobs.ts'
import { changeSandbox } from './changes.ts'

/** Moves the clock of every process, and the due times of waiting work, in one transaction. */
export async function setClockOffset(
  { db, signals }: Platform,
  modules: readonly Module[],
  offsetMs: (current: number) => number,
): Promise<void> {
  await changeSandbox(db, async (tx) => {
    const [row] = await tx<{ offset_ms: number }[]>`select offset_ms from platform.clock for update`
    const { jumpMs } = await moveClock(tx, signals, offsetMs(row?.offset_ms ?? 0))
    await shiftJobs(tx, jumpMs)
    if (jumpMs < 0) for (const module of modules) await module.keepWaits?.(tx, -jumpMs)
  })
  await signals.refresh()
}
