import type { Module } from '../../module.ts'
import { orderEvents } from '../ordering/index.ts'
import { sandboxActivity } from './activity.ts'
import { autopilot } from './autopilot/autopilot-routes.ts'
import { approveRejections, playAutopilotJob, watchAutopilotsJob } from './autopilot/jobs.ts'
import { clock, fault, loggedRequest, mail } from './resources.ts'
import { sandboxRoutes } from './routes.ts'

export {
  refuseForeignAccounts,
  renewDemoSecrets,
  resetDemo,
  type SandboxCredentials,
  seedDemo,
} from './demo-data.ts'

/** Registers `/api/testing`, and resets and seeds the data of these modules. */
export const sandboxOf = (modules: readonly Module[]): Module => ({
  name: 'sandbox',
  // `platform` for the table of the clock.
  schemas: ['sandbox', 'platform'],
  tags: { Testing: 'What lets you try everything on purpose. In the sandbox only.' },
  resources: [clock, fault, loggedRequest, mail, autopilot],
  jobs: [watchAutopilotsJob, playAutopilotJob],
  consumers: [{ of: orderEvents.rejected, by: approveRejections }],
  activity: sandboxActivity,
  routes: (http) => sandboxRoutes(http, modules),
})
