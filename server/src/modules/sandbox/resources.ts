import { attribute, instantMillis, jsonApiMember, nullable, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import {
  emailAttribute,
  integerAttribute,
  textAttribute,
  textOrNullAttribute,
} from '../../domain/attributes.ts'
import { uuid } from '../../domain/fields.ts'
import type { Effect } from '../../module.ts'
import type { StoredMail } from '../../platform/mail.ts'
import type { RequestRow } from './queries.ts'

export interface ClockRow {
  id: string
  now: Date
  real: Date
  offset_seconds: number
}

export const clock = resource<ClockRow>()({
  name: 'clock',
  type: 'clocks',
  description:
    "The sandbox's clock. All rules and deadlines follow it; access tokens and request limits keep to real time.",
  attributes: {
    now: attribute(instantMillis, 'now', { description: "The sandbox's time." }),
    realTime: attribute(instantMillis, 'real', { description: "The machine's time." }),
    offsetSeconds: attribute(Type.Number({ examples: [86_400] }), 'offset_seconds', {
      description: 'How far the clock is ahead of real time, in seconds.',
    }),
  },
})

export const resetSchema = Type.Object(
  {
    jsonapi: jsonApiMember,
    meta: Type.Object(
      {
        removedApplications: Type.Array(
          Type.Object({
            id: uuid('Id of the application.'),
            name: Type.String({ examples: ['Order sync'], description: 'What it was called.' }),
            clientId: Type.String({
              examples: ['5f0c1e9a7b3d2c4e6f8a1b0d'],
              description: 'What it asked for tokens with.',
            }),
          }),
          { description: 'All that were not of the demo data. Their credentials and tokens have ended.' },
        ),
      },
      { description: 'What was removed.' },
    ),
  },
  { description: 'What a reset removed.' },
)

const effect = Type.Object(
  {
    type: Type.Enum(['order-moves', 'webhook-events', 'webhook-deliveries'], {
      description: 'An entry of the history of an order, an event, or its delivery.',
    }),
    id: uuid('Its id.'),
    name: Type.String({ examples: ['order.brand_accepted'], description: 'The command or the event.' }),
    subjectId: uuid('What it is about, such as an order.'),
    state: nullable(Type.String({ examples: ['delivered'], description: 'The state of a delivery.' })).schema,
    at: { ...instantMillis.schema, description: 'When it happened.' },
  },
  { title: 'Effect', description: 'Something that a request caused.' },
)

/** Effects are loaded for a single request only. */
export type LoggedRequest = RequestRow & { effects?: readonly Effect[] }

export const loggedRequest = resource<LoggedRequest>()({
  name: 'loggedRequest',
  type: 'requests',
  description: 'A request that reached the server. Its id is the X-Request-Id of the answer.',
  attributes: {
    method: textAttribute('GET', 'method', 'Method of the request.'),
    url: textAttribute('/api/v1/me/config', 'url', 'Path and query of the request.'),
    status: integerAttribute(200, 'status', 'Status of the answer.'),
    durationMs: attribute(Type.Number({ examples: [2.4] }), 'duration_ms', {
      description: 'How long the answer took, in milliseconds.',
    }),
    applicationId: attribute(nullable(uuid()), 'application_id', {
      description: 'Whose token it carried; null without a valid one.',
    }),
    userId: attribute(nullable(uuid()), 'user_id', {
      description: 'Who had signed in; null for applications and without a session.',
    }),
    requestBody: attribute(nullable(Type.String()), 'request_body', {
      description: 'The request without secrets: the first 64 KB, in lists the first KB.',
    }),
    responseBody: attribute(nullable(Type.String()), 'response_body', {
      description: 'The answer without secrets: the first 64 KB, in lists the first KB.',
    }),
    requestedAt: attribute(instantMillis, 'requested_at', { description: 'When it arrived, by the clock.' }),
    arrivedAt: attribute(instantMillis, 'arrived_at', { description: 'When it arrived, in real time.' }),
    ignoredMembers: attribute(
      Type.Array(Type.String(), { examples: [['data.attributes.colour']] }),
      ({ ignored_members }) => ignored_members ?? [],
      {
        description:
          'Members of its body that nobody knows, so that they were ignored, as in `X-Ignored-Members`: at most 20.',
      },
    ),
    effects: attribute(
      Type.Array(effect, {
        description: 'What it caused so far, also by jobs: changes of orders, events, deliveries.',
      }),
      ({ effects = [] }) => effects.map((one) => ({ ...one, at: instantMillis.encode?.(one.at) })),
      { only: 'single' },
    ),
  },
})

export const mail = resource<StoredMail>()({
  name: 'mail',
  type: 'mails',
  description: 'A mail that the sandbox would have sent.',
  attributes: {
    to: emailAttribute('nadia@harbourlane.test', 'recipient', 'Who would have got it.'),
    subject: textAttribute('Your verification code', 'subject', 'Its subject.'),
    text: textOrNullAttribute(
      'Your verification code is 042917.',
      'text',
      'Its text; null once it was deleted.',
    ),
    createdAt: attribute(instantMillis, 'createdAt', { description: 'When it was written.' }),
  },
})

const strict = { additionalProperties: false }

export const advanceBody = Type.Object(
  {
    seconds: Type.Integer({
      minimum: 1,
      // A century: enough for any expiry, and far from the largest Date.
      maximum: 3_155_760_000,
      description: 'How far to go forward, in seconds. Use `set` to go back.',
      examples: [3600],
    }),
  },
  strict,
)

export const setBody = Type.Object(
  {
    to: Type.String({
      format: 'date-time',
      // The years that every column and every client can represent.
      pattern: '^(19[7-9]\\d|20\\d\\d|21\\d\\d)-',
      description: 'The moment to go to, from 1970 to 2199.',
      examples: ['2026-12-01T00:00:00Z'],
    }),
  },
  strict,
)
