import { instantMicros, JSON_API } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { brandOf } from '../../../domain/actor.ts'
import { uuid } from '../../../domain/fields.ts'
import type { Http } from '../../../http/http.ts'
import { forTesting, TESTING_API } from '../../../http/testing-api.ts'
import { attemptFields } from '../log/attempt-schema.ts'
import { metaDocument } from '../log/routes.ts'
import { SIGNATURES, SIGNED_HEADERS, sendCopy } from './altered-sending.ts'
import { SPELLINGS } from './json-spellings.ts'

/** A year. */
const MAX_AGE_SECONDS = 31_536_000

const copyBody = Type.Object(
  {
    signature: Type.Optional(
      Type.Enum([...SIGNATURES], {
        default: 'valid',
        description:
          '`valid`: as attempts are signed. `none`: without the signature headers, `webhook-id` and `webhook-timestamp` included. `forged`: with a secret that nobody knows. `altered`: signed, and then another status and `updatedAt` put into the body. `newest`: with the newest secret alone, which differs from `valid` during a rotation. `other_delivery`: with the headers of another delivery of the subscription. `other_body`: with the signature of `{}`. The others are no signatures of the body, but look like the right one: `empty`, `one_character` (its first one), `truncated`, `half_right` (its first half, and another second one), `with_tail` (followed by more).',
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
    spelling: Type.Optional(
      Type.Enum([...SPELLINGS], {
        default: 'plain',
        description:
          'In which bytes the body is written, before it is signed. `plain`: as attempts send it. `spaced`: with white space. `escaped`: with escapes where none are needed. `decimals`: whole numbers as `1.0`. `reordered`: members in another order. `astral`: with a member that has characters beyond U+FFFF. All but the last one have the same value.',
      }),
    ),
    headers: Type.Optional(
      Type.Enum([...SIGNED_HEADERS], {
        default: 'all',
        description:
          'Which signature headers are sent: all of them, or those of Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`) alone, which cover the time too.',
      }),
    ),
    signedSecondsAgo: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_AGE_SECONDS,
        default: 0,
        description: 'How old `webhook-timestamp` is, which is signed like that.',
      }),
    ),
    eventAgeSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_AGE_SECONDS,
        default: 0,
        description: 'How much earlier `meta.event.timestamp` is than that of the event.',
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
