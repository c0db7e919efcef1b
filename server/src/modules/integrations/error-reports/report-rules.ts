/** Pure rules of error reports: filename, availability, and which operations can have one. */

export const REPORT_STATUSES = ['created', 'started', 'completed', 'failed'] as const
export type ReportStatus = (typeof REPORT_STATUSES)[number]

export const reportFilename = (operationType: string, requestedAt: Date) =>
  `${operationType}-errors-${requestedAt.toISOString().slice(0, 10)}.xlsx`

export const isDownloadable = ({ expires_at }: { expires_at: Date | null }, now: Date) =>
  expires_at !== null && expires_at > now

/** The results of an ended operation no longer change. */
export const hasEnded = (operationStatus: string) =>
  !['created', 'pending', 'started'].includes(operationStatus)
