import type { Module } from '../../module.ts'
import { seedGeneralDemo } from './demo.ts'
import { refreshRatesJob } from './jobs.ts'
import { verificationCodes } from './queries.ts'
import { currencyRate, emailVerification, platformConfig } from './resources.ts'
import { generalRoutes } from './routes.ts'

export { latestEuroRate } from './queries.ts'

export const general: Module = {
  name: 'general',
  schemas: ['general'],
  tags: { General: 'Currency rates and email verification.' },
  resources: [currencyRate, emailVerification, platformConfig],
  jobs: [refreshRatesJob],
  hashed: [verificationCodes],
  routes: generalRoutes,
  demo: seedGeneralDemo,
}
