import { Problem } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { uuid } from '../../../http/fields.ts'
import { conflict } from '../../../http/problems.ts'
import { enqueue, job } from '../../../platform/jobs.ts'
import type { Consumer, RecordedEvent } from '../../../platform/outbox.ts'
import type { Work } from '../../../platform/work.ts'
import { eventOfStatus } from './commands.ts'
import { moveOrder } from './moves.ts'

/** The marketplace's approval where nobody is to be asked. What has been decided otherwise by then stays. */
export const approveRejectionJob = job('approve-rejection', {
  payload: Type.Object({ brandId: uuid(), orderId: uuid(), eventId: uuid() }),
  async run(platform, { eventId, ...order }) {
    try {
      await moveOrder(platform, order, {
        command: 'approve-rejection',
        by: { party: 'marketplace', applicationId: null },
        async decide({ db }, locked) {
          if ((await eventOfStatus(db, locked)) !== eventId) throw conflict('It was rejected anew since.')
          return { details: { automatic: true } }
        },
      })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
    }
  },
})

/** Without the setting nobody approves from here. */
export const scheduleApproval: Consumer = async (tx, platform, events) => {
  const { rejectionApprovalSeconds: seconds } = platform.config
  if (typeof seconds === 'number') await approveLater({ ...platform, db: tx }, events, seconds)
}

/** Has the marketplace approve rejections so long after they happened. */
export async function approveLater(
  { db: tx, clock }: Work,
  rejections: readonly RecordedEvent[],
  seconds: number,
): Promise<void> {
  for (const { id, brandId, subjectId, occurredAt } of rejections) {
    if (brandId === null) continue
    await enqueue({ db: tx, clock }, approveRejectionJob, [{ brandId, orderId: subjectId, eventId: id }], {
      runAt: new Date(occurredAt.getTime() + seconds * 1000),
    })
  }
}
