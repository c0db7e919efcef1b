import type { Module } from '../../module.ts'
import { refreshRatesJob } from './jobs.ts'
import { currencyRate, emailVerification, platformConfig } from './resources.ts'
import { generalRoutes } from './routes.ts'

export { seedGeneralDemo } from './demo.ts'
export { euroIn } from './queries.ts'

export const general: Module = {
  name: 'general',
  resources: [currencyRate, emailVerification, platformConfig],
  jobs: [refreshRatesJob],
  routes: generalRoutes,
}
