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

export class Requests {
  readonly #settings: Settings
  readonly #caller: Caller
  readonly #cache: ResponseCache | undefined

  constructor(settings: Settings) {
    this.#settings = settings
    this.#caller = new Caller(settings)
    this.#cache = settings.cache && new ResponseCache(settings.cache)
  }

  async send(method: Method, template: string, inputs: RequestInputs = {}): Promise<unknown> {
    const target = this.#targetOf(template, inputs)
    if (method === 'GET') return await this.#read(this.#callOf(method, target, inputs))
    const body = withId(template, method, inputs.body)
    const repeatable = inputs.repeatable ?? isRepeatable(method, template, body)
    const call = this.#callOf(method, target, { ...inputs, body, repeatable })
    try {
      return parsed(call, await this.#caller.perform(call))
    } catch (error) {
      if (error instanceof ConflictError) await this.#addCurrent(error, template, inputs)
      const isUnreadable = error instanceof UnexpectedResponseError && leavesOutcomeOpen(error)
      throw isUnreadable && !repeatable ? new OutcomeUnknownError(call, error) : error
    }
  }

  /** Reads an address that the server has built. */
  follow(url: string, options: CallOptions): Promise<unknown> {
    return this.#read(this.#callOf('GET', { url, path: new URL(url).pathname }, options))
  }

  async download(template: string, inputs: RequestInputs): Promise<Response> {
    const call = this.#callOf('GET', this.#targetOf(template, inputs), inputs)
    const { response } = await this.#caller.perform({ ...call, asStream: true })
    return response
  }

  /** Sends what it is given, and resolves with the response as it is. */
  async sendPlainly(method: Method, path: string, inputs: RequestInputs): Promise<PlainResponse> {
    const repeatable = inputs.repeatable ?? method === 'GET'
    const call = this.#callOf(method, this.#targetOf(path, inputs), { ...inputs, repeatable })
    const { status, headers, text } = await this.#caller.perform(call)
    return { status, headers, text }
  }

  urlOf(template: string, inputs: RequestInputs): string {
    return this.#targetOf(template, inputs).url
  }

  #targetOf(template: string, { path: values, query }: RequestInputs): Target {
    const path = fillPath(template, values)
    return { path, url: this.#settings.baseUrl + path + formatQuery(query) }
  }

  #callOf(method: Method, target: Target, inputs: RequestInputs): Call {
    const { body, timeoutMs, signal, repeatable = true } = inputs
    const isRaw = body === undefined || typeof body === 'string' || isForm(body)
    return {
      method,
      url: target.url,
      path: target.path,
      headers: headersOf(inputs, this.#settings.userAgent),
      body: isRaw ? (body as RequestInit['body']) : JSON.stringify(body),
      timeoutMs: timeoutMs ?? this.#settings.timeoutMs,
      signal,
      repeatable,
    }
  }

  async #read(call: Call): Promise<unknown> {
    const known = this.#cache?.get(call.url)
    if (known) call.headers['if-none-match'] = known.etag
    const response = await this.#caller.perform(call)
    if (response.status === 304 && known) return parsed(call, { ...response, text: known.text })
    const etag = response.headers.get('etag')
    if (etag !== null) this.#cache?.set(call.url, { etag, text: response.text })
    return parsed(call, response)
  }

  /** A conflict is decided by what the resource is now. */
  async #addCurrent(error: ConflictError, template: string, inputs: RequestInputs): Promise<void> {
    const resource = template.slice(0, template.lastIndexOf('}') + 1)
    if (!READABLE_PATHS.has(resource)) return
    const { path, signal } = inputs
    const target = this.#targetOf(resource, { path: path ?? {} })
    const call = this.#callOf('GET', target, signal ? { signal } : {})
    const document = (await this.#read(call).catch(() => undefined)) as ResourceDocument | undefined
    error.current = linkIncluded(document)?.data
  }
}

function headersOf(
  { body, ifMatch, headers: given }: RequestInputs,
  userAgent: string | undefined,
): Record<string, string> {
  const headers: Record<string, string> = { accept: JSON_API }
  if (userAgent !== undefined) headers['user-agent'] = userAgent
  // `fetch` sets the type of a form, with the boundary between its parts.
  if (body !== undefined && !isForm(body)) headers['content-type'] = JSON_API
  if (ifMatch !== undefined) headers['if-match'] = etagOf(ifMatch)
  for (const name in given) headers[name.toLowerCase()] = given[name] ?? ''
  return headers
}

/** The document of a response, which `responseOf` knows from then on. */
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
