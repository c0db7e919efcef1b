/**
 * Chooses the host of a database URL that all connections of this process go to, so that a read sees what was written before
 * it.
 *
 * The candidates (each host with each SSL mode) are probed in order, those of the host in use first. The first one that accepts
 * writes is chosen, otherwise the first one that answers, which serves reads. The choice is made again when a new connection is
 * needed after one has ended, and when the database has refused a write as read-only, as a demoted primary does. After each
 * choice the connections to other hosts are closed.
 */
import pg from 'pg'
import { withCode } from './connection.ts'
import { type ConnectionCandidates, type ConnectionSettings, connectionCandidates } from './settings.ts'

/** Then the next candidate is probed. */
const PROBE_MS = 3000
/** While no host accepts writes, every refused write asks for another choice. */
const SUSPECT_EVERY_MS = 1000
/** By SQLSTATE: insufficient resources, such as too many connections. */
const FULL = /^53/

const hostsByUrl = new Map<string, Hosts>()

/** Shared by everything in this process that connects to this URL. */
export function hostsOf(url: string): Hosts {
  const hosts = hostsByUrl.get(url) ?? new Hosts(url)
  hostsByUrl.set(url, hosts)
  return hosts
}

export class Hosts {
  readonly #url: string
  readonly #candidates: ConnectionCandidates
  /** The open connections, with their hosts. */
  readonly #open = new Map<pg.Client, string | undefined>()
  /** The index of the chosen candidate. */
  #chosen = 0
  #isCertain: boolean
  #choosing: Promise<void> | undefined
  #suspectedAt = Number.NEGATIVE_INFINITY

  constructor(url: string) {
    this.#url = url
    this.#candidates = connectionCandidates(url, { name: 'tradehall probe' })
    this.#isCertain = this.#candidates.length === 1
  }

  /** Returns a function that creates clients for the chosen host, without connecting them. */
  clients(settings: ConnectionSettings): () => Promise<pg.Client> {
    const candidates = connectionCandidates(this.#url, settings)
    return async () => {
      await this.#choose()
      return this.#watch(new pg.Client(candidates[this.#chosen]))
    }
  }

  /** For `pg.Pool`, which creates its clients itself: they go to the host that was chosen last. */
  clientClass(settings: ConnectionSettings): new () => pg.Client {
    const candidates = connectionCandidates(this.#url, settings)
    const hosts = this
    return class extends pg.Client {
      constructor() {
        super(candidates[hosts.#chosen])
        hosts.#watch(this)
      }
    }
  }

  /** The database has refused a write as read-only: looks in the background for a host that accepts it. */
  suspect(): void {
    const now = performance.now()
    if (this.#candidates.length === 1 || now - this.#suspectedAt < SUSPECT_EVERY_MS) return
    this.#suspectedAt = now
    this.#isCertain = false
    // If no host answers, the next attempts to connect get the error.
    this.#choose().catch(() => {})
  }

  get #host(): string | undefined {
    return this.#hostOf(this.#chosen)
  }

  #hostOf(candidate: number): string | undefined {
    return this.#candidates[candidate]?.connectionString
  }

  #watch(client: pg.Client): pg.Client {
    if (this.#candidates.length === 1) return client
    const host = this.#host
    client.once('connect', () => {
      this.#open.set(client, host)
      if (host !== this.#host) close(client)
    })
    client.once('end', () => {
      this.#open.delete(client)
      if (host === this.#host) this.#isCertain = false
    })
    return client
  }

  /** Calls that arrive while the hosts are probed share the result. */
  async #choose(): Promise<void> {
    if (!this.#isCertain)
      this.#choosing ??= this.#probeAll().finally(() => {
        this.#choosing = undefined
      })
    await this.#choosing
  }

  async #probeAll(): Promise<void> {
    // Before the probes, because a connection that ends meanwhile makes the choice uncertain again.
    this.#isCertain = true
    try {
      this.#chosen = await this.#firstUsable()
    } catch (error) {
      this.#isCertain = false
      throw withCode(error as Error)
    }
    for (const [client, host] of this.#open) if (host !== this.#host) close(client)
  }

  async #firstUsable(): Promise<number> {
    let answering: number | undefined
    let failure: unknown
    for (const candidate of this.#inOrder()) {
      try {
        if (await acceptsWrites(this.#candidates[candidate] as pg.ClientConfig)) return candidate
        answering ??= candidate
      } catch (error) {
        failure = error
        // A primary without a free connection is not given up for a standby.
        if (FULL.test((error as { code?: string }).code ?? '')) answering ??= candidate
      }
    }
    if (answering === undefined) throw failure
    return answering
  }

  #inOrder(): number[] {
    const isOther = (candidate: number) => Number(this.#hostOf(candidate) !== this.#host)
    return [...this.#candidates.keys()].sort((a, b) => isOther(a) - isOther(b))
  }
}

/** The user of the connection sees it as lost. */
const close = (client: pg.Client) => void client.connection.stream.destroy()

async function acceptsWrites(settings: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({
    ...settings,
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  })
  // Without a listener an error would end the process; the statement reports it.
  client.on('error', () => {})
  try {
    await client.connect()
    // Also `on` while a standby recovers.
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
    return rows[0]?.transaction_read_only === 'off'
  } finally {
    // A server that hangs must not delay the next probe.
    void client.end().catch(() => {})
  }
}
