/** The options of a client, and what they mean where it runs. */
import { checkBaseUrl } from './address.ts'
import type { CacheOptions } from './cache.ts'
import { abortable, type Clock, systemClock } from './clock.ts'
import { ConfigurationError, type RequestLine, type TradehallError } from './errors.ts'
import { MAX_RETRIES } from './retry.ts'
import { VERSION } from './version.ts'

export interface ClientOptions {
  /** The address of the server, without `/api`. In a browser the origin of the page by default. */
  baseUrl?: string
  /** The credentials of an application. Not in browsers, where the session cookie of the page is used. */
  clientId?: string
  clientSecret?: string
  /** An access token from elsewhere, instead of credentials. It is not renewed. Not in browsers. */
  token?: string
  /** For each attempt of a request: 30 seconds by default. */
  timeoutMs?: number
  /** Responses that are larger are refused: 64 MB by default. */
  maxBytes?: number
  /** Requests of this client that are under way at the same time: 16 by default. */
  maxConcurrent?: number
  /** The longest wait for a rate limit: 5 minutes by default. A longer one is a `RateLimitError`. */
  maxWaitMs?: number
  /** Retries after a failed request: 5 by default, 0 for a program that reports or handles failures at once. */
  maxRetries?: number
  /** Names your program, such as `my-connector/1.2`, before the name of this library in `User-Agent`. Not in browsers. */
  userAgent?: string
  /** Keeps responses with an ETag in memory and asks the server only whether they have changed. */
  cache?: boolean | CacheOptions
  /** Allows plain HTTP to other machines, in a network of your own. */
  insecureHttp?: boolean
  /** Called before each wait for a retry. */
  onRetry?: (retry: Retry) => void
  fetch?: typeof fetch
  clock?: Clock
}

export interface Retry {
  request: RequestLine
  /** 1 for the first retry. */
  retry: number
  afterMs: number
  error: TradehallError
}

export interface Settings {
  baseUrl: string
  credentials: Credentials
  isBrowser: boolean
  timeoutMs: number
  maxBytes: number
  maxConcurrent: number
  maxWaitMs: number
  maxRetries: number
  /** Undefined in browsers, which have one of their own. */
  userAgent: string | undefined
  cache: CacheOptions | undefined
  onRetry: ((retry: Retry) => void) | undefined
  fetch: typeof fetch
  clock: Clock
}

type Credentials =
  | { kind: 'application'; clientId: string; clientSecret: string }
  | { kind: 'token'; token: string }
  | { kind: 'none' }

export function readOptions(options: ClientOptions, isBrowser = runsInBrowser()): Settings {
  const { fetch: ownFetch, cache = false, onRetry } = options
  const baseUrl =
    options.baseUrl ??
    (isBrowser ? (globalThis as { location?: { origin: string } }).location?.origin : undefined)
  return {
    baseUrl: checkBaseUrl(baseUrl, options.insecureHttp ?? isBrowser),
    credentials: readCredentials(options, isBrowser),
    isBrowser,
    timeoutMs: positive('timeoutMs', options.timeoutMs, 30_000),
    maxBytes: positive('maxBytes', options.maxBytes, 64_000_000),
    maxConcurrent: positive('maxConcurrent', options.maxConcurrent, 16),
    maxWaitMs: positive('maxWaitMs', options.maxWaitMs, 5 * 60_000),
    maxRetries: checkRetries(options.maxRetries),
    userAgent: isBrowser ? undefined : userAgentOf(options.userAgent),
    cache: cache === true ? {} : cache || undefined,
    onRetry,
    // Browsers refuse to call it as a method of another object.
    fetch: ownFetch ?? ((input, init) => globalThis.fetch(input, init)),
    clock: abortable(options.clock ?? systemClock),
  }
}

function readCredentials({ clientId, clientSecret, token }: ClientOptions, isBrowser: boolean): Credentials {
  const hasAny = [clientId, clientSecret, token].some((value) => value !== undefined)
  if (!hasAny) return { kind: 'none' }
  if (isBrowser) {
    throw new ConfigurationError(
      'Client credentials and tokens must not reach a browser: create the client without them, and let the session cookie of the page identify the user, or call the API from your server.',
    )
  }
  if (isText(token) && clientId === undefined && clientSecret === undefined) return { kind: 'token', token }
  if (isText(clientId) && isText(clientSecret) && token === undefined)
    return { kind: 'application', clientId, clientSecret }
  throw new ConfigurationError('Give either clientId and clientSecret, or token; each is a text.')
}

const LIBRARY = `tradehall-client/${VERSION}`

function userAgentOf(given: string | undefined): string {
  if (given === undefined) return LIBRARY
  if (typeof given === 'string' && /^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(given)) return `${given} ${LIBRARY}`
  throw new ConfigurationError(
    'userAgent must be a text of visible ASCII characters, such as my-connector/1.2.',
  )
}

/** Header values and forms would be broken by control characters, such as the line break at the end of a secret file. */
const isText = (value: unknown): value is string => typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)

function positive(name: string, given: number | undefined, otherwise: number): number {
  if (given === undefined) return otherwise
  if (typeof given === 'number' && given > 0) return given
  throw new ConfigurationError(`${name} must be a number above 0.`)
}

function checkRetries(given: number = MAX_RETRIES): number {
  if (Number.isInteger(given) && given >= 0 && given <= MAX_RETRIES) return given
  throw new ConfigurationError(`maxRetries must be a whole number from 0 to ${MAX_RETRIES}.`)
}

/**
 * Every browser, its workers too, calls itself Mozilla; Node, Deno, Bun and Workers of hosting providers do not. A test
 * environment that imitates a browser inside of Node is still Node.
 */
export function runsInBrowser(): boolean {
  const { navigator, process } = globalThis as {
    navigator?: { userAgent?: unknown }
    process?: { versions?: { node?: unknown } }
  }
  return process?.versions?.node === undefined && String(navigator?.userAgent).startsWith('Mozilla/')
}
