import { attribute, instantMicros, nullable, requestDocument, resource, toOne } from '@tradehall/jsonapi'
import { type TSchema, Type } from 'typebox'
import {
  createdAt,
  integerAttribute,
  textAttribute,
  textOrNullAttribute,
  updatedAt,
} from '../../../domain/attributes.ts'
import { orNull, uuid } from '../../../domain/fields.ts'
import type { Ctx } from '../../../http/operation.ts'
import type { EventType } from '../../../platform/events/outbox.ts'
import type { PublishedEvents } from '../../../platform/events/published-events.ts'
import { application } from '../../identity/index.ts'
import { encodeLast, lastAttempt } from '../log/attempt-schema.ts'
import { MAX_COUNTED, type OperatorSubscription } from './operator-subscriptions.ts'
import type { SubscriptionRow } from './queries.ts'
import type { ReceiverHealth } from './receiver-hours.ts'

export type SubscriptionWithSecret = SubscriptionRow & { signing_secret: string | null }

/** Adds the decrypted secret, which applications and owners may read at any time, and staff may not; null if no key opens it. */
export const withSecret = (
  { secrets, actor }: Pick<Ctx, 'secrets' | 'actor'>,
  row: SubscriptionRow,
): SubscriptionWithSecret => ({
  ...row,
  signing_secret: actor.session?.role === 'staff' ? null : (secrets.open(row.secret_encrypted)?.text ?? null),
})

const URL_EXAMPLE = 'https://erp.alderwick.test/hooks'
const url = Type.String({
  minLength: 1,
  maxLength: 2000,
  description: 'Where events are sent: https, or http on this machine while it is a sandbox.',
  examples: [URL_EXAMPLE],
})
const eventNames = Type.Array(Type.String({ examples: ['order.brand_created'] }), {
  description: 'What is told.',
})

/** The health of the receiver. */
const health = {
  failingSince: attribute<
    Pick<SubscriptionRow, 'failing_since'>,
    ReturnType<typeof nullable<typeof instantMicros>>
  >(nullable(instantMicros), 'failing_since', {
    description: 'Since when every attempt has failed; null while they arrive.',
  }),
  disabledAt: attribute<
    Pick<SubscriptionRow, 'disabled_at'>,
    ReturnType<typeof nullable<typeof instantMicros>>
  >(nullable(instantMicros), 'disabled_at', {
    description: 'When the server gave up on the receiver; null while it has not.',
  }),
  disabledReason: attribute<Pick<SubscriptionRow, 'disabled_reason'>, ReturnType<typeof nullable<TSchema>>>(
    nullable(Type.String({ examples: ['Every attempt has failed for five days.'] }) as TSchema),
    'disabled_reason',
    { description: 'Why it gave up; null while it has not.' },
  ),
  secretUnreadableSince: attribute<
    Pick<SubscriptionRow, 'secret_unreadable_since'>,
    ReturnType<typeof nullable<typeof instantMicros>>
  >(nullable(instantMicros), 'secret_unreadable_since', {
    description:
      'Since when deliveries wait because the server cannot read the signing secret any more; null while it can. A new secret (`rotate-secret`) lets them go out.',
  }),
}

export const webhookSubscription = resource<SubscriptionWithSecret>()({
  name: 'webhookSubscription',
  type: 'webhook-subscriptions',
  accepts: ['webhook-subscription'],
  description: 'What an application wants to be told, and where.',
  attributes: {
    webhookUrl: attribute(url, 'url', { description: 'Where events are sent.' }),
    url: attribute(url, 'url', { description: 'The same as `webhookUrl`.' }),
    events: attribute(eventNames, 'events'),
    signingSecret: attribute(
      nullable(Type.String({ examples: ['q4Zr0WcHk1d8mJYbTn6uXv2LsPeA9FgRiO3xKyVwB5t='.slice(0, 40)] })),
      'signing_secret',
      {
        description:
          'Signs what is sent; it stays when url or events change. Null for staff, and if the server cannot read it any more.',
      },
    ),
    previousSigningSecretUntil: attribute(nullable(instantMicros), 'previous_secret_until', {
      description: 'Until when the secret before it signs as well; null when there was no rotation.',
    }),
    pausedAt: attribute(nullable(instantMicros), 'paused_at', {
      description: 'Since when deliveries wait because you paused them; null while they go out.',
    }),
    ...health,
    createdAt: createdAt(instantMicros),
    updatedAt: updatedAt(instantMicros),
  },
  relationships: {
    application: toOne('application', 'application_id', { linkage: 'always' }),
  },
})

/** For the operator: with the health of the receiver, and without the secret. */
export const operatorSubscription = resource<OperatorSubscription>()({
  name: 'operatorWebhookSubscription',
  type: 'webhook-subscriptions',
  description: 'A subscription of any brand, and how its receiver is doing.',
  attributes: {
    brandId: attribute(uuid('The brand that it belongs to.'), 'brand_id'),
    brandName: textOrNullAttribute('Alder & Wick', 'brand_name', 'The name of that brand.'),
    applicationId: attribute(uuid('The application that it belongs to.'), 'application_id'),
    applicationName: textOrNullAttribute(
      'ERP bridge',
      'application_name',
      'What the maker of that application calls it.',
    ),
    developerEmail: textOrNullAttribute(
      'dev@alderwick.test',
      'developer_email',
      'Whom to write to about it.',
    ),
    url: attribute(url, 'url'),
    events: attribute(eventNames, 'events'),
    failures: integerAttribute(12, 'failures', 'Attempts that have failed since then, in a row.'),
    pausedAt: attribute(nullable(instantMicros), 'paused_at', {
      description: 'Since when deliveries wait because the brand paused them; null while they go out.',
    }),
    ...health,
    lastFailure: attribute(
      orNull(lastAttempt, {
        description: 'The newest attempt that failed and has not been made up for; null if there is none.',
      }),
      ({ last_failure }) => last_failure && encodeLast(last_failure),
    ),
    waitingDeliveries: integerAttribute(
      4,
      'waiting',
      `How many deliveries wait to be sent, perhaps again; ${MAX_COUNTED} means as many or more.`,
    ),
    failedDeliveries: integerAttribute(
      2,
      'failed',
      `How many deliveries have failed and are kept; ${MAX_COUNTED} means as many or more.`,
    ),
    createdAt: createdAt(instantMicros),
  },
})

