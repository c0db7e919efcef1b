/** Converts every error into the JSON:API or OAuth error response. */
import { errorDocument, JSON_API, Problem } from '@tradehall/jsonapi'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import {
  badRequest,
  contentTooLarge,
  serverError,
  serviceUnavailable,
  unsupportedMediaType,
  uriTooLong,
} from '../domain/problems.ts'
import { isDatabaseAway } from '../platform/database.ts'
import { sendJsonApi } from './answers/send.ts'
import type { Operation } from './operation.ts'

export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = toProblem(error, request)
  if (!(error instanceof Problem) && problem.status >= 500)
    request.log.error({ err: error, requestId: request.id }, 'request failed')
  reply.headers(problem.headers).header('cache-control', 'no-store').code(problem.status)
  const operation = request.routeOptions.config.operation
  if (operation?.media === 'form') sendOAuthError(reply, problem)
  else sendJsonApi(reply, errorDocument(problem.errors))
}

/** The token endpoint responds with the error body of OAuth 2.0 (RFC 6749, section 5.2). */
function sendOAuthError(reply: FastifyReply, problem: Problem): void {
  const [error] = problem.errors
  const code = error?.code ?? oauthCode(problem.status)
  reply.header('content-type', 'application/json')
  reply.send(JSON.stringify({ error: code, error_description: error?.detail }))
}

/** RFC 6749 defines no code for rate limits at this endpoint; `temporarily_unavailable` also means "retry later". */
function oauthCode(status: number): string {
  if (status === 429 || status === 503) return 'temporarily_unavailable'
  return status >= 500 ? 'server_error' : 'invalid_request'
}

function toProblem(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error
  const { code, statusCode, message } = error as FastifyError
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return contentTooLarge(
        `The body is larger than ${bodyLimit(request)} bytes, the limit of this endpoint.`,
      )
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_TYPE':
      return unsupportedMediaType(`Send the body with Content-Type: ${JSON_API}.`, { header: 'Content-Type' })
    case 'FST_ERR_BAD_URL':
      return badRequest('The path is not a valid URL: its percent-encoding is broken.')
    case 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return badRequest('The body is not as long as Content-Length says.', { header: 'Content-Length' })
  }
  if (statusCode && statusCode >= 400 && statusCode < 500) return badRequest(message)
  const meta = { requestId: request.id }
  if (isDatabaseAway(error))
    return serviceUnavailable('The database does not answer or refuses work now. Try again shortly.', {
      meta,
      headers: { 'retry-after': String(DATABASE_RETRY_SECONDS) },
    })
  if (HAS_NO_DESCRIPTOR.has(code))
    return serviceUnavailable('The server has too many files open. Try again shortly.', {
      meta,
      headers: { 'retry-after': String(DESCRIPTOR_RETRY_SECONDS) },
    })
  return serverError('Something went wrong on our side. Quote the request id when you report it.', { meta })
}

/** About the time that a database needs to restart. */
const DATABASE_RETRY_SECONDS = 5

/** The process, or the machine, can open no further file or connection until others are closed. */
const HAS_NO_DESCRIPTOR = new Set(['EMFILE', 'ENFILE'])
const DESCRIPTOR_RETRY_SECONDS = 1

function bodyLimit(request: FastifyRequest): number | undefined {
  return request.routeOptions.bodyLimit
}

const MAX_URL_BYTES = 8192

export function refuseLongUrl(url: string): void {
  if (url.length > MAX_URL_BYTES) throw uriTooLong(`The address is longer than ${MAX_URL_BYTES} characters.`)
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation
  }
}
