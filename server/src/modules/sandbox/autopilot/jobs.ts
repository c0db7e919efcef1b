import { Type } from 'typebox'
import { uuid } from '../../../domain/fields.ts'
import type { Consumer } from '../../../platform/events/outbox.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { enqueue, job } from '../../../platform/jobs/jobs.ts'
import { approveLater } from '../../ordering/index.ts'
import { playNextStep } from './autopilot.ts'
import { listStarted } from './autopilot-queries.ts'

/** At full speed a step is due every second; a delay of ten seconds is acceptable. */
const EVERY_MS = 10_000
/** About half a second of work. The rest is enqueued again, behind the jobs of others. */
const STEPS_PER_RUN = 25
/** Long enough to observe the status `rejected`, short enough to wait for. */
const APPROVAL_SECONDS = 10

export const playAutopilotJob = job('play-autopilot', {
  meaning: 'Plays the next steps of the autopilot of a brand.',
  lost: 'Nothing: the autopilot is looked after every ten seconds.',
  payload: Type.Object({ brandId: uuid() }),
  async run(platform, { brandId }) {
    for (let i = 0; i < STEPS_PER_RUN; i++) if (!(await playNextStep(platform, brandId))) return
    await enqueue(platform, playAutopilotJob, [{ brandId }], { key: keyOf(brandId) })
  },
})

const keyOf = (brandId: BrandId) => `autopilot/${brandId}`

export const watchAutopilotsJob = job('watch-autopilots', {
  meaning: 'Looks after the autopilots that are switched on.',
  payload: Type.Object({}),
  everyMs: EVERY_MS,
  async run({ db, clock }) {
    for (const { brand_id: brandId } of await listStarted(db)) {
      await enqueue({ db, clock }, playAutopilotJob, [{ brandId }], { key: keyOf(brandId) })
    }
  },
})

/** Without a configured time, rejections are approved soon, unless the brand's autopilot was on: then the autopilot decides. */
export const approveRejections: Consumer = async (tx, platform, rejections) => {
  if (platform.config.rejectionApprovalSeconds !== undefined) return
  const started = new Map((await listStarted(tx)).map((pilot) => [pilot.brand_id, pilot.started_at]))
  const others = rejections.filter(({ brandId, occurredAt }) => {
    const since = started.get(brandId ?? '')
    return since === undefined || occurredAt < since
  })
  await approveLater({ ...platform, db: tx }, others, APPROVAL_SECONDS)
}
