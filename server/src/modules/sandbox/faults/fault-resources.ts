import { attribute, instantMillis, nullable, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import {
  createdAt,
  integerAttribute,
  textAttribute,
  textOrNullAttribute,
} from '../../../domain/attributes.ts'
import { orNull, uuid } from '../../../domain/fields.ts'
import { DISCONNECTS, type FaultRow } from './fault-queries.ts'

export const fault = resource<FaultRow>()({
  name: 'fault',
  type: 'faults',
  description: 'A failure that requests run into on purpose.',
  attributes: {
    path: textAttribute(
      '/api/v1/me*',
      'path',
      'The path that it hits; a `*` at its end stands for anything.',
    ),
    method: textOrNullAttribute('GET', 'method', 'The method that it hits; null for all.'),
    status: attribute(nullable(Type.Integer({ examples: [500] })), 'status', {
      description: 'The status that requests get; null when they get none of it.',
    }),
    delayMs: integerAttribute(0, 'delay_ms', 'How long requests wait first, in milliseconds.'),
    share: attribute(Type.Number({ examples: [1] }), 'share', {
      description: 'The share of requests that it hits.',
    }),
    remaining: attribute(nullable(Type.Integer({ examples: [3] })), 'remaining', {
      description: 'How many requests it will still hit; null for any number.',
    }),
    applicationId: attribute(nullable(uuid()), 'application_id', {
      description: 'The application whose requests it hits; null for all requests.',
    }),
    retryAfter: attribute(nullable(Type.Integer({ examples: [1] })), 'retry_after', {
      description: 'The `Retry-After` of the failure, in seconds; null when none was chosen.',
    }),
    errors: integerAttribute(1, 'errors', 'How many errors the failure lists.'),
    disconnect: attribute(nullable(Type.Enum([...DISCONNECTS])), 'disconnect', {
      description:
        'When the connection is closed without a response: `before` the request is processed, or `after` it; null when it is not.',
    }),
    expireTokens: attribute(Type.Boolean({ examples: [false] }), 'expire_tokens', {
      description: 'Whether access tokens from before the fault count as expired.',
    }),
    unknowns: attribute(Type.Boolean({ examples: [false] }), 'unknowns', {
      description: 'Whether documents get members that no client knows.',
    }),
    marker: textOrNullAttribute(
      'm7',
      'marker',
      'What the links of pages carry as `marker`; null for nothing.',
    ),
    createdAt: createdAt(instantMillis),
  },
})

export const faultBody = Type.Object(
  {
    path: Type.Optional(
      Type.String({
        pattern: '^/|^\\*$',
        maxLength: 500,
        default: '*',
        description: 'The path to hit; a `*` at its end stands for anything.',
        examples: ['/api/v1/me*'],
      }),
    ),
    method: Type.Optional(
      Type.Enum(['GET', 'POST', 'PATCH', 'DELETE'], { description: 'The method to hit; absent: all.' }),
    ),
    status: Type.Optional(
      Type.Integer({
        minimum: 400,
        maximum: 599,
        description: 'The status to answer with.',
        examples: [500],
      }),
    ),
    delayMs: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 120_000,
        description: 'How long to wait first, in milliseconds.',
        examples: [0],
      }),
    ),
    retryAfter: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 3600,
        description:
          'The `Retry-After` of the failure, in seconds; absent: 1 with status 429, otherwise none.',
        examples: [1],
      }),
    ),
    errors: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 20,
        default: 1,
        description: 'How many errors the failure lists.',
      }),
    ),
    disconnect: Type.Optional(
      Type.Enum([...DISCONNECTS], {
        description:
          'Closes the connection without a response: `before` anything of the request is processed, or `after` its changes are stored.',
      }),
    ),
    expireTokens: Type.Optional(
      Type.Boolean({
        description:
          'Requests with an access token from before the fault get the answer of an expired one; a new token works.',
      }),
    ),
    unknowns: Type.Optional(
      Type.Boolean({
        description:
          'Adds attributes, a relationship, links and other members that no client knows to the documents of successful requests.',
      }),
    ),
    marker: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9]{1,32}$',
        description:
          'Adds `marker=…` to the links of pages. Requests with it are processed as without it while the fault is set.',
        examples: ['m7'],
      }),
    ),
    applicationId: Type.Optional(
      orNull(uuid(), {
        description:
          'The application of your account whose requests to hit, also those for its tokens; absent or null: requests of all.',
      }),
    ),
    share: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1,
        default: 1,
        description: 'The share of requests to hit.',
      }),
    ),
    count: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'How many requests to hit; absent: any number.',
      }),
    ),
  },
  { additionalProperties: false },
)
