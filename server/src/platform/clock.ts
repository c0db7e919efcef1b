/** The only source of time for rules, deadlines and backoff: real time plus an offset that the sandbox can move. */
import type { Database, Queryable } from './database.ts'
import type { Signals } from './signals.ts'

export interface Clock {
  now(): Date
  /** How far this clock is ahead of real time. */
  offsetMs(): number
  /** When a moment of this clock falls in real time: what the job queue and timers, which know no offset, need. */
  toRealTime(moment: Date): Date
}

/**
 * A clock that follows the offset kept in the database. Tests give it `ticks` that stand still: then it shows another time
 * only when it is moved, and what it says of real time is still true.
 */
export function createClock(db: Database, signals: Signals, ticks?: () => number): Clock {
  let offsetMs = 0
  signals.on('clock', async () => {
    offsetMs = await readOffset(db)
  })
  const nowMs = () => (ticks ? ticks() : Date.now()) + offsetMs
  const behindMs = () => (ticks ? Date.now() - ticks() : 0)
  return {
    now: () => new Date(nowMs()),
    offsetMs: () => offsetMs,
    toRealTime: (moment) => new Date(moment.getTime() - offsetMs + behindMs()),
  }
}

/** The offset with which a clock shows a moment now. */
export const offsetTo = (clock: Clock, moment: Date): number =>
  clock.offsetMs() + moment.getTime() - clock.now().getTime()

/** For what is about the machine and its callers, and not about the life of the marketplace. */
export const realNow = (clock: Clock): Date => clock.toRealTime(clock.now())

/** A clock that stands still, for rows of a past that is made up. */
export const clockAt = (moment: Date): Clock => ({
  now: () => moment,
  offsetMs: () => 0,
  toRealTime: (later) => later,
})

async function readOffset(db: Queryable): Promise<number> {
  const [row] = await db<{ offset_ms: number }[]>`select offset_ms from platform.clock`
  return row?.offset_ms ?? 0
}

/** Sets the offset for every process and returns by how much the clock jumped. */
export async function moveClock(
  tx: Queryable,
  signals: Signals,
  offsetMs: number,
): Promise<{ jumpMs: number }> {
  const [before] = await tx<{ offset_ms: number }[]>`select offset_ms from platform.clock for update`
  await tx`update platform.clock set offset_ms = ${offsetMs}`
  await signals.raise(tx, 'clock')
  return { jumpMs: offsetMs - (before?.offset_ms ?? 0) }
}
