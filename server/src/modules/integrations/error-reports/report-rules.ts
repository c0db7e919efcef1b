/** What an error report is called and how long it is there, without a database. */

export const REPORT_STATUSES = ['created', 'started', 'completed', 'failed'] as const
export type ReportStatus = (typeof REPORT_STATUSES)[number]

export const nameOfReport = (operationType: string, askedAt: Date) =>
  `${operationType}-errors-${askedAt.toISOString().slice(0, 10)}.xlsx`

export const isUsable = ({ expires_at }: { expires_at: Date | null }, now: Date) =>
  expires_at !== null && expires_at > now

/** What it says does not change any more. */
export const hasEnded = (operationStatus: string) =>
  !['created', 'pending', 'started'].includes(operationStatus)
