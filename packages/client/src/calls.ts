/** Carries calls out: token, pace, attempts and retries, until there is a response or an error that is final. */
import {
  AuthenticationError,
  NotFoundError,
  OutcomeUnknownError,
  PreconditionFailedError,
  RateLimitError,
  responseError,
  TradehallError,
} from './errors.ts'
import type { Settings } from './options.ts'
import { Pace } from './pacing.ts'
import { leavesOutcomeOpen, planRetry } from './retry.ts'
import { fixedToken, type IssuedToken, RenewedToken, type TokenSource } from './token.ts'
import {
  errorEntries,
  type HttpRequest,
  type HttpResponse,
  notOfThisApi,
  parseDocument,
  sendOnce,
  type TransportOptions,
} from './transport.ts'

export interface Call extends HttpRequest {
  /** Whether the server can process the request twice without harm. */
  repeatable: boolean
}

/** Sends the calls of one client, which share its pace and its token. */
export class Caller {
  readonly #settings: Settings
  readonly #transport: TransportOptions
  readonly #pace: Pace
  /** Undefined without credentials, as in browsers, where the session cookie identifies the user. */
  readonly #tokens: TokenSource | undefined

  constructor(settings: Settings) {
    const { fetch, maxBytes, isBrowser } = settings
    this.#settings = settings
    this.#transport = { fetch, maxBytes, credentials: isBrowser ? 'include' : 'omit' }
    this.#pace = new Pace(settings)
    this.#tokens = tokenSource(settings, this.#transport)
  }

  /** Resolves with a response below 400; everything else is thrown. */
  async perform(call: Call): Promise<HttpResponse> {
    // The token has retries of its own, which are not repeated for every attempt.
    const tokens = call.headers.authorization === undefined ? this.#tokens : undefined
    const token = tokens?.get(call.signal)
    if (token instanceof Promise) await token
    return await untilFinal(call, this.#settings, async (isOpen) => {
      try {
        return await this.#sendWithToken(call, tokens)
      } catch (error) {
        if (error instanceof RateLimitError && error.retryAfter !== undefined)
          this.#pace.block(error.retryAfter * 1000)
        if (isOpen) return afterOpenAttempt(call, error)
        throw error
      }
    })
  }

  /** After a 401 one new token and one more attempt. */
  async #sendWithToken(call: Call, source: TokenSource | undefined): Promise<HttpResponse> {
    const known = source?.get(call.signal)
    const token = typeof known === 'string' ? known : await known
    try {
      return await this.#sendPaced(call, token)
    } catch (error) {
      if (!(error instanceof AuthenticationError) || !source || !token || !source.discard(token)) throw error
      return await this.#sendPaced(call, await source.get(call.signal))
    }
  }

  async #sendPaced(call: Call, token: string | undefined): Promise<HttpResponse> {
    const permission = this.#pace.enter(call, call.signal)
    if (permission) await permission
    try {
      const headers =
        token === undefined ? call.headers : { ...call.headers, authorization: `Bearer ${token}` }
      const response = await sendOnce({ ...call, headers }, this.#transport)
      this.#pace.observe(response.headers)
      return refuseErrors(call, response, this.#settings.credentials, token)
    } finally {
      this.#pace.leave()
    }
  }
}

/** Runs attempts until one succeeds or fails for good; `isOpen` if an earlier one may have been carried out. */
async function untilFinal(
  call: Call,
  { clock, maxWaitMs, maxRetries, onRetry }: Settings,
  attempt: (isOpen: boolean) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  let isOpen = false
  for (let retries = 0; ; retries++) {
    try {
      return await attempt(isOpen)
    } catch (error) {
      if (!(error instanceof TradehallError)) throw error
      const { repeatable } = call
      const afterMs = planRetry(error, { retries, maxRetries, repeatable, random: clock.random })
      if (afterMs > maxWaitMs) throw error
      isOpen ||= leavesOutcomeOpen(error)
      onRetry?.({ request: lineOf(call), retry: retries + 1, afterMs, error })
      await clock.sleep(afterMs, call.signal)
    }
  }
}

