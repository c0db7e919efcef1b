import type { Module } from '../../module.ts'
import { loadRetailers } from './accounts/retailers.ts'
import { seedIdentityDemo } from './demo/demo.ts'
import { application, retailer, userConfig } from './resources.ts'
import { identityRoutes } from './routes.ts'
import { rotateSigningKeysJob } from './tokens/jobs.ts'

export {
  type BrandFilter,
  type BrandRow,
  createBrand,
  findBrand,
  hasBrand,
  listBrands,
  type NewBrand,
  updateBrand,
} from './accounts/brands.ts'
export { LEAD_TIMES, type LeadTime } from './accounts/lead-times.ts'
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
} from './accounts/retailers.ts'
export {
  type Credentials,
  createApplication,
  createOperator,
  createUser,
  revokeApplication,
  rotateSecret,
} from './credentials/applications.ts'
export {
  DEMO,
  hasDemoAccounts,
  keepIdentitySecrets,
  renewIdentitySecrets,
  type SandboxCredentials,
} from './demo/demo.ts'
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
export { createTokens } from './tokens/tokens.ts'

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
