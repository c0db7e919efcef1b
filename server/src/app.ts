/** The composition root: builds the HTTP server out of the platform and the modules. */
import { docsPage } from './http/docs-page.ts'
import { healthRoutes } from './http/health.ts'
import { POLICIES } from './http/limits.ts'
import { metricsRoute } from './http/metrics.ts'
import { openApiRoute } from './http/openapi/document.ts'
import { writeRequestLines } from './http/request-line.ts'
import { createHttp, type Http } from './http/server.ts'
import { backgroundWork } from './module.ts'
import { createTokens, DEMO } from './modules/identity/index.ts'
import { modules } from './modules/index.ts'
import type { Platform } from './platform/index.ts'
import { runDueJobs } from './platform/jobs.ts'
import { relayOnce } from './platform/outbox.ts'
import { createRateLimits } from './platform/rate-limit.ts'

/** Everything is registered and ready for `listen` or `inject`; the caller starts the platform's signals. */
export function buildApp(platform: Platform, databaseUrl: string): Http {
  const { jobs, consumers } = backgroundWork(modules)
  const limits = platform.config.rateLimit === 'on' ? createRateLimits(platform.config, POLICIES) : null
  const http = createHttp({
    platform,
    tokens: createTokens(platform),
    limits,
    resources: modules.flatMap((module) => module.resources ?? []),
    loaders: Object.assign({}, ...modules.map((module) => module.loaders ?? {})),
    runDueJobs: () =>
      runDueJobs(platform, databaseUrl, jobs, { relay: () => relayOnce(platform, consumers) }),
  })
  writeRequestLines(http)
  healthRoutes(http)
  metricsRoute(
    http,
    modules.flatMap((module) => module.metrics ?? []),
  )
  for (const module of modules) module.routes?.(http)
  openApiRoute(http)
  docsPage(http, { demoApplicationId: DEMO.applicationId })
  http.app.addHook('onClose', async () => limits?.close())
  return http
}
