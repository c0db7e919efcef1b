import { attribute, instantMicros, nullable, requestDocument, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { createdAt, integerAttribute, textAttribute } from '../../../domain/attributes.ts'
import { instant, orNull, uuid } from '../../../domain/fields.ts'
import { type Message, serializeBody } from '../delivery/message.ts'
import { maxTries } from '../delivery/retry-rules.ts'
import { webhookSubscription } from '../subscriptions/resources.ts'
import { type AttemptRow, attemptFields, encodeLast, lastAttempt } from './attempt-schema.ts'
import type { DeliveryRow } from './deliveries.ts'

export const STATES = ['waiting', 'delivered', 'failed'] as const

const attemptSchema = Type.Object(
  {
    ...attemptFields,
    answer: orNull(
      Type.String({ description: 'The beginning of what came back, in a sandbox; null everywhere else.' }),
    ),
    headers: orNull(
      Type.Record(Type.String(), Type.String(), {
        description: 'The headers as they were sent, with the signatures; null where nothing was sent.',
        examples: [{ 'content-type': 'application/vnd.api+json', signature: '7f3e1c9a0b5d4a8e' }],
      }),
    ),
  },
  { title: 'WebhookAttempt', description: 'One HTTP call.' },
)

const encodeAttempt = (attempt: AttemptRow) => ({
  ...encodeLast(attempt),
  answer: attempt.excerpt,
  headers: attempt.headers === null ? null : JSON.parse(attempt.headers),
})

export type PresentedDelivery = DeliveryRow & { max_tries: number }

/** Adds the maximum number of attempts, which is a setting. */
export const presentDelivery = (
  config: Parameters<typeof maxTries>[0],
  row: DeliveryRow,
): PresentedDelivery => ({
  ...row,
  max_tries: maxTries(config),
})

export const webhookDelivery = resource<PresentedDelivery>()({
  name: 'webhookDelivery',
  type: 'webhook-deliveries',
  description: 'One event for one subscription.',
  attributes: {
    event: textAttribute('order.shipped', 'event_type', 'Name of the event.'),
    eventId: attribute(uuid('Id of the event, as the receiver sees it.'), 'event_id'),
    subscriptionId: attribute(uuid('The subscription that it is sent to.'), 'subscription_id'),
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
    isTest: attribute(Type.Boolean({ examples: [false] }), 'is_test', {
      description: 'It was sent to try the receiver, with an invented resource.',
    }),
    attemptsLeft: attribute(
      Type.Integer({ examples: [4] }),
      ({ state, tries, max_tries }) => (state === 'waiting' ? Math.max(max_tries - tries, 0) : 0),
      { description: 'How often it is still sent, if every attempt fails.' },
    ),
    seriesCount: attribute(Type.Integer({ examples: [1] }), 'tries', {
      description:
        'How often it was sent since it was created, or since somebody asked to send it again, which begins a new series.',
    }),
    seriesMax: attribute(Type.Integer({ examples: [5] }), 'max_tries', {
      description: 'How many attempts a series has at most.',
    }),
    lastAttempt: attribute(
      orNull(lastAttempt, {
        description: 'The newest attempt; null before the first one.',
      }),
      ({ last_attempt }) => last_attempt && encodeLast(last_attempt),
    ),
    requestId: attribute(nullable(uuid()), 'request_id', {
      description: 'The `X-Request-Id` of the request that caused the event; null if there was none.',
    }),
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
      (row) => serializeBody(row as PresentedDelivery & Message),
      { only: 'single' },
    ),
  },
})

export const redeliverBody = requestDocument(webhookSubscription, {
  closed: true,
  id: 'path',
  types: [webhookDelivery.type],
  attributes: {
    since: instant('From when on deliveries that failed are sent again.'),
    dryRun: Type.Boolean({ description: 'Only counts them, as `meta.matching`.', examples: [false] }),
  },
  required: ['since'],
})
