/**
 * When the demo data happen. They are written as if the newest order had come at `WRITTEN_FOR`, and moved as a whole: that order is
 * of the given minute, and everything else keeps its distance. Only what working days matter for is moved on from weekends.
 */

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** The newest moment of the demo data as they are written. */
export const WRITTEN_FOR = new Date('2026-03-02T07:50:00Z')

/** A parcel of the demo is at its receiver two days after it was shipped, or on the next working day. */
const TRANSIT_MS = 2 * DAY_MS

export interface DemoTime {
  /** The newest moment of the demo data. */
  newest: Date
  /** The moment for a written one. */
  at(written: string): Date
  /** The day for a written one; both have the form YYYY-MM-DD. */
  on(written: string): string
}

export function demoTime(newest: Date): DemoTime {
  const minute = startOf(newest, MINUTE_MS)
  const shiftMs = minute - WRITTEN_FOR.getTime()
  const shiftOfDaysMs = startOf(newest, DAY_MS) - startOf(WRITTEN_FOR, DAY_MS)
  return {
    newest: new Date(minute),
    at: (written) => new Date(Date.parse(written) + shiftMs),
    on: (written) => new Date(Date.parse(written) + shiftOfDaysMs).toISOString().slice(0, 10),
  }
}

/** At the same time of the next Monday, if the moment is on a weekend in UTC. */
export function onWorkingDay(moment: Date): Date {
  const daysUntilMonday = [1, 0, 0, 0, 0, 0, 2][moment.getUTCDay()] as number
  return new Date(moment.getTime() + daysUntilMonday * DAY_MS)
}

export const arrivalOf = (shippedAt: Date): Date => onWorkingDay(new Date(shippedAt.getTime() + TRANSIT_MS))

const startOf = (moment: Date, unitMs: number) => Math.floor(moment.getTime() / unitMs) * unitMs
