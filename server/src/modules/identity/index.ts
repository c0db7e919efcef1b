import type { Module } from '../../module.ts'
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
export { brandImages, brandImagesInput } from './brand-images.ts'
export {
  type BrandFilter,
  type BrandRow,
  createBrand,
  findBrand,
  hasBrand,
  listBrands,
  loadBrands,
  type NewBrand,
  updateBrand,
} from './brands.ts'
export {
  DEMO,
  hasDemoAccounts,
  keepIdentitySecrets,
  listOtherApplications,
  type OtherApplication,
  renewIdentitySecrets,
  type SandboxCredentials,
  seedIdentityDemo,
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
  resources: [application, retailer, userConfig],
  loaders: { retailer: ({ db }, ids) => loadRetailers(db, ids) },
  jobs: [rotateSigningKeysJob],
  routes: identityRoutes,
}
