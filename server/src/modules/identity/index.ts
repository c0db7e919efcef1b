import { operatorTag } from '../../http/operator-api.ts'
import type { Module } from '../../module.ts'
import { accountActivity } from './accounts/activity.ts'
import { brandRoutes } from './accounts/brand-routes.ts'
import { brand, retailer as retailerOfOperator } from './accounts/resources.ts'
import { retailerRoutes } from './accounts/retailer-routes.ts'
import { loadRetailers } from './accounts/retailers.ts'
import { countCalls } from './credentials/calls.ts'
import { application as applicationOfOperator, auditEntry, user } from './credentials/credential-resources.ts'
import { credentialRoutes } from './credentials/credential-routes.ts'
import { integrationRoutes, integrationsTag } from './credentials/integration-routes.ts'
import { purgeApplicationCallsJob } from './credentials/jobs.ts'
import { seedIdentityDemo } from './demo/demo.ts'
import { demoUser, demoUserRoutes } from './demo/demo-users.ts'
import { collectDeprecatedCalls } from './deprecations/counting.ts'
import { endingCalls } from './deprecations/pending-calls.ts'
import { deprecatedCalls, deprecationRoutes } from './deprecations/routes.ts'
import { identityEvents } from './events.ts'
import { sendPasswordResetJob } from './people/jobs.ts'
import { operatorUserRoutes } from './people/operator-routes.ts'
import { passkey, passkeyOptions } from './people/passkey-resources.ts'
import { passkeyRoutes } from './people/passkey-routes.ts'
import { invitation, passwordReset, secondFactor } from './people/resources.ts'
import { peopleRoutes, usersTag } from './people/routes.ts'
import { authenticatorSecrets, recoveryCodes } from './people/second-factor-rows.ts'
import { signInRuleRoutes, signInRules } from './people/sign-in-rule-routes.ts'
import { userRoutes } from './people/user-routes.ts'
import { loadApplications } from './queries.ts'
import { application, retailer, userConfig } from './resources.ts'
import { identityRoutes } from './routes.ts'
import { device } from './sessions/device-routes.ts'
import { endSupportSessionsJob, purgeSessionsJob } from './sessions/jobs.ts'
import { session } from './sessions/resources.ts'
import { sessionRoutes, sessionsTag } from './sessions/routes.ts'
import { supportActivity } from './sessions/support-activity.ts'
import { supportSession } from './sessions/support-resources.ts'
import { supportRoutes } from './sessions/support-routes.ts'
import { loadSupport } from './sessions/support-rows.ts'
import { rotateSigningKeysJob } from './tokens/jobs.ts'
import { secretKeyCheck } from './tokens/key-check.ts'
import { signingKeys } from './tokens/signing-keys.ts'

export { brandImages, brandImagesInput } from './accounts/brand-images.ts'
export {
  type BrandAddress,
  type BrandRow,
  brandAddress,
  brandNameOf,
  brandsByName,
  brandsNamed,
  createBrand,
  findBrand,
  hasBrand,
  listBrands,
  loadBrands,
  lockBrand,
  lockShippingOrigin,
  noteShippingOrigin,
  shareShippingOrigin,
  updateBrand,
} from './accounts/brands.ts'
export { forgottenWorkJob } from './accounts/each-brand.ts'
export { LEAD_TIMES, type LeadTime } from './accounts/lead-times.ts'
export {
  createRetailer,
  findRetailer,
  listRetailers,
  loadRetailers,
  type RetailerRow,
  retailerNames,
  retailersByName,
  storeNameOf,
} from './accounts/retailers.ts'
export { suspendAccount } from './accounts/suspension.ts'
export { isBrandActive } from './accounts/suspension-rows.ts'
export {
  createApplication,
  createOperator,
  createUser,
  recoverOperator,
  revokeApplication,
} from './credentials/applications.ts'
export {
  type Author,
  authorOf,
  SHELL,
  writeAccountAudit,
  writeBrandAudit,
  writeMarketplaceAudit,
} from './credentials/audit.ts'
export { type CallFigures, selectCallFigures } from './credentials/calls.ts'
export { createPeople } from './credentials/people.ts'
export { rotateSecret } from './credentials/secret-rotation.ts'
export {
  DEMO,
  hasDemoAccounts,
  hasForeignAccounts,
  listOtherApplications,
  type OtherApplication,
  renewIdentitySecrets,
  snapshotIdentitySecrets,
} from './demo/demo.ts'
export { identityEvents } from './events.ts'
export { tellOwners } from './people/security-mails.ts'
export {
  brandCurrencies,
  developersOf,
  findApplication,
  listAllApplications,
  listApplications,
  lockApplicationShared,
  mailboxesOf,
  nameOfDoer,
  retailerSegment,
} from './queries.ts'
export { application } from './resources.ts'
export { createSessions } from './sessions/sessions.ts'
export { claimedClientId } from './tokens/token-request.ts'
export { createTokens, expiredToken } from './tokens/tokens.ts'

export const identity: Module = {
  name: 'identity',
  schemas: ['identity'],
  tags: {
    Authentication: 'Access tokens.',
    ...sessionsTag,
    ...usersTag,
    User: 'The current user and the configuration of users and of the platform.',
    Webhooks: 'Applications, webhook subscriptions, and how their deliveries went.',
    // Declared here because payouts belong to this section as well, also if the module `brands` is left out.
    Brands: 'Brands as the marketplace shows them, their contacts, shipping thresholds and payouts.',
    ...integrationsTag,
    ...operatorTag,
  },
  resources: [
    application,
    retailer,
    userConfig,
    brand,
    retailerOfOperator,
    user,
    applicationOfOperator,
    auditEntry,
    deprecatedCalls,
    session,
    device,
    supportSession,
    secondFactor,
    passkey,
    signInRules,
    passkeyOptions,
    invitation,
    passwordReset,
    demoUser,
  ],
  events: Object.values(identityEvents),
  loaders: {
    retailer: ({ db }, ids) => loadRetailers(db, ids),
    application: ({ db, actor }, ids) => loadApplications(db, actor, ids),
    supportSession: (ctx, ids) => loadSupport(ctx, ctx.actor, ids),
  },
  jobs: [
    rotateSigningKeysJob,
    purgeSessionsJob,
    endSupportSessionsJob,
    purgeApplicationCallsJob,
    sendPasswordResetJob,
  ],
  routes(http) {
    identityRoutes(http)
    brandRoutes(http)
    retailerRoutes(http)
    const counts = countCalls(http)
    credentialRoutes(http, counts)
    integrationRoutes(http, counts)
    deprecationRoutes(http)
    sessionRoutes(http)
    supportRoutes(http)
    peopleRoutes(http)
    passkeyRoutes(http)
    signInRuleRoutes(http)
    userRoutes(http)
    operatorUserRoutes(http)
  },
  testingRoutes: demoUserRoutes,
  activity: [...accountActivity, supportActivity],
  pending: [endingCalls],
  health: [secretKeyCheck],
  sealed: [signingKeys, authenticatorSecrets],
  hashed: [recoveryCodes],
  metrics: collectDeprecatedCalls,
  demo: seedIdentityDemo,
}
