/** Pure rules of billing exports: periods, the files of a request, filenames and statuses. */
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

export interface RequestedFiles {
  type: ExportType
  formats: readonly Format[]
}

export interface Period {
  /** The first and the last day, both inclusive, in UTC. */
  from: string
  to: string
}

export interface ExportFile {
  type: ExportType
  format: Format
}

export interface FileFailure extends ExportFile {
  reason: string
}

/** A leap year, because books are closed by year. */
export const MAX_DAYS = 366
const DAY_MS = 24 * 3_600_000

const startOf = (day: string) => new Date(`${day}T00:00:00Z`)
const endOf = (day: string) => new Date(`${day}T23:59:59Z`)

export const daysIn = ({ from, to }: Period) =>
  Math.round((startOf(to).getTime() - startOf(from).getTime()) / DAY_MS) + 1

/** The half-open interval of instants that the period covers. */
export const instantsOf = ({ from, to }: Period) => ({
  from: startOf(from),
  before: new Date(startOf(to).getTime() + DAY_MS),
})

/** The first and the last second, as the API renders them. */
export const boundsOf = ({ from, to }: Period) => ({ from: startOf(from), to: endOf(to) })

/** Statuses in which money is owed or may still be owed; rejected and cancelled orders count in no sum. */
const BILLABLE = STATUSES.filter((status) => status !== 'rejected' && status !== 'cancelled')
const INVOICED: readonly Status[] = ['invoiced', 'brand_paid']

export const statusesOf = (type: ExportType) => (type === 'invoicing' ? INVOICED : BILLABLE)

/** The statuses of orders that appear in at least one of the requested files. */
export const statusesOfRequest = (requested: readonly RequestedFiles[]) =>
  requested.every(({ type }) => type === 'invoicing') ? INVOICED : BILLABLE

export const filesOf = (requested: readonly RequestedFiles[]): ExportFile[] =>
  requested.flatMap(({ type, formats }) => formats.map((format) => ({ type, format })))

export const kindOf = (requested: readonly RequestedFiles[]): 'accounting' | 'invoicing' =>
  requested.every(({ type }) => type === 'invoicing') ? 'invoicing' : 'accounting'

export const filenameOf = ({ type, format }: ExportFile, period: Period) =>
  `${type.replaceAll('_', '-')}-${periodName(period)}.${format}`

/**
 * Several files are always packed into an archive, even if all but one fail: clients have read this filename before the files
 * were rendered.
 */
export function downloadFilename(requested: readonly RequestedFiles[], period: Period): string {
  const [only, ...others] = filesOf(requested)
  if (only && others.length === 0) return filenameOf(only, period)
  return `${kindOf(requested)}-${periodName(period)}.zip`
}

/** A whole month is named by year and month, any other period by its first and last day. */
function periodName({ from, to }: Period): string {
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

export const contentTypeOf = (requested: readonly RequestedFiles[]) => {
  const [only, ...others] = filesOf(requested)
  return CONTENT_TYPES[only && others.length === 0 ? only.format : 'zip']
}

export function statusAfter(requested: number, failed: number): ExportStatus {
  if (failed === 0) return 'completed'
  return failed === requested ? 'failed' : 'partially_completed'
}

export const isDownloadable = ({ status, expires_at }: { status: string; expires_at: Date }, now: Date) =>
  (status === 'completed' || status === 'partially_completed') && expires_at > now
