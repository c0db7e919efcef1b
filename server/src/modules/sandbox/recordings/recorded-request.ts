import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerText, bodyText, urlText } from '../redaction.ts'
import type { Claimant } from './claimants.ts'
import { headerTexts, withoutCredentials, withoutTokens } from './credentials.ts'
import type { NewRecordedRequest, Outcome, RecordingRow } from './recording-queries.ts'

/** Longer than any that is accepted. */
const MAX_URL = 8192

export interface Arrival {
  /** Real time in milliseconds of the epoch, with fractions. */
  ms: number
  /** By the clock. */
  at: Date
}

export interface Ending {
  durationMs: number
  outcome: Outcome
  isAuthenticated: boolean
  /** The longest part of a body that is stored. */
  limit: number
}

/** The request as the recording stores it, once it is over. */
export function describeRequest(
  recording: RecordingRow,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { clientId, applicationId, tokenFingerprint, presented }: Claimant,
  arrival: Arrival,
  { durationMs, outcome, isAuthenticated, limit }: Ending,
): NewRecordedRequest {
  const { operation } = request.routeOptions.config
  const { body } = request
  const { url, found } = withoutCredentials(request.originalUrl, presented)
  const hasResponse = outcome === 'responded'
  // A token request contains a secret and its response a token: neither is stored.
  const isTokenRequest = operation?.media === 'form'
  const isForm = body instanceof URLSearchParams || body instanceof FormData
  const hasText = hasResponse && !isTokenRequest && reply.statusCode !== 304
  const safe = (text: string | null) => (text === null ? null : withoutTokens(text, presented))
  return {
    recording_id: recording.id,
    id: request.id,
    arrived_ms: thousandths(arrival.ms),
    requested_at: arrival.at,
    duration_ms: thousandths(durationMs),
    method: request.method,
    url: urlText(url, MAX_URL),
    credentials_in_url: found,
    status: hasResponse ? reply.statusCode : null,
    outcome,
    operation_id: operation?.id ?? null,
    is_deprecated: operation?.deprecated !== undefined || reply.getHeader('deprecation') !== undefined,
    is_authenticated: isAuthenticated,
    claimed_application_id: applicationId ?? (clientId === null ? null : recording.application_id),
    claimed_client_id: clientId,
    token_fingerprint: tokenFingerprint,
    fault_id: faultOf(request),
    request_headers: headerTexts(request.headers, presented),
    response_headers: hasResponse ? headerTexts(reply.getHeaders(), presented) : {},
    request_body: isForm ? null : safe(bodyText(request, limit)),
    response_body: hasText ? safe(answerText(request.answerText, limit)) : null,
  }
}

const thousandths = (value: number) => Math.round(value * 1000) / 1000

/** The fault that made the request fail. */
export const faultOf = (request: FastifyRequest): string | null =>
  (request as { faultId?: string | null }).faultId ?? null
