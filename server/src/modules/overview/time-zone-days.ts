/** Days of a time zone as instants. Queries use only instants, because the database may know other zones than this process. */

export interface ZoneDay {
  /** Written YYYY-MM-DD. */
  on: string
  startsAt: Date
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** No time zone is further from UTC. */
const MAX_OFFSET_MS = 15 * 60 * MINUTE_MS

/** Whether it is the name of a time zone of the IANA database, such as `Europe/Brussels`. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The last days up to the one of `now`, oldest first, and the end of the last one. */
export function lastDays(now: Date, timeZone: string, count: number): { days: ZoneDay[]; endsAt: Date } {
  // Swedish dates are written as those of ISO 8601.
  const format = new Intl.DateTimeFormat('sv', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  const today = Date.parse(format.format(now))
  const dayAt = (index: number): ZoneDay => {
    const midnight = today + index * DAY_MS
    const on = new Date(midnight).toISOString().slice(0, 10)
    return { on, startsAt: firstInstantOf(on, midnight, format) }
  }
  return {
    days: Array.from({ length: count }, (_, i) => dayAt(i + 1 - count)),
    endsAt: dayAt(1).startsAt,
  }
}

/** Found by bisection to the minute, because a day on which clocks change may not begin at midnight. */
function firstInstantOf(on: string, midnight: number, format: Intl.DateTimeFormat): Date {
  let before = (midnight - MAX_OFFSET_MS) / MINUTE_MS
  let since = (midnight + MAX_OFFSET_MS) / MINUTE_MS
  while (since - before > 1) {
    const middle = Math.floor((before + since) / 2)
    if (format.format(middle * MINUTE_MS) < on) before = middle
    else since = middle
  }
  return new Date(since * MINUTE_MS)
}
