import { attribute, instantMicros, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import type { Failure } from '../../module.ts'

export interface ActivityRow {
  id: string
  now: Date
  versions: Record<string, string>
  failures: readonly Failure[]
}

const failure = Type.Object(
  {
    type: Type.String({ examples: ['webhook-subscriptions'], description: 'The resource type that fails.' }),
    id: Type.String({
      examples: ['0197a3c2-5b1e-7d40-9c6f-2e8b4a1d7f30'],
      description: 'The resource that fails; the newest one where the sentence tells of several.',
    }),
    sentence: Type.String({
      examples: ['Webhooks to https://erp.alderwick.test/hooks fail.'],
      description: 'What does not work.',
    }),
    since: Type.String({
      format: 'date-time',
      examples: ['2026-04-01T09:30:00.000Z'],
      description: 'Since when it fails.',
    }),
  },
  { title: 'Failure', description: 'Something that does not work at present.' },
)

export const activity = resource<ActivityRow>()({
  name: 'activity',
  type: 'activities',
  description:
    'What has changed for an account, and what fails. Its id is that of the user who asks, in a support session that of the session: another id means another account.',
  attributes: {
    now: attribute(instantMicros, 'now', { description: 'The time of the server.' }),
    versions: attribute(
      Type.Record(Type.String(), Type.String(), {
        examples: [{ orders: 'k3J9x0PqTzv1' }],
        description:
          'A version for each resource type. It differs after every change that the account can see; compare it with the one before, and read again what has changed.',
      }),
      'versions',
    ),
    failures: attribute(
      Type.Array(failure, { description: 'What fails at present, newest first; at most 20.' }),
      (row) => row.failures.map((one) => ({ ...one, since: one.since.toISOString() })),
    ),
  },
})
