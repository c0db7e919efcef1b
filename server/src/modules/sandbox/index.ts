import type { Module } from '../../module.ts'
import { clock, fault, loggedRequest, mail } from './resources.ts'
import { sandboxRoutes } from './routes.ts'

export { renewDemoSecrets, resetDemo, type SandboxCredentials, seedDemo } from './demo-data.ts'

export const sandbox: Module = {
  name: 'sandbox',
  resources: [clock, fault, loggedRequest, mail],
  routes: sandboxRoutes,
}
