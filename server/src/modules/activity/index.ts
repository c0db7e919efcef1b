import type { Module } from '../../module.ts'
import { activity } from './resources.ts'
import { activityRoutes } from './routes.ts'

/** Reports the activity of the given modules. */
export const activityOf = (modules: readonly Module[]): Module => ({
  name: 'activity',
  schemas: [],
  tags: { Activity: 'What has changed, for clients that poll.' },
  resources: [activity],
  routes: (http) =>
    activityRoutes(
      http,
      modules.flatMap((module) => module.activity ?? []),
    ),
})
