/**
 * The status transitions of an operation.
 *
 *   created ──start──▶ started ──last product──▶ succeeded, partially_failed or failed
 *      │  │    another one runs     │            └▶ the next pending one is started
 *      │  │                         └──cancel──▶ cancelled, with what was processed
 *      │  ├──────────────────▶ pending ──the one before has ended──▶ started
 *      │  └──start, empty──▶ skipped
 *      └──cancel──▶ cancelled ◀──cancel── pending
 */
export const STATUSES = [
  'created',
  'pending',
  'started',
  'skipped',
  'succeeded',
  'partially_failed',
  'failed',
  'cancelled',
] as const
export type Status = (typeof STATUSES)[number]

/** The status after `start`. */
export function statusAtStart({ total, isOtherRunning }: { total: number; isOtherRunning: boolean }): Status {
  if (total === 0) return 'skipped'
  return isOtherRunning ? 'pending' : 'started'
}

/** The status after the last product. */
export function statusAtEnd({ processed, failed }: { processed: number; failed: number }): Status {
  if (failed === 0) return 'succeeded'
  return processed === 0 ? 'failed' : 'partially_failed'
}

/** Whether no product was processed yet, so that the whole operation can be cancelled at once. */
export const isBeforeStart = (status: string): boolean => status === 'created' || status === 'pending'

/** The event that the callback reports at the end. A cancelled operation has none: the client cancelled it itself. */
export function eventAtEnd(status: string): 'completed' | 'cancelled' | undefined {
  if (status === 'skipped') return 'cancelled'
  return ['succeeded', 'partially_failed', 'failed'].includes(status) ? 'completed' : undefined
}
