import type { Module } from '../../module.ts'
import { produceExportJob, purgeExportsJob } from './exports/jobs.ts'
import { payout } from './payout-resource.ts'
import { payoutRoutes } from './payout-routes.ts'
import { outsidePayouts } from './payouts.ts'
import { billingExport } from './resources.ts'
import { billingRoutes } from './routes.ts'

export { outsidePayouts, type Payout } from './payouts.ts'

export const billing: Module = {
  name: 'billing',
  schemas: ['billing'],
  offers: [outsidePayouts],
  resources: [billingExport, payout],
  jobs: [produceExportJob, purgeExportsJob],
  routes(http) {
    billingRoutes(http)
    payoutRoutes(http)
  },
}