const period = Type.Object(
  {
    startsAt: { ...instantMicros.schema, description: 'When it begins.' },
    delivered: Type.Integer({ examples: [120], description: 'Attempts that arrived.' }),
    failed: Type.Integer({ examples: [3], description: 'Attempts that did not.' }),
    medianMs: Type.Integer({
      examples: [84],
      description: 'How long half of the attempts took at most, in milliseconds, to about a tenth.',
    }),
  },
  { title: 'WebhookHealthPeriod', description: 'An hour or a day.' },
)

/** Its id is that of the subscription. */
export const webhookHealth = resource<ReceiverHealth>()({
  name: 'webhookHealth',
  type: 'webhook-health',
  description: 'How many attempts of a subscription arrived, over time. Its id is that of the subscription.',
  attributes: {
    unit: attribute(Type.Enum(['hour', 'day']), 'unit', { description: 'How long each period is.' }),
    periods: attribute(
      Type.Array(period, { description: 'Those with attempts, the oldest first.' }),
      ({ periods }) =>
        periods.map(({ startsAt, ...counts }) => ({ startsAt: instantMicros.encode?.(startsAt), ...counts })),
    ),
  },
})

/** Its id is the name of the event. */
export const webhookEvent = resource<EventType & { id: string }>()({
  name: 'webhookEvent',
  type: 'webhook-subscriptions/events',
  description: 'An event that can be subscribed to.',
  id: Type.String({ description: 'Name of the event.', examples: ['order.brand_created'] }),
  attributes: {
    meaning: textAttribute('A retailer submitted an order.', 'meaning', 'What happened.'),
    otherNames: attribute(Type.Array(Type.String({ examples: ['order.brand_confirmed'] })), 'twins', {
      description: 'Further names that can be subscribed to; each is an event of its own.',
    }),
    endsAt: attribute(nullable(instantMicros), 'endsAt', {
      description: 'From when on nobody is told any more; null for what has no end.',
    }),
  },
})

export const eventWithId = (event: EventType) => ({ ...event, id: event.name })

const identifier = Type.Object(
  {
    type: Type.Enum([...application.spellings], { description: 'Every spelling means the same.' }),
    id: uuid('Id of the application.'),
  },
  { description: 'The application.' },
)
const linkage = Type.Object(
  {
    data: Type.Union([identifier, Type.Array(identifier, { minItems: 1, maxItems: 1 })], {
      description: 'The application, alone or in a list of one.',
    }),
  },
  { description: 'The application that subscribes; that of the token when it is left out.' },
)

/** Accepts every documented spelling: `url` and `webhookUrl`, `application` and `applications`, one or a list of one. */
export function subscriptionBodies({ names }: PublishedEvents) {
  const attributes = {
    url,
    webhookUrl: Type.String({ ...url, description: 'Another name of `url`.' }),
    events: Type.Array(Type.Enum([...names]), {
      minItems: 1,
      uniqueItems: true,
      description: 'What is to be told; at least one.',
      examples: [['order.brand_created', 'order.shipped']],
    }),
  }
  return {
    create: requestDocument(webhookSubscription, {
      id: 'optional',
      attributes,
      required: ['events'],
      relationships: { application: linkage, applications: linkage },
    }),
    /** Event names are validated with the subscription at hand, which may list events that have ended. */
    change: requestDocument(webhookSubscription, {
      id: 'path',
      attributes: {
        ...attributes,
        events: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
          minItems: 1,
          maxItems: 100,
          uniqueItems: true,
        }),
      },
    }),
    documentedChange: requestDocument(webhookSubscription, { id: 'path', attributes }),
    test: requestDocument(webhookSubscription, {
      id: 'path',
      attributes: {
        event: Type.Enum([...names], {
          description: 'Which event to send.',
          examples: ['order.shipped'],
        }),
      },
      required: ['event'],
    }),
    checkUrl: requestDocument(webhookSubscription, { id: 'path', attributes: { url }, required: ['url'] }),
    rotate: requestDocument(webhookSubscription, {
      id: 'path',
      attributes: {
        overlapSeconds: Type.Integer({
          minimum: 0,
          maximum: 604_800,
          description:
            'How long the old secret signs as well; a day unless told otherwise, 0 ends it at once.',
          examples: [86_400],
        }),
      },
    }),
  }
}

export const createExample = {
  data: {
    type: 'webhook-subscriptions',
    attributes: { url: URL_EXAMPLE, events: ['order.brand_created', 'order.shipped'] },
    relationships: {
      application: { data: { type: 'applications', id: 'e5d1a7c3-9b0f-4e2d-8c6a-4f1b7d0e3c29' } },
    },
  },
}
export const changeExample = {
  data: {
    type: 'webhook-subscriptions',
    id: '0197a3c2-5b1e-7d40-9c6f-2e8b4a1d7f30',
    attributes: { url: URL_EXAMPLE, events: ['order.brand_paid'] },
  },
}
