/** The composition root: builds the HTTP server out of the platform and the modules. */

import { modulesFor } from './composition.ts'
import { sendRepresentations } from './http/answers/representation.ts'
import type { ConnectionTimeouts } from './http/connections/connections.ts'
import type { Http } from './http/http.ts'
import { POLICIES } from './http/limits/limits.ts'
import { forgetTokenCounts } from './http/limits/token-counts.ts'
import { markdownRoutes } from './http/markdown/routes.ts'
import { createReadiness, healthRoutes } from './http/monitoring/health.ts'
import { metricsRoute } from './http/monitoring/metrics.ts'
import { writeRequestLines } from './http/monitoring/request-line.ts'
import { openApiRoute } from './http/openapi/document.ts'
import { DashboardFiles } from './http/pages/dashboard-files.ts'
import { dashboardPage } from './http/pages/dashboard-page.ts'
import { docsPage } from './http/pages/docs-page.ts'
import { createHttp } from './http/server.ts'
import { backgroundWork, type Module } from './module.ts'
import { createPeople, createSessions, createTokens, DEMO } from './modules/identity/index.ts'
import { connect } from './platform/database.ts'
import { relayOnce } from './platform/events/relay.ts'
import { connectExtensions } from './platform/extension-points.ts'
import type { Platform } from './platform/index.ts'
import { openDueJobs } from './platform/jobs/runner.ts'
import { openCertificate } from './platform/processes/certificate.ts'
import { createProcessReporter } from './platform/processes/heartbeats.ts'
import { createRateLimits } from './platform/processes/rate-limit.ts'
import { shareRuns } from './platform/resilience/share-runs.ts'

/** How long a request may wait for background jobs. */
const RUN_JOBS_MS = 10_000

/** Registers everything, so that the server is ready for `listen` or `inject`; the caller starts the signals. */
export function buildApp(
  platform: Platform,
  databaseUrl: string,
  {
    modules = modulesFor(platform.config.mode),
    timeouts = {},
    ...states
  }: {
    modules?: readonly Module[]
    timeouts?: Partial<ConnectionTimeouts>
    isOpen?: () => boolean
    isLeaving?: () => boolean
  } = {},
): Http {
  connectExtensions(modules)
  const limits = platform.config.rateLimit === 'on' ? openLimits(platform) : null
  const background = openBackground(platform, databaseUrl, modules)
  const dashboard = DashboardFiles.find()
  const certificate = openCertificate(platform.config, platform.log)
  const http = createHttp({
    platform,
    tokens: createTokens(platform),
    people: createPeople(platform),
    sessions: createSessions(platform),
    limits,
    tags: Object.assign({}, ...modules.map((module) => module.tags ?? {})),
    timeouts,
    certificate,
    ...states,
    webhooks: modules.find((module) => module.webhooks)?.webhooks ?? null,
    resources: modules.flatMap((module) => module.resources ?? []),
    loaders: Object.assign({}, ...modules.map((module) => module.loaders ?? {})),
    reporter: createProcessReporter(platform, {
      role: 'api',
      limits,
      dashboard: dashboard?.list.sources ?? null,
      certificate,
    }),
    runDueJobs: background.run,
    backgroundDb: background.db,
  })
  writeRequestLines(http)
  const readiness = createReadiness(platform)
  healthRoutes(http, { limits, readiness, isLeaving: states.isLeaving })
  metricsRoute(
    http,
    readiness,
    modules.flatMap((module) => module.metrics ?? []),
  )
  for (const module of modules) module.routes?.(http)
  openApiRoute(http)
  markdownRoutes(http)
  dashboardPage(http, dashboard)
  docsPage(http, { demoApplicationId: DEMO.applicationId })
  // After the modules, because their hooks read response bodies as text.
  sendRepresentations(http)
  http.app.addHook('onClose', async () => {
    await Promise.all([limits?.close(), background.close()])
  })
  return http
}

function openLimits({ config, log, signals }: Platform) {
  return forgetTokenCounts(createRateLimits(config, POLICIES, log), signals)
}

function openBackground(platform: Platform, databaseUrl: string, modules: readonly Module[]) {
  const { jobs, queues, consumers } = backgroundWork(modules)
  const { databasePool: pool } = platform.config
  // No client waits for background work, so its database connections have no timeout, like those of a worker.
  const db = connect(databaseUrl, { pool, name: 'tradehall due jobs', tracing: platform.tracing })
  const background = { ...platform, db }
  const dueJobs = openDueJobs(background, databaseUrl, jobs)
  return {
    db,
    // Shared by concurrent callers, because a run takes all that is due.
    run: shareRuns((waitedMs) =>
      dueJobs.run({
        timeoutMs: RUN_JOBS_MS - waitedMs,
        async beside() {
          let done = await relayOnce(background, consumers)
          for (const queue of queues) done += await queue.runDue(background)
          return done
        },
      }),
    ),
    close: () => Promise.all([dueJobs.close(), db.end({ timeout: 2 })]),
  }
}
