import { attribute, instantMicros, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { applicationOf, brandOf } from '../../../domain/actor.ts'
import { textAttribute } from '../../../domain/attributes.ts'
import { uuid } from '../../../domain/fields.ts'
import type { Http } from '../../../http/http.ts'
import { document } from '../../../http/operation.ts'
import type { PublishedEvents } from '../../../platform/events/published-events.ts'
import { type ListenedEvent, listeningSecrets, pollEvents } from './listening.ts'

/** Shorter than the usual timeouts of clients and proxies. */
const MAX_WAIT_SECONDS = 25

export const listenedEvent = resource<ListenedEvent>()({
  name: 'heardWebhookEvent',
  type: 'testing-webhook-events',
  description: 'An event as a webhook subscription of the application would get it.',
  attributes: {
    event: textAttribute('order.shipped', 'type', 'Name of the event.'),
    subjectId: attribute(uuid('What the event is about, such as an order.'), 'subjectId'),
    body: attribute(Type.String(), 'body', {
      description: 'What would be sent, byte for byte; sign it with `meta.signingSecret`.',
    }),
    occurredAt: attribute(instantMicros, 'occurredAt', { description: 'When it happened.' }),
  },
})

export function listeningRoutes(http: Http, { names }: PublishedEvents): void {
  http.operation({
    method: 'GET',
    path: '/api/testing/webhook-events',
    id: 'hearWebhookEvents',
    tag: 'Testing',
    summary: 'Listen to webhook events without a subscription',
    description:
      'For a receiver that nobody else can reach. Ask without `after` to learn where to begin, then again and again with the `cursor` of the last answer; nothing is left out in between, and an old cursor hears everything since, for 14 days. At most 100 events an answer, oldest first.',
    access: 'brand',
    // A listener is an application, whose secret signs what it forwards.
    roles: [],
    media: 'json',
    secret: true,
    // The time limit of requests is meant for the database, not for waiting for events.
    longRunning: true,
    query: {
      resource: listenedEvent,
      filters: {
        event: {
          kind: 'list',
          schema: Type.Enum([...names]),
          max: names.length,
          description: 'Only events of these names.',
        },
      },
      parameters: {
        after: {
          schema: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
          description: 'The `cursor` of the answer before.',
        },
        wait: {
          schema: Type.Integer({ minimum: 0, maximum: MAX_WAIT_SECONDS }),
          description: 'How many seconds to wait when there is nothing yet; none unless told otherwise.',
        },
      },
    },
    answers: [
      {
        status: 200,
        description: 'The events, and where to go on.',
        resource: listenedEvent,
        many: true,
        meta: {
          cursor: Type.Integer({ examples: [4711], description: 'What to send as `after` next time.' }),
          signingSecret: Type.String({
            description:
              'Signs what is forwarded: the same for an application until the secret key of the server changes.',
            examples: ['q4Zr0WcHk1d8mJYbTn6uXv2LsPeA9FgRiO3xKyVw'],
          }),
          previousSigningSecrets: Type.Array(Type.String(), {
            description: 'Those of older secret keys of the server, which sign as well; mostly none.',
          }),
        },
      },
    ],
    async handle(ctx, { query }) {
      const applicationId = applicationOf(ctx.actor)
      const listener = { brandId: brandOf(ctx.actor), applicationId }
      const { events, cursor } = await pollEvents(ctx, listener, {
        after: query.parameters.after,
        names: query.filter.event ?? [],
        waitSeconds: query.parameters.wait ?? 0,
      })
      const meta = { cursor, ...listeningSecrets(ctx.secrets, applicationId) }
      return document(listenedEvent, events, { meta })
    },
  })
}
