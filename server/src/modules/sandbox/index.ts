import type { Module } from '../../module.ts'
import { orderEvents } from '../ordering/index.ts'
import { sandboxActivity } from './activity.ts'
import { autopilot } from './autopilot/autopilot-routes.ts'
import { approveRejections, playAutopilotJob, watchAutopilotsJob } from './autopilot/jobs.ts'
import { testBrand } from './brands/brand-routes.ts'
import { certificationKeys } from './certifications/certification-key.ts'
import { certification, certificationKey } from './certifications/certification-routes.ts'
import { fault } from './faults/fault-resources.ts'
import { recordedRequest, recording } from './recordings/recording-resources.ts'
import { clock, loggedRequest, mail } from './resources.ts'
import { sandboxRoutes } from './routes.ts'

export {
  refuseForeignAccounts,
  renewDemoSecrets,
  resetDemo,
  seedDemo,
} from './demo-data.ts'

/** Registers `/api/testing`, and resets and seeds the data of the given modules. */
export const sandboxOf = (modules: readonly Module[]): Module => ({
  name: 'sandbox',
  // `platform` for the table of the clock.
  schemas: ['sandbox', 'platform'],
  tags: { Testing: 'What lets you try everything on purpose. In the sandbox only.' },
  resources: [
    clock,
    fault,
    loggedRequest,
    mail,
    autopilot,
    testBrand,
    certificationKey,
    certification,
    recording,
    recordedRequest,
  ],
  jobs: [watchAutopilotsJob, playAutopilotJob],
  consumers: [{ of: orderEvents.rejected, by: approveRejections }],
  activity: sandboxActivity,
  sealed: [certificationKeys],
  routes: (http) => sandboxRoutes(http, modules),
})
