import { attribute, instantMicros, nullable, requestDocument, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { createdAt, integerAttribute, textAttribute } from '../../../domain/attributes.ts'
import { instant, orNull, uuid } from '../../../domain/fields.ts'
import { type Message, serializeBody } from '../delivery/message.ts'
import { webhookSubscription } from '../subscriptions/resources.ts'
import type { AttemptRow, DeliveryRow } from './deliveries.ts'

export const STATES = ['waiting', 'delivered', 'failed'] as const

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

const attemptSchema = Type.Object(
  {
    number: Type.Integer({ examples: [1], description: 'Counts from 1.' }),
    outcome: Type.Enum(OUTCOMES, {
      description:
        'What the other side did: `delivered` is any 2xx, `refused_by_receiver` any other status; `refused` means that the address is one that is not called.',
    }),
    status: orNull(
      Type.Integer({ examples: [503], description: 'The status that came back; null if none did.' }),
    ),
    detail: orNull(Type.String({ description: 'Why there is no status; null if there is one.' })),
    answer: orNull(
      Type.String({ description: 'The beginning of what came back, in a sandbox; null everywhere else.' }),
    ),
    durationMs: Type.Integer({ examples: [42], description: 'How long it took, in milliseconds.' }),
    startedAt: { ...instantMicros.schema, description: 'When it began.' },
  },
  { title: 'WebhookAttempt', description: 'One HTTP call.' },
)

const encodeAttempt = (attempt: AttemptRow) => ({
  number: attempt.number,
  outcome: attempt.outcome,
  status: attempt.status,
  detail: attempt.detail,
  answer: attempt.excerpt,
  durationMs: attempt.duration_ms,
  startedAt: instantMicros.encode?.(new Date(attempt.started_at)),
})

export const webhookDelivery = resource<DeliveryRow>()({
  name: 'webhookDelivery',
  type: 'webhook-deliveries',
  description: 'One event for one subscription.',
  attributes: {
    event: textAttribute('order.shipped', 'event_type', 'Name of the event.'),
    eventId: attribute(uuid('Id of the event, as the receiver sees it.'), 'event_id'),
    subjectId: attribute(uuid('What the event is about, such as an order.'), 'subject_id'),
    state: attribute(Type.Enum([...STATES]), 'state', {
      description: '`waiting` to be sent, perhaps again; `delivered`; or `failed`, when no attempt is left.',
    }),
    attemptsCount: integerAttribute(1, 'attempts', 'How often it was sent.'),
    nextAttemptAt: attribute(
      nullable(instantMicros),
      (row) => (row.state === 'waiting' ? row.due_at : null),
      {
        description: 'When it is sent next; null when it will not be.',
      },
    ),
    createdAt: createdAt(instantMicros),
    finishedAt: attribute(nullable(instantMicros), 'finished_at', {
      description: 'When it was delivered or given up; null while it waits.',
    }),
    attempts: attribute(
      Type.Array(attemptSchema, { description: 'Every attempt, the first one first.' }),
      (row) => (row.log ?? []).map(encodeAttempt),
      { only: 'single' },
    ),
    body: attribute(
      Type.String({ description: 'What is sent, byte for byte.' }),
      (row) => serializeBody(row as DeliveryRow & Message),
      { only: 'single' },
    ),
  },
})

export const redeliverBody = requestDocument(webhookSubscription, {
  id: 'path',
  types: [webhookDelivery.type],
  attributes: { since: instant('From when on deliveries that failed are sent again.') },
  required: ['since'],
})
