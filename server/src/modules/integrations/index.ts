import type { Module } from '../../module.ts'
import { generateProducts } from './demo/generate-products.ts'
import { produceReportJob, purgeReportsJob } from './error-reports/jobs.ts'
import { errorReport } from './error-reports/resource.ts'
import { errorReportRoutes } from './error-reports/routes.ts'
import { operationActivity } from './operations/activity.ts'
import { callbackJob } from './operations/callbacks.ts'
import { findForgottenOperationsJob } from './operations/due-brands.ts'
import { failedImports } from './operations/pending-operations.ts'
import { integrationOperation } from './operations/resource.ts'
import { purgeResultsJob } from './operations/retention.ts'
import { externalIntegration } from './platforms/resource.ts'
import { platformRoutes } from './platforms/routes.ts'
import {
  integrationDraft,
  integrationResult,
  integrationResultLink,
  unprocessedProduct,
} from './resources.ts'
import { integrationRoutes } from './routes.ts'
import { runToEnd, startRunners } from './runs/runners.ts'

export const integrations: Module = {
  name: 'integrations',
  schemas: ['integrations'],
  tags: { 'Catalog integrations': 'Importing, updating and deleting many products in the background.' },
  resources: [
    integrationOperation,
    integrationResult,
    integrationResultLink,
    unprocessedProduct,
    integrationDraft,
    errorReport,
    externalIntegration,
  ],
  jobs: [callbackJob, findForgottenOperationsJob, produceReportJob, purgeReportsJob, purgeResultsJob],
  pending: [failedImports],
  generateProducts,
  activity: [operationActivity],
  queue: { start: (platform) => startRunners(platform), runDue: (platform) => runToEnd(platform) },
  routes(http) {
    integrationRoutes(http)
    errorReportRoutes(http)
    platformRoutes(http)
  },
}
