/** An attempt as deliveries and subscriptions show it. */
import { instantMicros } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { orNull } from '../../../domain/fields.ts'
import type { WebhooksAttemptsRow } from '../../../platform/rows.ts'

export type AttemptRow = Omit<WebhooksAttemptsRow, 'brand_id' | 'delivery_id' | 'started_at'> & {
  started_at: string
}
export type LastAttempt = Omit<AttemptRow, 'excerpt' | 'headers'>

const OUTCOMES = [
  'delivered',
  'refused_by_receiver',
  'refused',
  'unresolved',
  'unreachable',
  'bad_certificate',
  'timed_out',
  'broken_off',
]

export const attemptFields = {
  number: Type.Integer({ examples: [1], description: 'Counts from 1.' }),
  outcome: Type.Enum(OUTCOMES, {
    description:
      'What the other side did: `delivered` is any 2xx, `refused_by_receiver` any other status; `refused` means that the address is one that is not called.',
  }),
  status: orNull(
    Type.Integer({ examples: [503], description: 'The status that came back; null if none did.' }),
  ),
  detail: orNull(Type.String({ description: 'Why there is no status; null if there is one.' })),
  durationMs: Type.Integer({ examples: [42], description: 'How long it took, in milliseconds.' }),
  startedAt: { ...instantMicros.schema, description: 'When it began.' },
}

export const lastAttempt = Type.Object(attemptFields, { title: 'LastWebhookAttempt' })

export const encodeLast = (attempt: LastAttempt) => ({
  number: attempt.number,
  outcome: attempt.outcome,
  status: attempt.status,
  detail: attempt.detail,
  durationMs: attempt.duration_ms,
  startedAt: instantMicros.encode?.(new Date(attempt.started_at)),
})
