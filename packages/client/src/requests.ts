/** From a method, a path template and its inputs to a parsed document. */
import { fillPath, formatQuery, type PathValues } from './address.ts'
import { ResponseCache } from './cache.ts'
import { type Call, Caller } from './calls.ts'
import { ConfigurationError, ConflictError, OutcomeUnknownError, UnexpectedResponseError } from './errors.ts'
import { POSTS_WITH_ID, READABLE_PATHS, REPEATABLE_POSTS } from './generated/operations.ts'
import { linkIncluded, type ResourceDocument } from './included.ts'
import type { Settings } from './options.ts'
import { leavesOutcomeOpen } from './retry.ts'
import { type HttpResponse, parseDocument } from './transport.ts'
import type { Method } from './types.ts'
import { newUuid } from './uuid.ts'

/** What every call takes. */
export interface CallOptions {
  signal?: AbortSignal
  /** For each attempt, instead of that of the client. */
  timeoutMs?: number
  headers?: Record<string, string>
  /** Writes only if the resource has not changed since: its ETag, or what a call returned. */
  ifMatch?: string | object
  /** Whether the server can process it twice without harm, if that differs from what the library knows. */
  repeatable?: boolean
}

export interface RequestInputs extends CallOptions {
  path?: PathValues
  query?: Readonly<Record<string, unknown>>
  body?: unknown
}

/** What came with a document. */
export interface ResponseInfo {
  status: number
  headers: Headers
  requestId: string | undefined
  etag: string | undefined
}

/** A response whose body is not parsed. */
export interface PlainResponse {
  status: number
  headers: Headers
  text: string
}

const JSON_API = 'application/vnd.api+json'

/** Sets absolute values, so that a repetition changes nothing. */
const STOCK_IN_BULK = '/api/v1/operations'

const responses = new WeakMap<object, ResponseInfo>()

/** The status and the headers with which a document, or the resource in it, has come. */
export const responseOf = (result: object): ResponseInfo | undefined => responses.get(result)

type Target = Pick<Call, 'url' | 'path'>

export interface Requests {
  send(method: Method, template: string, inputs?: RequestInputs): Promise<unknown>
  /** Reads an address that the server has built. */
  follow(url: string, options: CallOptions): Promise<unknown>
  download(template: string, inputs: RequestInputs): Promise<Response>
  /** Sends what it is given, and resolves with the response as it is. */
  sendPlainly(method: Method, path: string, inputs: RequestInputs): Promise<PlainResponse>
  urlOf(template: string, inputs: RequestInputs): string
}

