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
  type BrandFilter,
  type BrandRow,
  createBrand,
  findBrand,
  hasBrand,
  listBrands,
  type NewBrand,
  updateBrand,
} from './brands.ts'
export {
  DEMO,
  hasDemoAccounts,
  keepIdentitySecrets,
  renewIdentitySecrets,
  type SandboxCredentials,
  seedIdentityDemo,
} from './demo.ts'
export {
  type ApplicationRow,
  brandCurrencies,
  findApplication,
  findUser,
  listAllApplications,
  ownerOf,
  retailerSegment,
  type UserRow,
} from './queries.ts'
export {
  createRetailer,
  findRetailer,
  hasRetailer,
  listRetailers,
  type NewRetailer,
  type RetailerFilter,
  type RetailerRow,
  updateRetailer,
} from './retailers.ts'
export { createTokens } from './tokens.ts'

export const identity: Module = {
  name: 'identity',
  resources: [application, userConfig],
  jobs: [rotateSigningKeysJob],
  routes: identityRoutes,
}
