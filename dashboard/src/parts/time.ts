/** Moments in the viewer's time zone, days as the API means them, and ages by the server's clock, which the sandbox may have moved. */
import { LOCALE, words } from '../words/index.ts'

const date = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', year: 'numeric' })
const dateTime = new Intl.DateTimeFormat(LOCALE, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'always' })

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
const fullDay = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** A day as the API writes it: YYYY-MM-DD, or a moment of it in UTC. It is that day wherever the viewer is. */
export const formatDay = (value: string | number) => day.format(new Date(value))
export const formatFullDay = (value: string | number) => fullDay.format(new Date(value))

/** The largest unit that fits, and how many whole ones: the one source of ages. */
function wholeUnits(seconds: number): readonly [amount: number, unit: 'second' | (typeof UNITS)[number][0]] {
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const)
  return [Math.trunc(seconds / size), unit]
}

/** "3 hours ago", "in 2 days". */
export function formatRelative(value: string | Date, nowMs: number): string {
  const seconds = (new Date(value).getTime() - nowMs) / 1000
  const [amount, unit] = wholeUnits(seconds)
  if (unit === 'second') return seconds > 0 ? words.time.soon : words.time.now
  return relative.format(amount, unit)
}

const inUnit = (amount: number, unit: string) =>
  new Intl.NumberFormat(LOCALE, { style: 'unit', unit, unitDisplay: 'long' }).format(amount)

/** How long something has lasted, as `formatRelative` counts it: "2 days". */
export const formatAge = (seconds: number): string => inUnit(...wholeUnits(Math.max(0, seconds)))

/** How long something takes: the nearest number of the largest unit. */
export function formatSpan(seconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const)
  return inUnit(Math.round(Math.abs(seconds) / size), unit)
}
