/** The only source of time for rules, deadlines and backoff: real time plus an offset that the sandbox can change. */
import type { Database, Queryable } from './database.ts'
import type { Signals } from './processes/signals.ts'

export interface Clock {
  now(): Date
  /** How far this clock is ahead of real time. */
  offsetMs(): number
  /** Converts a time of this clock to real time, for the job queue and timers, which have no offset. */
  toRealTime(moment: Date): Date
}

/**
 * A clock with the offset that is stored in the database. Tests pass constant `ticks`, so that the time changes only when
 * the offset does; `toRealTime` stays correct.
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

/** The offset with which the clock would read `moment` now. */
export const offsetTo = (clock: Clock, moment: Date): number =>
  clock.offsetMs() + moment.getTime() - clock.now().getTime()

/** Real time, for technical purposes that do not follow the sandbox clock. */
export const realNow = (clock: Clock): Date => clock.toRealTime(clock.now())

/** What the clock of a sandbox shows after its first start and after a reset, where no clock is at hand. */
export const machineTime = (): Date => new Date()

/** A clock with a constant time, for the generated history of demo data. */
export const clockAt = (moment: Date): Clock => ({
  now: () => moment,
  offsetMs: () => 0,
  toRealTime: (later) => later,
})

async function readOffset(db: Queryable): Promise<number> {
  const [row] = await db<{ offset_ms: number }[]>`select offset_ms from platform.clock`
  return row?.offset_ms ?? 0
}

/**
 * The time of the clock, which nobody moves until the transaction ends. A process learns of a move a moment later, or
 * much later if it was suspended, and would write times of the clock as it was.
 */
export async function holdClock(tx: Queryable, clock: Clock): Promise<Date> {
  const [row] = await tx<{ offset_ms: number }[]>`select offset_ms from platform.clock for share`
  return new Date(clock.now().getTime() - clock.offsetMs() + (row?.offset_ms ?? 0))
}

/** Sets the offset for every process and returns by how much the clock jumped. */
export async function moveClock(
  tx: Queryable,
  signals: Signals,
  offsetMs: number,
): Promise<{ jumpMs: number }> {
  const [before] = await tx<{ offset_ms: number }[]>`select offset_ms from platform.clock for update`
  const jumpMs = offsetMs - (before?.offset_ms ?? 0)
  if (jumpMs !== 0) {
    await tx`update platform.clock set offset_ms = ${offsetMs}`
    await tx`insert into platform.clock_moves (offset_ms) values (${offsetMs})`
  }
  await signals.raise(tx, 'clock')
  return { jumpMs }
}