type Credentials = Settings['credentials']

type ApplicationCredentials = Extract<Credentials, { kind: 'application' }>

function tokenSource(settings: Settings, transport: TransportOptions): TokenSource | undefined {
  const { credentials, clock } = settings
  if (credentials.kind === 'token') return fixedToken(credentials.token)
  if (credentials.kind === 'none') return undefined
  return new RenewedToken(() => requestToken(settings, credentials, transport), clock)
}

async function requestToken(
  settings: Settings,
  credentials: ApplicationCredentials,
  transport: TransportOptions,
): Promise<IssuedToken> {
  const call = tokenCall(settings, credentials)
  const response = await untilFinal(call, settings, async () =>
    refuseErrors(call, await sendOnce(call, transport), credentials),
  )
  const issued = parseDocument(response, call) as { access_token?: unknown; expires_in?: unknown } | undefined
  if (typeof issued?.access_token === 'string' && typeof issued.expires_in === 'number') {
    return { text: issued.access_token, expiresInSeconds: issued.expires_in }
  }
  throw notOfThisApi(response, call)
}

function tokenCall(
  { baseUrl, userAgent, timeoutMs }: Settings,
  { clientId, clientSecret }: ApplicationCredentials,
): Call {
  return {
    method: 'POST',
    path: '/oauth/token',
    url: `${baseUrl}/oauth/token`,
    headers: {
      accept: 'application/json',
      ...(userAgent !== undefined && { 'user-agent': userAgent }),
    },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: '*',
    }),
    timeoutMs,
    signal: undefined,
    // A token that is lost with its response expires by itself.
    repeatable: true,
  }
}

/** Returns a response below 400, and throws any other as an error. */
function refuseErrors(
  call: Call,
  response: HttpResponse,
  credentials: Credentials,
  token?: string,
): HttpResponse {
  const { status, headers, text } = response
  if (status < 400) return response
  const body = withoutSecrets(text, credentials, token)
  const errors = errorEntries(body)
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN)
  throw responseError(
    {
      request: call,
      status,
      errors,
      body,
      requestId: headers.get('x-request-id') ?? undefined,
      retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
    },
    remedyFor(call, status, credentials, errors.length > 0),
  )
}

/** A server or a proxy might repeat in its error what it was sent. */
function withoutSecrets(text: string, credentials: Credentials, token: string | undefined): string {
  const secret = credentials.kind === 'application' ? credentials.clientSecret : undefined
  return [token, secret].reduce<string>(
    (safe, each) => (each ? safe.replaceAll(each, '[hidden]') : safe),
    text,
  )
}

function remedyFor(
  { path }: Call,
  status: number,
  credentials: Credentials,
  isDocument: boolean,
): string | undefined {
  if (status === 401) return AUTHENTICATION_REMEDIES[credentials.kind]
  if (isDocument) return undefined
  return `The response is no error document of the API: check baseUrl, and the proxies before ${path}.`
}

const AUTHENTICATION_REMEDIES = {
  application:
    'Check clientId and clientSecret, that the application is not revoked, and that baseUrl is its server.',
  token:
    'The token is wrong or has expired: give a new one, or clientId and clientSecret, with which it is renewed.',
  none: 'In a browser sign in again; elsewhere create the client with clientId and clientSecret.',
}

const lineOf = ({ method, path }: Call) => ({ method, path })

/** What errors mean if an earlier attempt of the same call may have been carried out. */
function afterOpenAttempt(call: Call, error: unknown): HttpResponse {
  if (error instanceof NotFoundError && call.method === 'DELETE') {
    return { status: 204, headers: new Headers(), text: '', response: new Response(null, { status: 204 }) }
  }
  throw error instanceof PreconditionFailedError ? new OutcomeUnknownError(error.request, error) : error
}
