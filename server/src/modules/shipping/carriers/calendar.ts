/** The days on which a carrier works. Days are written YYYY-MM-DD, in UTC. */
import { invariant } from '../../../platform/invariant.ts'

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
type Weekday = (typeof WEEKDAYS)[number]

export interface CalendarDays {
  /** Never empty. */
  serviceDays: readonly Weekday[]
  /** Single days as YYYY-MM-DD, and those of every year as MM-DD. */
  holidays: readonly string[]
}

export interface Calendar {
  isServiceDay(day: string): boolean
  /** The first service day on or after `day`. */
  serviceDayFrom(day: string): string
  /** Adds service days to `day`, which need not be one itself. */
  addServiceDays(day: string, days: number): string
}

const MS_PER_DAY = 86_400_000
/** Bounds the search for the next service day in a calendar that has none. */
const MAX_GAP_DAYS = 60

export function createCalendar({ serviceDays, holidays }: CalendarDays): Calendar {
  const weekdays = new Set(serviceDays)
  const closed = new Set(holidays)
  const isServiceDay = memoize(
    (day) => weekdays.has(weekdayOf(day)) && !closed.has(day) && !closed.has(day.slice('YYYY-'.length)),
  )
  const serviceDayFrom = memoize((day) => {
    let candidate = day
    for (let tried = 0; tried < MAX_GAP_DAYS; tried++) {
      if (isServiceDay(candidate)) return candidate
      candidate = nextDay(candidate)
    }
    throw new Error(`There is no service day in the ${MAX_GAP_DAYS} days from ${day}.`)
  })
  const serviceDayAfter = memoize((day) => serviceDayFrom(nextDay(day)))
  function addServiceDays(day: string, days: number): string {
    invariant(Number.isSafeInteger(days) && days >= 0, `${days} is a whole number of days`)
    let reached = day
    for (let passed = 0; passed < days; passed++) reached = serviceDayAfter(reached)
    return reached
  }
  return { isServiceDay, serviceDayFrom, addServiceDays }
}

/** About three years; bounds the cache when the sandbox clock is moved back and forth. */
const MAX_CACHED_DAYS = 1100

/** Caches by day: all quotes are about the same few days, and parsing dates dominates the time of computing a price. */
function memoize<T>(find: (day: string) => T): (day: string) => T {
  const known = new Map<string, T>()
  return (day) => {
    const found = known.get(day)
    if (found !== undefined) return found
    const answer = find(day)
    if (known.size >= MAX_CACHED_DAYS) known.clear()
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
  // In JavaScript a week starts with Sunday as 0; here Sunday comes last.
  return WEEKDAYS[(new Date(startOf(day)).getUTCDay() + 6) % 7] as Weekday
}
