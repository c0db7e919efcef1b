import { instantMicros, JSON_API } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { brandOf } from '../../../domain/actor.ts'
import { uuid } from '../../../domain/fields.ts'
import type { Http } from '../../../http/http.ts'
import { forTesting, TESTING_API } from '../../../http/testing-api.ts'
import { attemptFields } from '../log/attempt-schema.ts'
import { metaDocument } from '../log/routes.ts'
import { SIGNATURES, sendCopy } from './altered-sending.ts'

const copyBody = Type.Object(
  {
    signature: Type.Optional(
      Type.Enum([...SIGNATURES], {
        default: 'valid',
        description:
          '`valid`: as attempts are signed. `none`: without the signature headers, `webhook-id` and `webhook-timestamp` included. `forged`: with a secret that nobody knows. `altered`: signed, and then another status and `updatedAt` put into the body. `newest`: with the newest secret alone, which differs from `valid` during a rotation.',
      }),
    ),
    eventType: Type.Optional(
      Type.String({
        pattern: '^[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)+$',
        maxLength: 100,
        description: 'Another name of the event, also one that does not exist.',
        examples: ['order.teleported'],
      }),
    ),
    newEventId: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether the copy is an event of its own, with another id in the body and in `webhook-id`.',
      }),
    ),
    unknowns: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Adds attributes, a relationship and members that nobody knows, in `meta.event` too, before the body is signed.',
      }),
    ),
    data: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          'Attributes that replace those of the resource before the body is signed; at most 4 KB as JSON.',
        examples: [{ status: 'teleported' }],
      }),
    ),
  },
  { additionalProperties: false },
)

const { outcome, status, detail, durationMs } = attemptFields

export function sendingRoutes(http: Http): void {
  http.operation({
    ...forTesting,
    method: 'POST',
    path: `${TESTING_API}/webhook-deliveries/{delivery}/-actions/send`,
    params: { delivery: 'Id of the delivery.' },
    id: 'sendWebhookCopy',
    summary: 'Send a copy of a webhook delivery now, also a forged one',
    description:
      'To see what a receiver does with it. Sent once, whether the delivery waits, was delivered or has failed, and also while the subscription is paused or disabled; the delivery and its attempts stay as they are. Answers when the receiver has answered, after 15 seconds at the latest.',
    access: 'brand',
    body: copyBody,
    bodyExample: { signature: 'forged', newEventId: true },
    bodyOptional: true,
    answers: [
      {
        status: 200,
        description: 'What came of it.',
        contentType: JSON_API,
        schema: Type.Object({
          meta: Type.Object(
            {
              eventId: uuid('Id of the event that was sent.'),
              outcome,
              status,
              detail,
              durationMs,
              sentAt: { ...instantMicros.schema, description: 'When it was sent, in real time.' },
            },
            { description: 'The result of the request to the receiver.' },
          ),
        }),
      },
    ],
    problems: [{ status: 409, description: 'The server cannot read the signing secret any more.' }],
    async handle(ctx, { params, body }) {
      const {
        duration_ms: durationMs,
        sentAt,
        ...sent
      } = await sendCopy(ctx, brandOf(ctx.actor), params.delivery, body ?? {})
      return metaDocument({ ...sent, durationMs, sentAt: instantMicros.encode?.(sentAt) })
    },
  })
}
