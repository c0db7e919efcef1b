/** The sandbox that the tools work on. It may start, stop and move to another port while they wait to be used. */
import type { Client, Method, PlainResponse, RequestInputs } from '@tradehall/client'
import {
  type Account,
  type Connection,
  type ConnectOptions,
  type Credentials,
  connectTo,
  findCredentials,
  isTransient,
  type Limits,
  readFromSandbox,
  refusalOf,
  secretsOfSandbox,
} from '../connection.ts'
import { ConfigError } from '../failures.ts'
import { readKitSettings } from '../settings.ts'

const DEFAULT_LIMITS: Limits = {
  // The coding tool decides whether to repeat a request.
  maxRetries: 0,
  maxWaitMs: 10_000,
  timeoutMs: 30_000,
  maxBytes: 8_000_000,
}

type Environment = Record<string, string | undefined>

interface Known extends Connection {
  credentials: Credentials
  /** Resolves when the server has shown that it is a sandbox. */
  checked: Promise<unknown> | undefined
}

export class Sandbox {
  readonly #options: ConnectOptions
  readonly #environment: Environment
  readonly #limits: Limits
  readonly #connections = new Map<Account, Known>()
  readonly #secrets = new Set<string>()

  constructor(options: ConnectOptions, environment: Environment, limits: Limits = {}) {
    const { mode } = readKitSettings(environment, ['mode'])
    if (mode === 'production')
      throw new ConfigError('`mcp` is for a sandbox: a production server is no place to try things.')
    this.#options = options
    this.#environment = environment
    this.#limits = { ...DEFAULT_LIMITS, ...limits }
  }

  /** The secrets of all accounts whose credentials were read. */
  readonly secrets = (): readonly string[] => [...this.#secrets]

  /** A connection to what has shown to be a sandbox. */
  async connection(account: Account = 'brand'): Promise<Connection> {
    const known = this.#connect(account)
    known.checked ??= readFromSandbox(known, () => known.client.get('/api/testing/clock'))
    try {
      await known.checked
      return known
    } catch (error) {
      known.checked = undefined
      throw refusalOf(error, known)
    }
  }

  /** For work that goes on after failures, such as those that a lesson makes on purpose. */
  async patientConnection(): Promise<Connection> {
    await this.connection()
    return connectTo(this.#options, this.#environment)
  }

  async client(account?: Account): Promise<Client> {
    return (await this.connection(account)).client
  }

  /** Resolves with a response below 400; everything else is thrown. */
  async send(
    method: Method,
    path: string,
    { account = 'brand', ...inputs }: RequestInputs & { account?: Account | undefined } = {},
  ): Promise<PlainResponse> {
    const { client } = await this.connection(account)
    return await client.sendPlainly(method, path, inputs)
  }

  /** What the tools say about an error of the client library. After one without a response the server is checked again. */
  refusal(error: unknown): unknown {
    const [known] = this.#connections.values()
    if (!known) return error
    if (isTransient(error)) for (const each of this.#connections.values()) each.checked = undefined
    return refusalOf(error, known)
  }

  /** The credentials are read for every call: a new start of the sandbox may have changed port and secrets. */
  #connect(account: Account): Known {
    const options = { ...this.#options, account }
    const credentials = findCredentials(options, this.#environment)
    const known = this.#connections.get(account)
    if (known && isSame(known.credentials, credentials)) return known
    const connection = connectTo(options, this.#environment, this.#limits)
    for (const secret of [credentials.clientSecret, ...secretsOfSandbox(this.#environment)])
      this.#secrets.add(secret)
    const fresh: Known = { ...connection, remedy: NOT_RUNNING, credentials, checked: undefined }
    this.#connections.set(account, fresh)
    return fresh
  }
}

const NOT_RUNNING =
  ' Start the sandbox with `tradehall start`, or `npm start` in a clone, and call the tool again.'

const isSame = (one: Credentials, other: Credentials) =>
  one.baseUrl === other.baseUrl && one.clientId === other.clientId && one.clientSecret === other.clientSecret
