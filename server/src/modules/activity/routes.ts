import { supportIdOf } from '../../domain/actor.ts'
import { returnsOne } from '../../http/answers/answers.ts'
import type { Http } from '../../http/http.ts'
import { ACTIVITY } from '../../http/limits/limits.ts'
import { document } from '../../http/operation.ts'
import type { ActivitySource } from '../../module.ts'
import { readOpenSince } from '../../platform/queries/changes.ts'
import { activity } from './resources.ts'

const MAX_FAILURES = 20

export function activityRoutes(http: Http, sources: readonly ActivitySource[]): void {
  http.operation({
    ...returnsOne(activity, 'The versions and failures of your account.'),
    method: 'GET',
    path: '/api/v1/activity',
    id: 'getActivity',
    tag: 'Activity',
    access: 'token',
    limit: ACTIVITY,
    summary: 'What has changed',
    description:
      'One small answer for clients that poll: a version for each resource type, and what fails. Requests to it have a limit of their own, 120 a minute.',
    async handle(ctx) {
      const openSince = await readOpenSince(ctx.db)
      // Sent together: the reads do not wait for one another.
      const read = await Promise.all(
        sources.map(async ({ type, read }) => ({ type, state: await read(ctx, openSince) })),
      )
      const states = read.flatMap(({ type, state }) => (state ? [{ type, ...state }] : []))
      return document(activity, {
        id: supportIdOf(ctx.actor.session) ?? ctx.actor.userId,
        now: ctx.clock.now(),
        versions: Object.fromEntries(states.map(({ type, version }) => [type, version])),
        failures: states
          .flatMap(({ type, failures = [] }) => failures.map((failure) => ({ type, ...failure })))
          .toSorted((one, other) => other.since.getTime() - one.since.getTime())
          .slice(0, MAX_FAILURES),
      })
    },
  })
}
