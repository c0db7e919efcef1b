import type { Module } from '../../module.ts'
import { brandOverviewOf } from './resources.ts'
import { overviewRoutes } from './routes.ts'

/** Collects the pending work of the given modules. */
export function overviewOf(modules: readonly Module[]): Module {
  const kinds = modules.flatMap((module) => module.pending ?? [])
  const brandOverview = brandOverviewOf(kinds)
  return {
    name: 'overview',
    schemas: [],
    tags: { Overview: 'What waits for a decision of yours, and how your sales develop.' },
    resources: [brandOverview],
    routes: (http) => overviewRoutes(http, brandOverview, kinds),
  }
}
