import type { Module } from '../../module.ts'
import { rotateSigningKeysJob } from './jobs.ts'
import { application, userConfig } from './resources.ts'
import { identityRoutes } from './routes.ts'

export {
  type Credentials,
  createApplication,
  createOperator,
  createUser,
  revokeApplication,
  rotateSecret,
} from './applications.ts'
export {
  DEMO,
  hasDemoAccounts,
  keepIdentitySecrets,
  renewIdentitySecrets,
  type SandboxCredentials,
  seedIdentityDemo,
} from './demo.ts'
export { type ApplicationRow, findApplication, listAllApplications } from './queries.ts'
export { createTokens } from './tokens.ts'

export const identity: Module = {
  name: 'identity',
  resources: [application, userConfig],
  jobs: [rotateSigningKeysJob],
  routes: identityRoutes,
}
