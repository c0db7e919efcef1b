import { operatorTag } from '../../http/operator-api.ts'
import { backgroundWork, type Module } from '../../module.ts'
import { eventActivity, jobActivity } from './activity.ts'
import { platformChecks } from './checks.ts'
import { describeEvents, describeJobs } from './descriptions.ts'
import { eventRoutes } from './event-routes.ts'
import { healthRoute } from './health-route.ts'
import { jobRoutes } from './job-routes.ts'
import { healthMetrics } from './metrics.ts'
import { healthResource, jobKind, jobResource, parkedEvent } from './resources.ts'

/** The jobs, the events and the health of a server with these modules, for its operator. */
export function systemOf(modules: readonly Module[]): Module {
  const { jobs } = backgroundWork(modules)
  const kinds = describeJobs(jobs)
  const events = describeEvents(modules)
  const checks = [...platformChecks, ...modules.flatMap((module) => module.health ?? [])]
  const health = healthResource(checks)
  return {
    name: 'system',
    schemas: [],
    tags: operatorTag,
    resources: [jobResource, jobKind, parkedEvent, health],
    activity: [jobActivity, eventActivity],
    metrics: healthMetrics(checks),
    routes(http) {
      jobRoutes(http, kinds)
      eventRoutes(http, events)
      healthRoute(http, health, checks)
    },
  }
}
