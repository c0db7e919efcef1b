/** Approves rejections for the marketplace, some time after they happened. */
import { conflict } from '../../../domain/problems.ts'
import type { Consumer, RecordedEvent } from '../../../platform/events/outbox.ts'
import { enqueue } from '../../../platform/jobs/jobs.ts'
import type { Work } from '../../../platform/work.ts'
import { findOrder } from '../order/order-row.ts'
import { automaticMove } from './automatic-moves.ts'

/** A rejection that the brand asks to take back is left to the operator to decide. */
export const approveRejectionJob = automaticMove(
  'approve-rejection',
  {
    meaning: 'Approves the rejection of an order by its brand.',
    lost: 'The rejection waits for the decision of the operator.',
  },
  {
    command: 'approve-rejection',
    party: 'marketplace',
    async check(db, brandId, orderId) {
      const order = await findOrder(db, brandId, orderId)
      if (order?.revert_request_reason != null) throw conflict('The brand asks to take the rejection back.')
    },
  },
)

/** Without the setting, rejections wait for the operator's decision. */
export const scheduleApproval: Consumer = async (tx, platform, events) => {
  const { rejectionApprovalSeconds: seconds } = platform.config
  if (typeof seconds === 'number') await approveLater({ ...platform, db: tx }, events, seconds)
}

/** Enqueues an approval of each rejection, due so many seconds after it. */
export async function approveLater(
  { db: tx, clock }: Work,
  rejections: readonly RecordedEvent[],
  seconds: number,
): Promise<void> {
  for (const { id, brandId, subjectId, occurredAt, requestId } of rejections) {
    if (brandId === null) continue
    await enqueue(
      { db: tx, clock },
      approveRejectionJob,
      [{ brandId, orderId: subjectId, eventId: id, requestId }],
      {
        runAt: new Date(occurredAt.getTime() + seconds * 1000),
      },
    )
  }
}
