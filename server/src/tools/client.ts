/** The HTTP client of the tools of integrators. It authenticates with the credentials of an application. */
import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { ConfigError, readSettings } from '../config.ts'
import { StartRefused } from '../platform/data-dir.ts'
import { readSandboxFile, sandboxFilePath } from '../roles/sandbox-file.ts'

export interface ClientOptions {
  /** Base URL of the server. */
  url?: string
  clientId?: string
}

export interface Client {
  baseUrl: string
  clientId: string
  /** Returns the response whatever its status. Throws `Unreachable` without a response, `StartRefused` without a token. */
  send(method: 'GET' | 'POST' | 'PATCH', path: string, options?: RequestOptions): Promise<Answer>
  /** Streams a file. Throws like `send`, and `StartRefused` for any status but 200; later errors are those of the stream. */
  download(path: string, signal: AbortSignal): Promise<Readable>
}

export interface RequestOptions {
  body?: unknown
  /** Sent as it is, instead of `body`. */
  payload?: string
  signal?: AbortSignal
  /** Timeout of the request. */
  withinMs?: number
}

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the API's documents have many shapes; each caller reads its own.
  body: any
  /** Seconds of the Retry-After header. */
  retryAfter: number | undefined
}

/** The server rejected the credentials of the application. */
export class CredentialsRefused extends StartRefused {}

/** There was no response: the server is not running, or the connection broke. A retry may help. */
export class Unreachable extends Error {}

/** Not imported from the package that exports it, which would take more memory than the whole tool. */
const JSON_API = 'application/vnd.api+json'
/** Longer than the server's own timeout of a request. */
const TIMEOUT_MS = 30_000
/** A token is renewed this long before it expires. */
const RENEW_MS = 5 * 60_000

export function connectTo(options: ClientOptions, environment: Record<string, string | undefined>): Client {
  const { baseUrl, clientId, clientSecret } = findCredentials(options, environment)
  let token: { text: string; validUntilMs: number } | undefined

  async function fetchToken(signal: AbortSignal | undefined): Promise<string> {
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    const answer = await exchange(`${baseUrl}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ ...form, scope: '*' }),
      ...(signal && { signal }),
    })
    if (answer.status >= 500) throw new Unreachable(`it responded with ${answer.status}`)
    if (answer.status !== 200) {
      const why = answer.body?.error_description ?? problemsIn(answer)
      throw new CredentialsRefused(`${baseUrl} gives no token to ${clientId}: ${why}`)
    }
    const { access_token: text, expires_in: seconds } = answer.body
    token = { text, validUntilMs: performance.now() + seconds * 1000 - RENEW_MS }
    return text
  }

  async function bearer(signal: AbortSignal | undefined): Promise<string> {
    const isValid = token !== undefined && performance.now() < token.validUntilMs
    return `Bearer ${isValid && token ? token.text : await fetchToken(signal)}`
  }

  async function request(
    method: string,
    path: string,
    { body, signal, withinMs, ...options }: RequestOptions,
  ): Promise<Answer> {
    const payload = options.payload ?? (body === undefined ? undefined : JSON.stringify(body))
    return await exchange(
      baseUrl + path,
      {
        method,
        headers: {
          accept: JSON_API,
          authorization: await bearer(signal),
          ...(payload !== undefined && { 'content-type': JSON_API }),
        },
        ...(payload !== undefined && { body: payload }),
        ...(signal && { signal }),
      },
      withinMs,
    )
  }

  return {
    baseUrl,
    clientId,
    async send(method, path, options = {}) {
      const answer = await request(method, path, options)
      if (answer.status !== 401) return answer
      // The token may have been revoked, for example by new keys: a new one is tried once.
      token = undefined
      return await request(method, path, options)
    },
    async download(path, signal) {
      const headers = { authorization: await bearer(signal) }
      const answer = await fetch(baseUrl + path, { headers, signal, redirect: 'error' }).catch((error) => {
        throw signal.aborted ? error : new Unreachable(reasonOf(error), { cause: error })
      })
      if (answer.status === 200 && answer.body) return Readable.fromWeb(answer.body as WebStream)
      const body = parse(await answer.text())
      throw new StartRefused(problemsIn({ status: answer.status, body, retryAfter: undefined }))
    },
  }
}

/** Options that are not set are read from the `sandbox.json` of the data folder. */
function findCredentials(
  options: ClientOptions,
  environment: Record<string, string | undefined>,
): { baseUrl: string; clientId: string; clientSecret: string } {
  const settings = readSettings(environment, ['dataDir', 'url', 'clientId', 'clientSecret'])
  const url = checkedUrl(options.url) ?? settings.url
  const clientId = options.clientId ?? settings.clientId
  if (clientId !== undefined && settings.clientSecret === undefined) {
    throw new ConfigError(`Set TRADEHALL_CLIENT_SECRET to the client secret of ${clientId}.`)
  }
  const own = clientId !== undefined ? { clientId, clientSecret: settings.clientSecret ?? '' } : undefined
  if (own && url) return { baseUrl: url, ...own }
  const file = readSandboxFile(settings.dataDir)
  if (!file) {
    throw new StartRefused(
      `There is no sandbox here (${sandboxFilePath(settings.dataDir)}): start one with \`npm start\`, or set TRADEHALL_URL, TRADEHALL_CLIENT_ID and TRADEHALL_CLIENT_SECRET.`,
    )
  }
  const { clientId: demoId, clientSecret: demoSecret } = file
  return { baseUrl: url ?? file.baseUrl, ...(own ?? { clientId: demoId, clientSecret: demoSecret }) }
}

export function checkedUrl(text: string | undefined, option = '--url'): string | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && ['http:', 'https:'].includes(url.protocol)) return text.replace(/\/+$/, '')
  throw new ConfigError(`${option} must be an address that begins with http: or https:; it is "${text}".`)
}

async function exchange(url: string, init: RequestInit, withinMs = TIMEOUT_MS): Promise<Answer> {
  const late = AbortSignal.timeout(withinMs)
  const signal = init.signal ? AbortSignal.any([init.signal, late]) : late
  try {
    const answer = await fetch(url, { ...init, signal, redirect: 'error' })
    const text = await answer.text()
    const retryAfter = Number(answer.headers.get('retry-after') ?? Number.NaN)
    return {
      status: answer.status,
      body: parse(text),
      retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
    }
  } catch (error) {
    if (init.signal?.aborted) throw error
    if (late.aborted) throw new Unreachable(`no answer within ${withinMs / 1000} seconds`)
    throw new Unreachable(reasonOf(error), { cause: error })
  }
}

/** `fetch` has the reason of a failure in `cause`, which may be an AggregateError. */
export function reasonOf(error: unknown): string {
  const { cause = error } = error as Error
  const { code, message, errors } = cause as NodeJS.ErrnoException & { errors?: unknown[] }
  if (!message && errors?.[0]) return reasonOf(errors[0])
  return code && !message.includes(code) ? `${message} (${code})` : message
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The details of the errors in a response. */
export function problemsIn({ status, body }: Answer): string {
  const details = (body?.errors ?? []).map(({ detail }: { detail?: string }) => detail).filter(Boolean)
  return details.length > 0 ? details.join(' ') : `it responded with ${status}.`
}
