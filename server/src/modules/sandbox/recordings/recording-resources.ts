import { attribute, instantMillis, nullable, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { integerAttribute, textAttribute, textOrNullAttribute } from '../../../domain/attributes.ts'
import { uuid } from '../../../domain/fields.ts'
import type { RecordedRequestRow, RecordingRow } from './recording-queries.ts'

export const recording = resource<RecordingRow>()({
  name: 'recording',
  type: 'recordings',
  description: 'Everything that one application sends, from now on.',
  attributes: {
    applicationId: attribute(uuid(), 'application_id', { description: 'Whose requests are recorded.' }),
    clientId: textAttribute(
      '5f0c1e9a7b3d2c4e6f8a1b0d',
      'client_id',
      'What the application asks for tokens with.',
    ),
    startedAt: attribute(instantMillis, 'started_at', { description: 'When it began, by the clock.' }),
    requestCount: integerAttribute(12, 'request_count', 'How many requests it holds.'),
    isTruncated: attribute(Type.Boolean({ examples: [false] }), 'is_truncated', {
      description: 'Whether it is full: later requests are missing.',
    }),
  },
})

const headers = Type.Record(Type.String(), Type.String(), {
  examples: [{ accept: 'application/vnd.api+json' }],
})
const milliseconds = (example: number) => Type.Number({ examples: [example] })
const isTrue = Type.Boolean({ examples: [false] })

export const recordedRequest = resource<RecordedRequestRow>()({
  name: 'recordedRequest',
  type: 'recorded-requests',
  description: 'A request in a recording. Its id is the X-Request-Id of the answer.',
  attributes: {
    sequence: integerAttribute(
      1,
      'sequence',
      'Its place by arrival among those that are recorded, beginning with 1.',
    ),
    method: textAttribute('GET', 'method', 'Method of the request.'),
    url: textAttribute('/api/v1/me/config', 'url', 'Path and query of the request, without secrets.'),
    status: attribute(nullable(Type.Integer({ examples: [200] })), 'status', {
      description: 'Status of the answer; null if there was none.',
    }),
    outcome: attribute(Type.Enum(['responded', 'disconnected', 'aborted']), 'outcome', {
      description:
        'Whether it was answered, a fault closed its connection, or the client went away before the answer was sent.',
    }),
    durationMs: attribute(milliseconds(2.4), 'duration_ms', {
      description: 'How long the answer took, in milliseconds.',
    }),
    arrivedAt: attribute(instantMillis, 'arrived_at', { description: 'When it arrived, in real time.' }),
    arrivedMs: attribute(milliseconds(1250.125), 'since_start_ms', {
      description:
        'How long after the beginning of the recording it arrived, in milliseconds of real time with fractions.',
    }),
    requestedAt: attribute(instantMillis, 'requested_at', { description: 'When it arrived, by the clock.' }),
    requestHeaders: attribute(headers, 'request_headers', {
      description: 'Headers of the request by their names in lower case, without secrets.',
    }),
    responseHeaders: attribute(headers, 'response_headers', {
      description: 'Headers of the answer; empty if there was none.',
    }),
    tokenFingerprint: textOrNullAttribute(
      '9f86d081884c7d65',
      'token_fingerprint',
      'Tells tokens apart; null without one.',
    ),
    claimedApplicationId: attribute(nullable(uuid()), 'claimed_application_id', {
      description:
        'The application that the token or the client id names, whether or not it is valid; null if the connection alone tells.',
    }),
    claimedClientId: textOrNullAttribute(
      '5f0c1e9a7b3d2c4e6f8a1b0d',
      'claimed_client_id',
      'The client id that it names, as token requests do; null otherwise.',
    ),
    isAuthenticated: attribute(isTrue, 'is_authenticated', {
      description: 'Whether its token or, of a token request, its client secret was accepted.',
    }),
    operationId: textOrNullAttribute('getMyConfig', 'operation_id', 'The operation; null for unknown paths.'),
    isDeprecated: attribute(isTrue, 'is_deprecated', {
      description: 'Whether the operation, or this use of it, is deprecated.',
    }),
    faultId: attribute(nullable(uuid()), 'fault_id', {
      description: 'The fault that made it fail; null if none did.',
    }),
    credentialsInUrl: attribute(isTrue, 'credentials_in_url', {
      description: 'Whether its path or query contained a token or a secret.',
    }),
    requestBody: attribute(nullable(Type.String()), 'request_body', {
      description:
        'The first 64 KB of the request without secrets; null for forms, and for what was not read.',
    }),
    responseBody: attribute(nullable(Type.String()), 'response_body', {
      description: 'The first 64 KB of the answer without secrets; null for tokens and files.',
    }),
  },
})

export const recordingBody = Type.Object(
  { applicationId: uuid('The application whose requests to record.') },
  { additionalProperties: false },
)
