import type { Module } from '../../module.ts'
import { autopilot } from './autopilot-routes.ts'
import { approveRejections, playAutopilotJob, watchAutopilotsJob } from './jobs.ts'
import { clock, fault, loggedRequest, mail } from './resources.ts'
import { sandboxRoutes } from './routes.ts'

export { renewDemoSecrets, resetDemo, type SandboxCredentials, seedDemo } from './demo-data.ts'

export const sandbox: Module = {
  name: 'sandbox',
  resources: [clock, fault, loggedRequest, mail, autopilot],
  jobs: [watchAutopilotsJob, playAutopilotJob],
  consumers: { 'order.brand_rejected': [approveRejections] },
  routes: sandboxRoutes,
}
