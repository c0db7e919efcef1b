/** Dates in the viewer's time zone, and spans relative to the server's clock, which the sandbox may have moved. */
import { LOCALE } from '../words/index.ts'

const date = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', year: 'numeric' })
const dateTime = new Intl.DateTimeFormat(LOCALE, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const now = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' }).format(0, 'second')
const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'always', style: 'short' })

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

export const formatDate = (value: string | Date) => date.format(new Date(value))
export const formatDateTime = (value: string | Date) => dateTime.format(new Date(value))

const day = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** A day as the API writes it (YYYY-MM-DD), or midnight of it in UTC. */
export const formatDay = (value: string | number) => day.format(new Date(value))

/** "now" within a minute, then "3 hr ago", "in 2 days". */
export function formatRelative(value: string | Date, nowMs: number): string {
  const seconds = (new Date(value).getTime() - nowMs) / 1000
  const found = UNITS.find(([, size]) => Math.abs(seconds) >= size)
  if (!found) return now
  const [unit, size] = found
  return relative.format(Math.trunc(seconds / size), unit)
}

const span = (unit: string) => new Intl.NumberFormat(LOCALE, { style: 'unit', unit, unitDisplay: 'long' })

/** "2 days": the largest unit that fits. */
export function formatSpan(seconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const)
  return span(unit).format(Math.round(Math.abs(seconds) / size))
}
