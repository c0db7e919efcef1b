/** The days on which a carrier works. Days are written YYYY-MM-DD, in UTC. */
import { invariant } from '../../../platform/invariant.ts'

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof WEEKDAYS)[number]

export interface CalendarDays {
  /** Never empty. */
  serviceDays: readonly Weekday[]
  /** Single days as YYYY-MM-DD, and those of every year as MM-DD. */
  holidays: readonly string[]
}

export interface Calendar {
  isServiceDay(day: string): boolean
  /** The day itself if it is one. */
  serviceDayFrom(day: string): string
  /** The day that is so many service days after `day`, which may be any. */
  addServiceDays(day: string, days: number): string
}

const MS_PER_DAY = 86_400_000
/** Longer than any calendar is without a service day, and what ends the search in one that has none. */
const MAX_GAP_DAYS = 60

export function createCalendar({ serviceDays, holidays }: CalendarDays): Calendar {
  const weekdays = new Set(serviceDays)
  const closed = new Set(holidays)
  const isServiceDay = remembering(
    (day) => weekdays.has(weekdayOf(day)) && !closed.has(day) && !closed.has(day.slice('YYYY-'.length)),
  )
  const serviceDayFrom = remembering((day) => {
    let candidate = day
    for (let tried = 0; tried < MAX_GAP_DAYS; tried++) {
      if (isServiceDay(candidate)) return candidate
      candidate = nextDay(candidate)
    }
    throw new Error(`There is no service day in the ${MAX_GAP_DAYS} days from ${day}.`)
  })
  const serviceDayAfter = remembering((day) => serviceDayFrom(nextDay(day)))
  function addServiceDays(day: string, days: number): string {
    invariant(Number.isSafeInteger(days) && days >= 0, `${days} is a number of days to wait`)
    let reached = day
    for (let passed = 0; passed < days; passed++) reached = serviceDayAfter(reached)
    return reached
  }
  return { isServiceDay, serviceDayFrom, addServiceDays }
}

/** Three years of days; a clock that jumps about must not fill the memory. */
const MOST_DAYS = 1100

/** Every quote is about the same few days, and to take a date apart costs more than all the rest of a price. */
function remembering<T>(find: (day: string) => T): (day: string) => T {
  const known = new Map<string, T>()
  return (day) => {
    const found = known.get(day)
    if (found !== undefined) return found
    const answer = find(day)
    if (known.size >= MOST_DAYS) known.clear()
    known.set(day, answer)
    return answer
  }
}

export const nextDay = (day: string): string => dayOf(new Date(startOf(day) + MS_PER_DAY))

export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

export function isDay(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(startOf(text)) &&
    dayOf(new Date(startOf(text))) === text
  )
}

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

function weekdayOf(day: string): Weekday {
  invariant(isDay(day), `${day} is a day of the calendar`)
  // Sunday is 0 there, and comes last here.
  return WEEKDAYS[(new Date(startOf(day)).getUTCDay() + 6) % 7] as Weekday
}
