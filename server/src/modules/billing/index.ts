import type { Module } from '../../module.ts'
import { exportActivity } from './exports/activity.ts'
import { produceExportJob, purgeExportsJob } from './exports/jobs.ts'
import { payout } from './payout-resource.ts'
import { payoutRoutes } from './payout-routes.ts'
import { externalPayouts } from './payouts.ts'
import { billingExport } from './resources.ts'
import { billingRoutes } from './routes.ts'

export const billing: Module = {
  name: 'billing',
  schemas: ['billing'],
  offers: [externalPayouts],
  resources: [billingExport, payout],
  jobs: [produceExportJob, purgeExportsJob],
  activity: [exportActivity],
  routes(http) {
    billingRoutes(http)
    payoutRoutes(http)
  },
}
