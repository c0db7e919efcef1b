/** Figures in words: the unit is the end of their name. */
import { formatDateTime, formatSpan } from '../../parts/time.ts'
import { LOCALE, words } from '../../words/index.ts'

const { health: text } = words.systems
const number = new Intl.NumberFormat(LOCALE)
const SIZES = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** In the largest unit that leaves a digit before the point. */
export function formatBytes(bytes: number): string {
  const step = Math.min(SIZES.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3))
  return new Intl.NumberFormat(LOCALE, {
    style: 'unit',
    unit: SIZES[step] ?? 'byte',
    maximumFractionDigits: step > 2 ? 1 : 0,
  }).format(bytes / 1000 ** step)
}

const UNITS: readonly [RegExp, (value: number) => string][] = [
  [/Bytes$/, formatBytes],
  [/Seconds$/, (seconds) => (seconds < 0 ? '−' : '') + formatSpan(seconds)],
  [/Ms$/, (ms) => `${number.format(ms)} ms`],
  [/Percent$/, (percent) => `${number.format(percent)} %`],
]

export function formatFigure(name: string, value: string | number | boolean | null): string {
  if (value === null || value === '') return text.unknown
  if (typeof value === 'boolean') return value ? text.yes : text.no
  if (typeof value === 'string') return /At$/.test(name) ? formatDateTime(value) : value
  const [, format = number.format] = UNITS.find(([end]) => end.test(name)) ?? []
  return format(value)
}
