/** How the systems of a brand have used the API in the last day, and what was sent to them. */
import { type Static, Type } from 'typebox'
import { uuid } from '../../domain/fields.ts'
import type { AttemptsOfHour } from '../../module.ts'
import type { CallFigures } from '../identity/index.ts'

const HOUR_MS = 3_600_000
const HOURS = 24

const count = (example: number, description: string) =>
  Type.Integer({ minimum: 0, examples: [example], description })
const instant = (example: string, description: string) =>
  Type.String({ format: 'date-time', examples: [example], description })

const calls = {
  callsCount: count(412, 'How often they called the API.'),
  refusedCount: count(7, 'How many of the calls were answered with 4xx.'),
  failedCount: count(1, 'How many of the calls were answered with 5xx.'),
}

const attempts = {
  deliveredCount: count(63, 'How often a webhook was delivered.'),
  undeliveredCount: count(2, 'How many attempts to deliver one failed.'),
}

export const systems = Type.Object(
  {
    applicationsCount: count(2, 'How many applications there are, revoked ones left out.'),
    ...calls,
    ...attempts,
    hours: Type.Array(
      Type.Object(
        { startsAt: instant('2026-03-02T08:00:00.000Z', 'When the hour begins.'), ...calls, ...attempts },
        { title: 'SystemsHour', description: 'One hour.' },
      ),
      { description: `The ${HOURS} hours up to the present one, oldest first.` },
    ),
    applications: Type.Array(
      Type.Object(
        {
          applicationId: uuid('The application.'),
          name: Type.String({ examples: ['ERP bridge'], description: 'Its name.' }),
          lastCalledAt: instant('2026-03-02T08:58:00.000Z', 'When it called last.'),
          ...calls,
        },
        { title: 'CallingApplication', description: 'An application that has called.' },
      ),
      { description: 'The five with the most errors, most first; then those with the most calls.' },
    ),
  },
  {
    title: 'SystemsFigures',
    description:
      'What applications and webhooks did in the last 24 hours. Calls of the last five seconds may be missing.',
  },
)

type Systems = Static<typeof systems>

/** Counts are by the hour, so the day ends with the present hour. */
export const systemsSince = (now: Date): Date => new Date(now.getTime() - HOURS * HOUR_MS)

/** With the hours in which nothing happened. */
export function systemsOf(
  now: Date,
  { applicationsCount, applications, hours }: CallFigures,
  attempts: readonly AttemptsOfHour[],
): Systems {
  const callsAt = new Map(hours.map(({ startsAt, ...counts }) => [Date.parse(startsAt), counts]))
  const attemptsAt = new Map(attempts.map(({ startsAt, ...counts }) => [Date.parse(startsAt), counts]))
  const last = Math.floor(now.getTime() / HOUR_MS)
  const shown = Array.from({ length: HOURS }, (_, i) => {
    const startsAt = (last - HOURS + 1 + i) * HOUR_MS
    return {
      startsAt: new Date(startsAt).toISOString(),
      ...(callsAt.get(startsAt) ?? { callsCount: 0, refusedCount: 0, failedCount: 0 }),
      ...(attemptsAt.get(startsAt) ?? { deliveredCount: 0, undeliveredCount: 0 }),
    }
  })
  const sum = (figure: Exclude<keyof (typeof shown)[number], 'startsAt'>) =>
    shown.reduce((total, hour) => total + hour[figure], 0)
  return {
    applicationsCount,
    callsCount: sum('callsCount'),
    refusedCount: sum('refusedCount'),
    failedCount: sum('failedCount'),
    deliveredCount: sum('deliveredCount'),
    undeliveredCount: sum('undeliveredCount'),
    hours: shown,
    applications: applications.map((one) => ({
      ...one,
      lastCalledAt: new Date(one.lastCalledAt).toISOString(),
    })),
  }
}
