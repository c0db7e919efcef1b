/** Days of the overview. All of them, and which one is today, come from the server: none depends on the clock of this machine. */
import { formatDay } from '../../parts/time.ts'
import { LOCALE, words } from '../../words/index.ts'

const DAY_MS = 86_400_000

const long = new Intl.DateTimeFormat(LOCALE, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
})
const weekday = new Intl.DateTimeFormat(LOCALE, { weekday: 'short', timeZone: 'UTC' })

export const formatLongDay = (day: string) => long.format(new Date(day))

/** Negative when the day is over. */
export const daysUntil = (day: string, today: string): number =>
  Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS)

/** "Tue" within a week, and the date for later days. */
export function shortDay(day: string, today: string): string {
  const days = daysUntil(day, today)
  if (days === 0) return words.home.today
  return days > 0 && days < 7 ? weekday.format(new Date(day)) : formatDay(day)
}
