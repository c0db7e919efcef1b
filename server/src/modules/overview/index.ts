import type { Module } from '../../module.ts'
import { brandOverviewOf } from './resources.ts'
import { overviewRoutes } from './routes.ts'

/** Collects the pending work of the given modules, and what they send to systems. */
export function overviewOf(modules: readonly Module[]): Module {
  const kinds = modules.flatMap((module) => module.pending ?? [])
  const attemptsByHour = modules.find((module) => module.attemptsByHour)?.attemptsByHour
  const brandOverview = brandOverviewOf(kinds)
  return {
    name: 'overview',
    schemas: [],
    tags: { Overview: 'What waits for a decision of yours, and how your sales develop.' },
    resources: [brandOverview],
    routes: (http) => overviewRoutes(http, brandOverview, { kinds, attemptsByHour }),
  }
}
