/** What a billing export is made of and called, without a database. */
import { XLSX_TYPE } from '../../../platform/files/workbook.ts'
import { STATUSES, type Status } from '../../ordering/index.ts'

export const EXPORT_TYPES = ['accounting', 'accounting_complete', 'invoicing'] as const
export type ExportType = (typeof EXPORT_TYPES)[number]

export const FORMATS = ['csv', 'xlsx', 'pdf'] as const
export type Format = (typeof FORMATS)[number]

export const EXPORT_STATUSES = [
  'created',
  'in_process',
  'completed',
  'partially_completed',
  'failed',
] as const
export type ExportStatus = (typeof EXPORT_STATUSES)[number]

export interface Wish {
  type: ExportType
  formats: readonly Format[]
}

export interface Period {
  /** Days in UTC, both within. */
  from: string
  to: string
}

export interface File {
  type: ExportType
  format: Format
}

export interface Failure extends File {
  reason: string
}

/** A whole year, also a leap year: what books are closed by. */
export const MAX_DAYS = 366
const DAY_MS = 24 * 3_600_000

const startOf = (day: string) => new Date(`${day}T00:00:00Z`)
const endOf = (day: string) => new Date(`${day}T23:59:59Z`)

export const daysIn = ({ from, to }: Period) =>
  Math.round((startOf(to).getTime() - startOf(from).getTime()) / DAY_MS) + 1

/** From the first moment of the period to the first one after it. */
export const momentsOf = ({ from, to }: Period) => ({
  from: startOf(from),
  before: new Date(startOf(to).getTime() + DAY_MS),
})

/** The first and the last second, as the API shows them. */
export const boundsOf = ({ from, to }: Period) => ({ from: startOf(from), to: endOf(to) })

/** Orders for which money is, or still can be, owed. What was rejected or cancelled counts in no sum. */
const COUNTED = STATUSES.filter((status) => status !== 'rejected' && status !== 'cancelled')
const INVOICED: readonly Status[] = ['invoiced', 'brand_paid']

export const statusesOf = (type: ExportType) => (type === 'invoicing' ? INVOICED : COUNTED)

/** The orders that at least one of the wished files shows. */
export const statusesOfAll = (wishes: readonly Wish[]) =>
  wishes.every(({ type }) => type === 'invoicing') ? INVOICED : COUNTED

export const filesOf = (wishes: readonly Wish[]): File[] =>
  wishes.flatMap(({ type, formats }) => formats.map((format) => ({ type, format })))

export const kindOf = (wishes: readonly Wish[]): 'accounting' | 'invoicing' =>
  wishes.every(({ type }) => type === 'invoicing') ? 'invoicing' : 'accounting'

export const nameOfFile = ({ type, format }: File, period: Period) =>
  `${type.replaceAll('_', '-')}-${nameOfPeriod(period)}.${format}`

/** Several files come in one archive, also when one of them fails: its name was told before. */
export function nameOfDownload(wishes: readonly Wish[], period: Period): string {
  const [only, ...others] = filesOf(wishes)
  if (only && others.length === 0) return nameOfFile(only, period)
  return `${kindOf(wishes)}-${nameOfPeriod(period)}.zip`
}

/** A whole month is called by its name. */
function nameOfPeriod({ from, to }: Period): string {
  const month = from.slice(0, 7)
  const [year = 0, number = 0] = month.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
  return from === `${month}-01` && to === lastDay ? month : `${from}-to-${to}`
}

export const CONTENT_TYPES: Record<Format | 'zip', string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: XLSX_TYPE,
  pdf: 'application/pdf',
  zip: 'application/zip',
}

export const contentTypeOf = (wishes: readonly Wish[]) => {
  const [only, ...others] = filesOf(wishes)
  return CONTENT_TYPES[only && others.length === 0 ? only.format : 'zip']
}

export function outcomeOf(asked: number, failed: number): ExportStatus {
  if (failed === 0) return 'completed'
  return failed === asked ? 'failed' : 'partially_completed'
}

export const isUsable = ({ status, expires_at }: { status: string; expires_at: Date }, now: Date) =>
  (status === 'completed' || status === 'partially_completed') && expires_at > now