export function createRequests(settings: Settings): Requests {
  const { baseUrl, timeoutMs } = settings
  const caller = new Caller(settings)
  const cache = settings.cache && new ResponseCache(settings.cache)
  const always: Record<string, string> = {
    accept: JSON_API,
    ...(settings.userAgent !== undefined && { 'user-agent': settings.userAgent }),
  }

  function targetOf(template: string, { path: values, query }: RequestInputs): Target {
    const path = fillPath(template, values)
    return { path, url: baseUrl + path + formatQuery(query) }
  }

  function callOf(
    method: Method,
    target: Target,
    { body, repeatable = true, ...options }: RequestInputs,
  ): Call {
    const headers = { ...always }
    const isOwnType = isForm(body)
    if (body !== undefined && !isOwnType) headers['content-type'] = JSON_API
    if (options.ifMatch !== undefined) headers['if-match'] = etagOf(options.ifMatch)
    for (const name in options.headers) headers[name.toLowerCase()] = options.headers[name] ?? ''
    const isRaw = body === undefined || typeof body === 'string' || isOwnType
    return {
      method,
      url: target.url,
      path: target.path,
      headers,
      body: isRaw ? (body as RequestInit['body']) : JSON.stringify(body),
      timeoutMs: options.timeoutMs ?? timeoutMs,
      signal: options.signal,
      repeatable,
    }
  }

  async function read(call: Call): Promise<unknown> {
    const known = cache?.get(call.url)
    if (known) call.headers['if-none-match'] = known.etag
    const response = await caller.perform(call)
    if (response.status === 304 && known) return parsed(call, { ...response, text: known.text })
    const etag = response.headers.get('etag')
    if (etag !== null) cache?.set(call.url, { etag, text: response.text })
    return parsed(call, response)
  }

  function parsed(call: Call, response: HttpResponse): unknown {
    const document = parseDocument(response, call)
    if (typeof document !== 'object' || document === null) return document
    const info: ResponseInfo = {
      status: response.status,
      headers: response.headers,
      requestId: response.headers.get('x-request-id') ?? undefined,
      etag: response.headers.get('etag') ?? undefined,
    }
    responses.set(document, info)
    const { data } = document as ResourceDocument
    if (typeof data === 'object' && data !== null) responses.set(data, info)
    return document
  }

  /** A conflict is decided by what the resource is now. */
  async function withCurrent(error: ConflictError, template: string, inputs: RequestInputs): Promise<void> {
    const resource = template.slice(0, template.lastIndexOf('}') + 1)
    if (!READABLE_PATHS.has(resource)) return
    const { path, signal } = inputs
    const call = callOf('GET', targetOf(resource, { path: path ?? {} }), signal ? { signal } : {})
    const document = (await read(call).catch(() => undefined)) as ResourceDocument | undefined
    error.current = linkIncluded(document)?.data
  }

  return {
    urlOf: (template, inputs) => targetOf(template, inputs).url,
    follow: (url, options) => read(callOf('GET', { url, path: new URL(url).pathname }, options)),
    async send(method, template, inputs = {}) {
      const target = targetOf(template, inputs)
      if (method === 'GET') return await read(callOf(method, target, inputs))
      const body = withId(template, method, inputs.body)
      const repeatable = inputs.repeatable ?? isRepeatable(method, template, body)
      const call = callOf(method, target, { ...inputs, body, repeatable })
      try {
        return parsed(call, await caller.perform(call))
      } catch (error) {
        if (error instanceof ConflictError) await withCurrent(error, template, inputs)
        const isUnreadable = error instanceof UnexpectedResponseError && leavesOutcomeOpen(error)
        throw isUnreadable && !repeatable ? new OutcomeUnknownError(call, error) : error
      }
    },
    async download(template, inputs) {
      const call = callOf('GET', targetOf(template, inputs), inputs)
      const { response } = await caller.perform({ ...call, asStream: true })
      return response
    },
    async sendPlainly(method, path, inputs) {
      const repeatable = inputs.repeatable ?? method === 'GET'
      const call = callOf(method, targetOf(path, inputs), { ...inputs, repeatable })
      const { status, headers, text } = await caller.perform(call)
      return { status, headers, text }
    },
  }
}

const isForm = (body: unknown): body is FormData | URLSearchParams =>
  body instanceof FormData || body instanceof URLSearchParams

function etagOf(given: string | object): string {
  const etag = typeof given === 'string' ? given : responseOf(given)?.etag
  if (etag) return etag
  throw new ConfigurationError('ifMatch has no ETag: the server sent none with what was given.')
}

/** With an id of the client a lost response does no harm: the repetition finds what exists. */
function withId(template: string, method: Method, body: unknown): unknown {
  if (method !== 'POST' || !POSTS_WITH_ID.has(template)) return body
  const { data } = (body ?? {}) as { data?: { id?: unknown } }
  if (typeof data !== 'object' || data === null || data.id !== undefined) return body
  return { ...(body as object), data: { ...data, id: newUuid() } }
}

function isRepeatable(method: Method, template: string, body: unknown): boolean {
  if (method !== 'POST' || template === STOCK_IN_BULK) return true
  // Whether a serialized body has an id is not known.
  return REPEATABLE_POSTS.has(template) && !(POSTS_WITH_ID.has(template) && typeof body === 'string')
}
