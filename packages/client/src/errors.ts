/** Everything that the library throws, in one hierarchy. Messages say what to do, and never contain a secret. */

import type { ErrorCode } from './generated/codes.ts'

/** An entry of `errors` of a JSON:API error document. */
export interface ErrorEntry {
  status?: string
  title?: string
  detail?: string
  code?: ErrorCode
  source?: { pointer?: string; parameter?: string; header?: string }
  meta?: Record<string, unknown>
}

export interface RequestLine {
  method: string
  /** The path without the query, as it was sent. */
  path: string
}

/** A request that is given as a whole has secrets in its headers, so nothing else is taken from it. */
const lineOf = ({ method, path }: RequestLine): RequestLine => ({ method, path })

/** Each class states its name, because minifiers rename classes. */
export abstract class TradehallError extends Error {
  abstract override readonly name: string
}

/** The options of the client or of a call cannot work. */
export class ConfigurationError extends TradehallError {
  override readonly name: string = 'ConfigurationError'
}

/** The `signal` of the call was aborted; the cause is its reason. A write that was under way may have happened. */
export class AbortError extends TradehallError {
  override readonly name: string = 'AbortError'

  constructor(reason: unknown) {
    super(String((reason as Error)?.message ?? reason), { cause: reason })
  }
}

/** There was no complete response: the server was not reached, or the connection broke. */
export class ConnectionError extends TradehallError {
  override readonly name: string = 'ConnectionError'
  readonly request: RequestLine
  /** False if it is certain that the server has not received the request. */
  readonly mayHaveArrived: boolean

  constructor(
    message: string,
    request: RequestLine,
    { mayHaveArrived = true, cause }: { mayHaveArrived?: boolean; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.request = lineOf(request)
    this.mayHaveArrived = mayHaveArrived
  }
}

/** No complete response within `timeoutMs`. */
export class TimeoutError extends ConnectionError {
  override readonly name: string = 'TimeoutError'
}

/** The response is not one of this API: HTML, broken JSON, too large, or a redirect. */
export class UnexpectedResponseError extends TradehallError {
  override readonly name: string = 'UnexpectedResponseError'
  readonly request: RequestLine
  readonly status: number

  constructor(message: string, request: RequestLine, status: number) {
    super(message)
    this.request = lineOf(request)
    this.status = status
  }
}

/** The server redirects; the library follows no redirect, so that credentials reach no other server. */
export class RedirectError extends UnexpectedResponseError {
  override readonly name: string = 'RedirectError'
}

export interface ErrorResponse {
  request: RequestLine
  status: number
  errors: readonly ErrorEntry[]
  body: string
  requestId: string | undefined
  /** Seconds of the Retry-After header. */
  retryAfter: number | undefined
}

/** The server responded with an error status. */
export class ResponseError extends TradehallError {
  override readonly name: string = 'ResponseError'
  readonly request: RequestLine
  readonly status: number
  /** All entries of the error document. */
  readonly errors: readonly ErrorEntry[]
  /** The body of the response as it was sent, but for the credentials of the client. */
  readonly body: string
  /** Name it when you report a problem to the operator of the server. */
  readonly requestId: string | undefined
  /** Seconds to wait before another attempt, if the server said so. */
  readonly retryAfter: number | undefined

  constructor(response: ErrorResponse, remedy?: string) {
    super(messageOf(response, remedy))
    this.request = lineOf(response.request)
    this.status = response.status
    this.errors = response.errors
    this.body = response.body
    this.requestId = response.requestId
    this.retryAfter = response.retryAfter
  }

  /** Where the errors are: `data.attributes.stockQuantity`, or the name of a parameter or header. */
  get pointers(): string[] {
    return this.errors.flatMap(({ source }) => source?.pointer ?? source?.parameter ?? source?.header ?? [])
  }

  /** The stable names of the errors, such as `ORDER_ACTION_TRANSITION_FAILED`. */
  get codes(): ErrorCode[] {
    return this.errors.flatMap(({ code }) => code ?? [])
  }
}

/** 401: the credentials or the token are not accepted. */
export class AuthenticationError extends ResponseError {
  override readonly name: string = 'AuthenticationError'
}
/** 403: the resource belongs to another account, or the account may not do this. */
export class ForbiddenError extends ResponseError {
  override readonly name: string = 'ForbiddenError'
}
/** 404: the resource does not exist. */
export class NotFoundError extends ResponseError {
  override readonly name: string = 'NotFoundError'
}
/** 409: the resource is in another state. It may be in the desired state already. */
export class ConflictError extends ResponseError {
  override readonly name: string = 'ConflictError'
  /** The resource as it is now; undefined if it cannot be read. */
  current: unknown
}
/** 412: the resource has changed since the ETag of `ifMatch`. */
export class PreconditionFailedError extends ResponseError {
  override readonly name: string = 'PreconditionFailedError'
}
/** 422, and 400: the request is not valid, with one entry for each mistake. */
export class ValidationError extends ResponseError {
  override readonly name: string = 'ValidationError'
}
/** 429: too many requests, and the wait is longer than `maxWaitMs`, or it has not helped. */
export class RateLimitError extends ResponseError {
  override readonly name: string = 'RateLimitError'
}
/** 5xx: the server failed, also after retries. */
export class ServerError extends ResponseError {
  override readonly name: string = 'ServerError'
}

/** A write that must not be repeated was sent, and it is not known whether it happened. The cause tells what went wrong. */
export class OutcomeUnknownError extends TradehallError {
  override readonly name: string = 'OutcomeUnknownError'
  readonly request: RequestLine

  constructor(request: RequestLine, cause: unknown) {
    const { method, path } = request
    super(
      `It is not known whether ${method} ${path} has happened: ${(cause as Error).message} Read the resource before you send it again.`,
      { cause },
    )
    this.request = lineOf(request)
  }
}

/** A wait ended before its condition was met. */
export class WaitError extends TradehallError {
  override readonly name: string = 'WaitError'
  /** The resource as it was read last. */
  readonly current: unknown

  constructor(message: string, current: unknown) {
    super(message)
    this.current = current
  }
}

/** A bulk import cannot go on. */
export class ImportError extends TradehallError {
  override readonly name: string = 'ImportError'
  readonly operationId: string

  constructor(message: string, operationId: string) {
    super(message)
    this.operationId = operationId
  }
}

/** A webhook is not genuine, or cannot be verified. */
export class SignatureError extends TradehallError {
  override readonly name: string = 'SignatureError'
}

const CLASSES: Record<number, typeof ResponseError> = {
  400: ValidationError,
  401: AuthenticationError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  412: PreconditionFailedError,
  422: ValidationError,
  429: RateLimitError,
}

export function responseError(response: ErrorResponse, remedy?: string): ResponseError {
  const { status } = response
  const Class = CLASSES[status] ?? (status >= 500 ? ServerError : ResponseError)
  return new Class(response, remedy)
}

function messageOf(
  { request, status, errors, requestId }: ErrorResponse,
  remedy: string | undefined,
): string {
  const entries = errors.map(({ detail, title, source }) => {
    const text = detail ?? title ?? 'No detail.'
    return source?.pointer ? `${text} (${source.pointer})` : text
  })
  const said = entries.length > 0 ? `: ${entries.join(' ')}` : '.'
  const quoted = requestId ? ` Request id: ${requestId}.` : ''
  return `${request.method} ${request.path} was answered with ${status}${said}${remedy ? ` ${remedy}` : ''}${quoted}`
}
