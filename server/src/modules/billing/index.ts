import type { Module } from '../../module.ts'
import { produceExportJob, purgeExportsJob } from './exports/jobs.ts'
import { billingExport } from './resources.ts'
import { billingRoutes } from './routes.ts'

export const billing: Module = {
  name: 'billing',
  schemas: ['billing'],
  resources: [billingExport],
  jobs: [produceExportJob, purgeExportsJob],
  routes: billingRoutes,
}
