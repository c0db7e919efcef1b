/** Connects the commands to a server, and turns the errors of the client library into sentences for the user. */
import {
  type Client,
  type ClientOptions,
  ConfigurationError,
  ConnectionError,
  createClient,
  NotFoundError,
  OutcomeUnknownError,
  RateLimitError,
  ResponseError,
  ServerError,
  TimeoutError,
  TradehallError,
} from '@tradehall/client'
import { readSandboxFile, type SandboxFile, sandboxFilePath } from './data-dir/sandbox-file.ts'
import { ConfigError, StartRefused } from './failures.ts'
import { readKitSettings } from './settings.ts'

/** The demo accounts of a sandbox; its own brand is the first. */
export const ACCOUNTS = ['brand', 'otherBrand', 'retailer', 'operator'] as const
export type Account = (typeof ACCOUNTS)[number]

export interface ConnectOptions {
  /** Base URL of the server. */
  url?: string
  clientId?: string
  /** Of the sandbox in the data folder. */
  account?: Account
}

export interface Connection {
  baseUrl: string
  clientId: string
  client: Client
  /** What the user can do if the server does not answer. */
  remedy?: string
}

export type Limits = Pick<ClientOptions, 'maxRetries' | 'maxWaitMs' | 'maxBytes' | 'timeoutMs'>

/** The server rejected the credentials of the application. */
export class CredentialsRefused extends StartRefused {}

/** The server has no testing API: it is a marketplace in production, or of another version. */
export class NotASandbox extends StartRefused {}

/** The server rejected the request; a retry would not help. */
export class RequestRejected extends StartRefused {}

export function connectTo(
  options: ConnectOptions,
  environment: Record<string, string | undefined>,
  limits: Limits = {},
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

export interface Credentials {
  baseUrl: string
  clientId: string
  clientSecret: string
}

/** Options that are not set are read from the `sandbox.json` of the data folder. */
export function findCredentials(
  options: ConnectOptions,
  environment: Record<string, string | undefined>,
): Credentials {
  const settings = readKitSettings(environment, ['dataDir', 'url', 'clientId', 'clientSecret'])
  const url = checkedUrl(options.url) ?? settings.url
  const clientId = options.clientId ?? settings.clientId
  if (clientId !== undefined && settings.clientSecret === undefined) {
    throw new ConfigError(`Set TRADEHALL_CLIENT_SECRET to the client secret of ${clientId}.`)
  }
  const { account = 'brand' } = options
  if (clientId !== undefined && account !== 'brand') {
    throw new ConfigError(
      `Only the sandbox of the data folder has an account ${account}; requests are sent as ${clientId}.`,
    )
  }
  const own = clientId !== undefined ? { clientId, clientSecret: settings.clientSecret ?? '' } : undefined
  if (own && url) return { baseUrl: url, ...own }
  const file = readSandboxFile(settings.dataDir)
  if (!file) {
    throw new StartRefused(
      `There is no sandbox here (${sandboxFilePath(settings.dataDir)}): start one with \`tradehall start\`, or set TRADEHALL_URL, TRADEHALL_CLIENT_ID and TRADEHALL_CLIENT_SECRET.`,
    )
  }
  return { baseUrl: url ?? file.baseUrl, ...(own ?? credentialsOf(file, account)) }
}

function credentialsOf(file: SandboxFile, account: Account): Omit<Credentials, 'baseUrl'> {
  const { clientId, clientSecret } = account === 'brand' ? file : file[account]
  return { clientId, clientSecret }
}

/** Every secret in the `sandbox.json` of the data folder. */
export function secretsOfSandbox(environment: Record<string, string | undefined>): readonly string[] {
  const file = readSandboxFile(readKitSettings(environment, ['dataDir']).dataDir)
  if (!file) return []
  const { user, operator } = file
  return [...ACCOUNTS.map((each) => credentialsOf(file, each).clientSecret), user.password, operator.password]
}

export function checkedUrl(text: string | undefined, option = '--url'): string | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && ['http:', 'https:'].includes(url.protocol)) return text.replace(/\/+$/, '')
  throw new ConfigError(`${option} must be an address that begins with http: or https:; it is "${text}".`)
}

/** `read` uses the testing API, which a marketplace in production does not have. */
export async function readFromSandbox<T>({ baseUrl }: Connection, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error
    throw new NotASandbox(
      `${baseUrl} is not a sandbox of this version: this needs its testing API, which a marketplace in production does not have.`,
    )
  }
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
export function refusalOf(error: unknown, connection: Connection, remedy = connection.remedy ?? ''): unknown {
  const { baseUrl, clientId } = connection
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
