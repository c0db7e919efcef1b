import type { Module } from '../../module.ts'
import { seedIdentityDemo } from './demo.ts'
import { rotateSigningKeysJob } from './jobs.ts'
import { application, retailer, userConfig } from './resources.ts'
import { loadRetailers } from './retailers.ts'
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
} from './demo.ts'
export { LEAD_TIMES, type LeadTime } from './lead-times.ts'
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
  loadRetailers,
  type NewRetailer,
  type RetailerFilter,
  type RetailerRow,
  updateRetailer,
} from './retailers.ts'
export { createTokens } from './tokens.ts'

export const identity: Module = {
  name: 'identity',
  schemas: ['identity'],
  tags: {
    Authentication: 'Access tokens.',
    User: 'The current user and the configuration of users and of the platform.',
    Webhooks: 'Applications.',
  },
  resources: [application, retailer, userConfig],
  loaders: { retailer: ({ db }, ids) => loadRetailers(db, ids) },
  jobs: [rotateSigningKeysJob],
  routes: identityRoutes,
  demo: seedIdentityDemo,
}
