/** Connects the tools of integrators to a server, and turns the errors of the client library into sentences for the user. */
import {
  type Client,
  ConfigurationError,
  ConnectionError,
  createClient,
  OutcomeUnknownError,
  RateLimitError,
  ResponseError,
  ServerError,
  TimeoutError,
  TradehallError,
} from '@tradehall/client'
import { ConfigError, readSettings } from '../config.ts'
import { StartRefused } from '../platform/data-dir.ts'
import { readSandboxFile, sandboxFilePath } from '../roles/sandbox-file.ts'

export interface ConnectOptions {
  /** Base URL of the server. */
  url?: string
  clientId?: string
}

export interface Connection {
  baseUrl: string
  clientId: string
  client: Client
}

/** The server rejected the credentials of the application. */
export class CredentialsRefused extends StartRefused {}

/** The server rejected the request; a retry would not help. */
export class RequestRejected extends StartRefused {}

export function connectTo(
  options: ConnectOptions,
  environment: Record<string, string | undefined>,
  limits: { maxRetries?: number; maxWaitMs?: number } = {},
): Connection {
  const { baseUrl, clientId, clientSecret } = findCredentials(options, environment)
  try {
    // A server on another machine of a private network may have no certificate.
    const client = createClient({ baseUrl, clientId, clientSecret, ...limits, insecureHttp: true })
    return { baseUrl, clientId, client }
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    throw new ConfigError(`The address or the credentials cannot be used: ${error.message}`)
  }
}

/** Options that are not set are read from the `sandbox.json` of the data folder. */
function findCredentials(
  options: ConnectOptions,
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

/** A missing response, throttling and server errors: a retry may succeed. */
export const isTransient = (error: unknown): error is ConnectionError | ServerError | RateLimitError =>
  error instanceof ConnectionError || error instanceof ServerError || error instanceof RateLimitError

/** The error with which the server responded to a request of the tool, as opposed to one for a token. */
export function responseErrorIn(error: unknown): ResponseError | undefined {
  const cause = error instanceof OutcomeUnknownError ? error.cause : error
  return cause instanceof ResponseError && !isAboutToken(cause) ? cause : undefined
}

const isAboutToken = ({ request }: ResponseError) => request.path === '/oauth/token'

/** An error of the library as a failure of the tool; `remedy` follows if a retry may help. Others are returned as they are. */
export function refusalOf(error: unknown, { baseUrl, clientId }: Connection, remedy = ''): unknown {
  const cause = error instanceof OutcomeUnknownError ? error.cause : error
  if (!(cause instanceof TradehallError)) return error
  if (isTransient(cause)) {
    return new StartRefused(`${baseUrl} cannot be reached: ${problemIn(cause)}.${remedy}`)
  }
  if (!(cause instanceof ResponseError)) return new StartRefused(cause.message)
  const problems = `${problemIn(cause)}.`
  return isAboutToken(cause)
    ? new CredentialsRefused(`${baseUrl} gives no token to ${clientId}: ${problems}`)
    : new RequestRejected(`${baseUrl} rejected the request: ${problems}`)
}

/** What went wrong, without a full stop: the details of the response, or the reason why there is none. */
export function problemIn(error: ConnectionError | ResponseError): string {
  if (error instanceof TimeoutError) return 'there was no response in time'
  if (error instanceof ConnectionError) return reasonOf(error)
  const details = error.errors.flatMap(({ detail }) => detail ?? [])
  return details.length > 0 ? details.join(' ').replace(/\.$/, '') : `it responded with ${error.status}`
}

/** `fetch` has the reason of a failure in `cause`, which may be an AggregateError. */
export function reasonOf(error: unknown): string {
  const { cause, errors, code, message } = error as NodeJS.ErrnoException & { errors?: unknown[] }
  if (cause) return reasonOf(cause)
  if (!message && errors?.[0]) return reasonOf(errors[0])
  return code && !message.includes(code) ? `${message} (${code})` : message
}
