/** One HTTP request and its response: timeout, redirects, bounded bodies, and one error class for each way to fail. */
import { throwIfAborted } from './aborts.ts'
import {
  ConnectionError,
  type ErrorEntry,
  RedirectError,
  type RequestLine,
  TimeoutError,
  TradehallError,
  UnexpectedResponseError,
} from './errors.ts'

export interface TransportOptions {
  fetch: typeof fetch
  /** Responses that are larger are refused. */
  maxBytes: number
  credentials: NonNullable<RequestInit['credentials']>
}

export interface HttpRequest extends RequestLine {
  url: string
  headers: Record<string, string>
  body: RequestInit['body'] | undefined
  timeoutMs: number
  signal: AbortSignal | undefined
  /** The body of a successful response is left to the caller to read. */
  asStream?: boolean
}

export interface HttpResponse {
  status: number
  headers: Headers
  /** Empty if the body is left to be read from `response`. */
  text: string
  response: Response
}

/** The longest that timers can wait; beyond it they end at once. */
const MAX_TIMER_MS = 2 ** 31 - 1

export async function sendOnce(request: HttpRequest, options: TransportOptions): Promise<HttpResponse> {
  const { method, url, headers, body, timeoutMs, signal } = request
  const { fetch, credentials } = options
  throwIfAborted(signal)
  const stop = new AbortController()
  const forward = () => stop.abort(signal?.reason)
  signal?.addEventListener('abort', forward, { once: true })
  const timer = setTimeout(() => stop.abort(), Math.min(timeoutMs, MAX_TIMER_MS))
  // A body that the caller reads later can be aborted as long as it is read.
  const whole = request.asStream && signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(body !== undefined && { body }),
      credentials,
      redirect: 'manual',
      signal: whole,
    })
    refuseRedirect(response, request)
    const isLeft = request.asStream === true && response.ok
    const text = isLeft ? '' : await readText(response, request, options.maxBytes)
    return { status: response.status, headers: response.headers, text, response }
  } catch (error) {
    throwIfAborted(signal)
    if (error instanceof TradehallError) throw error
    if (stop.signal.aborted) throw timeoutError(request)
    throw connectionError(request, error)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', forward)
  }
}

/** Browsers hide the response to which `manual` leads, behind the status 0. */
function refuseRedirect({ status, type, headers }: Response, request: HttpRequest): void {
  const isRedirect = type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304)
  if (!isRedirect) return
  const location = headers.get('location')
  const target =
    location && URL.canParse(location, request.url) ? new URL(location, request.url).origin : undefined
  throw new RedirectError(
    `${request.method} ${request.path} was redirected${target ? ` to ${target}` : ''}. No redirect is followed, so that credentials reach no other server: set baseUrl to the final address, or sign in again.`,
    request,
    status,
  )
}

async function readText(response: Response, request: HttpRequest, maxBytes: number): Promise<string> {
  const length = response.headers.get('content-length')
  const isCoded = response.headers.has('content-encoding')
  if (length !== null && Number(length) > maxBytes) {
    await response.body?.cancel()
    throw tooLarge(request, response.status, maxBytes)
  }
  if ((length !== null && !isCoded) || !response.body) return await response.text()
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > maxBytes) {
      await reader.cancel()
      throw tooLarge(request, response.status, maxBytes)
    }
    text += decoder.decode(value, { stream: true })
  }
}

const tooLarge = (request: HttpRequest, status: number, maxBytes: number) =>
  new UnexpectedResponseError(
    `The response to ${request.method} ${request.path} is larger than ${maxBytes} bytes: ask for smaller pages with page[limit], or raise maxBytes.`,
    request,
    status,
  )

const timeoutError = (request: HttpRequest) =>
  new TimeoutError(
    `${request.method} ${request.path} had no complete response within ${request.timeoutMs} ms. Raise timeoutMs if the server needs longer.`,
    request,
  )

/** Codes of Node for connections that were never made. */
const NOT_CONNECTED = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]

function connectionError(request: HttpRequest, cause: unknown): ConnectionError {
  const { code, reason } = rootOf(cause)
  return new ConnectionError(
    `${request.method} ${request.path} had no complete response: ${reason}. Check that ${new URL(request.url).origin} is right and running, and the proxies on the way.`,
    request,
    { mayHaveArrived: code === undefined || !NOT_CONNECTED.includes(code), cause },
  )
}

/** `fetch` of Node has the reason in `cause`, which may be an AggregateError with one error for each address. */
function rootOf(error: unknown): { code: string | undefined; reason: string } {
  const { cause, errors, code, message } = error as Error & { code?: string; errors?: unknown[] }
  if (cause) return rootOf(cause)
  if (errors?.[0]) return rootOf(errors[0])
  return { code, reason: message || code || 'the connection failed' }
}

/** Parses the document of a successful response; a response without a body is undefined. */
export function parseDocument(response: HttpResponse, request: RequestLine): unknown {
  if (response.text === '') return undefined
  const document = parseJson(response.text)
  if (document === undefined) throw notOfThisApi(response, request)
  return document
}

export function notOfThisApi(
  { status, headers }: HttpResponse,
  request: RequestLine,
): UnexpectedResponseError {
  const type = headers.get('content-type') ?? 'no content type'
  return new UnexpectedResponseError(
    `${request.method} ${request.path} was answered with ${status} and a body that is not of this API (${type}): check that baseUrl is the address of the API, and that no proxy or sign-in page responds in its place.`,
    request,
    status,
  )
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The entries of an error document; the token endpoint has the form of OAuth 2.0. */
export function errorEntries(text: string): ErrorEntry[] {
  const document = parseJson(text) as
    | { errors?: unknown; error?: unknown; error_description?: unknown }
    | null
    | undefined
  if (Array.isArray(document?.errors))
    return document.errors.filter((entry) => typeof entry === 'object' && entry !== null)
  if (typeof document?.error !== 'string') return []
  const { error: code, error_description: detail } = document
  return [{ code, ...(typeof detail === 'string' && { detail }) }]
}
