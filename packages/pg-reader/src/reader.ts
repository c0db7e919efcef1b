/** Distributes statements over a few pipelined connections, opens connections on demand, and enforces timeouts. */
import type pg from 'pg'
import { ConnectionLost, ReaderBusy } from './errors.ts'
import { Fifo } from './fifo.ts'
import { KeptResults } from './kept-results.ts'
import { checkValues, type ParameterValue } from './outgoing.ts'
import {
  abandon,
  createPending,
  type PendingStatement,
  type Statement,
  type StatementCall,
} from './pending-statement.ts'
import { PipelinedConnection } from './pipelined-connection.ts'
import { createShapes, type ResultRow } from './row-shape.ts'

export interface ReaderOptions {
  /** Creates a client without connecting it. The reader connects it at once, because it must listen for early errors. */
  client: () => pg.Client | Promise<pg.Client>
  /** The maximum number of connections, which are opened on demand. */
  connections: number
  /** The maximum number of statements per connection, queued or in flight. Further reads fail with `ReaderBusy`. */
  queue: number
  /**
   * The timeout of a statement: for a connection, in the queue and for the response. Then it fails with `ConnectionLost`,
   * and a connection that still works on it is closed. Absent: no timeout.
   */
  answerWithinMs?: number
  /** The part of the timeout that the caller has used already, for instance for other statements. */
  waitedMs?: () => number
  /** The `types` of `pg.Client`, so that both parse the same values. */
  types: pg.CustomTypesConfig
  /**
   * Results of `read` are kept up to this many bytes, as received. Rows that arrive again with the same bytes are the same
   * objects, which are frozen. Absent: nothing is kept.
   */
  keepBytes?: number
  /** Called for each connection that was lost or could not be opened. */
  onLost?: (error: ConnectionLost) => void
}

export interface Reader {
  /**
   * Rejects with `pg.DatabaseError` if PostgreSQL refuses the statement, `ReaderBusy` if the queues are full, and
   * `ConnectionLost` if no response will arrive.
   */
  read(statement: Statement, values: readonly ParameterValue[]): Promise<ResultRow[]>
  /**
   * Runs several statements as one transaction, in order and in one round trip. Returns the rows of each. At the isolation
   * level `read committed` each sees what was committed before it began.
   */
  runTogether(...calls: readonly [StatementCall, ...StatementCall[]]): Promise<ResultRow[][]>
  /** Rejects new reads, waits for pending ones, and closes the connections, all within this time if it is set. */
  end(how?: { withinMs: number }): Promise<void>
}

/** A statement times out at most one tick after its timeout. */
const TICKS_PER_TIMEOUT = 16
/** Many times the duration of a read: a slow statement blocks the connection. */
const STALLED_MS = 20
/** Exponential backoff after failures, capped so that the reader reconnects within a second after a restart. */
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 1000
/**
 * Adding a statement to a pending write costs almost nothing, while a write of its own costs a system call and wakes a
 * server process. So a connection with a pending write counts as if it had this many fewer statements in flight.
 */
const WRITE_DISCOUNT = 3
const ignore = () => {}
const CLOSED = 'The reader was closed.'

/** The other statements of a transaction. */
function followersOf(more: readonly StatementCall[], startTick: number): PendingStatement[] {
  return more.map(({ statement, values }) => {
    checkValues(values)
    return createPending({ task: 'run', statement, values, resolve: ignore, reject: ignore, startTick })
  })
}

export function openReader(options: ReaderOptions): Reader {
  return new PipelinedReader(options)
}

/** A connection that is being opened. */
interface OpeningConnection {
  client: pg.Client | undefined
  ticks: number
}

class PipelinedReader implements Reader {
  readonly #options: ReaderOptions
  readonly #shapeOf: ReturnType<typeof createShapes>
  readonly #kept: KeptResults | undefined
  readonly #open: PipelinedConnection[] = []
  readonly #opening = new Set<OpeningConnection>()
  /** Statements without a connection, because none is open or all are full. */
  readonly #waiting = new Fifo<PendingStatement>()
  /** Failed attempts since the last new connection that has returned a response. */
  #failures = 0
  #pause: NodeJS.Timeout | undefined
  #tick = 0
  readonly #tickTimer: NodeJS.Timeout | undefined
  #ended: Promise<void> | undefined
  #resolveIdle: (() => void) | undefined

  constructor(options: ReaderOptions) {
    this.#options = options
    this.#shapeOf = createShapes(options.types)
    if (options.keepBytes) this.#kept = new KeptResults(options.keepBytes)
    if (options.answerWithinMs === undefined) return
    this.#tickTimer = setInterval(() => this.#checkTimeouts(), options.answerWithinMs / TICKS_PER_TIMEOUT)
    this.#tickTimer.unref()
  }

  read(statement: Statement, values: readonly ParameterValue[]): Promise<ResultRow[]> {
    return new Promise((resolve, reject) => {
      checkValues(values)
      const startTick = this.#currentTick()
      const pending = createPending({ task: 'run', statement, values, resolve, reject, startTick })
      pending.comparison = this.#kept?.compare(pending)
      this.#dispatch(pending)
    })
  }

  runTogether(...calls: readonly [StatementCall, ...StatementCall[]]): Promise<ResultRow[][]> {
    const [{ statement, values }, ...more] = calls
    return new Promise((resolveAll, reject) => {
      checkValues(values)
      const startTick = this.#currentTick()
      const resolve = () => resolveAll([pending, ...pending.followers].map(({ rows }) => rows))
      const pending = createPending(
        { task: 'run', statement, values, resolve, reject, startTick },
        followersOf(more, startTick),
      )
      this.#dispatch(pending)
    })
  }

  #currentTick(): number {
    const { answerWithinMs = 0, waitedMs } = this.#options
    if (!waitedMs || !answerWithinMs) return this.#tick
    return this.#tick - Math.floor((waitedMs() / answerWithinMs) * TICKS_PER_TIMEOUT)
  }

  end(how?: { withinMs: number }): Promise<void> {
    this.#ended ??= this.#finish(how?.withinMs)
    return this.#ended
  }

  #dispatch(pending: PendingStatement): void {
    if (this.#ended) throw new ConnectionLost(CLOSED)
    const connection = this.#leastBusy()
    if (connection) connection.send(pending)
    else if (this.#waiting.size < this.#room()) this.#waiting.push(pending)
    else throw new ReaderBusy('The queues of the reader are full.')
    // The connection has other statements in flight.
    if (!connection || connection.inFlight > 1) this.#openAnother()
  }

  /** The capacity of the connections that are not open yet. */
  #room(): number {
    return this.#options.queue * (this.#options.connections - this.#open.length)
  }

  /** Prefers connections that make progress and those with a pending write; undefined if all are full. */
  #leastBusy(): PipelinedConnection | undefined {
    const { queue } = this.#options
    const now = performance.now()
    let best: PipelinedConnection | undefined
    let least = Number.POSITIVE_INFINITY
    for (const connection of this.#open) {
      if (connection.inFlight >= queue) continue
      const load =
        connection.inFlight -
        (connection.isWriting ? WRITE_DISCOUNT : 0) +
        (connection.waitedMs(now) > STALLED_MS ? queue : 0)
      if (load >= least) continue
      best = connection
      least = load
    }
    return best
  }

  #sendWaiting(): void {
    while (this.#waiting.size > 0) {
      const connection = this.#leastBusy()
      if (!connection) return
      const pending = this.#waiting.shift() as PendingStatement
      if (!pending.isAbandoned) connection.send(pending)
    }
  }

  /** After a failure, only one attempt at a time, with backoff. */
  #openAnother(): void {
    if (this.#open.length + this.#opening.size >= this.#options.connections || this.#pause) return
    if (this.#failures === 0) {
      void this.#openConnection()
    } else if (this.#opening.size === 0) {
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (this.#failures - 1), LONGEST_PAUSE_MS)
      this.#pause = setTimeout(() => {
        this.#pause = undefined
        void this.#openConnection()
      }, pauseMs)
    }
  }

  async #openConnection(): Promise<void> {
    const opening: OpeningConnection = { client: undefined, ticks: 0 }
    this.#opening.add(opening)
    try {
      const client = await this.#options.client()
      // The reader was closed, or the connection timed out.
      if (!this.#opening.has(opening)) return
      opening.client = client
      let early: Error | undefined
      // PostgreSQL may close the connection with the same bytes that complete the authentication.
      client.on('error', (error) => {
        early = error
      })
      await client.connect()
      if (early) throw early
      if (this.#opening.delete(opening)) this.#use(client)
    } catch (error) {
      this.#failOpening(opening, 'A connection to the database could not be opened.', error)
    }
  }

  #use(client: pg.Client): void {
    let hasAnswered = false
    const connection: PipelinedConnection = new PipelinedConnection(client, {
      shapeOf: this.#shapeOf,
      isSession: false,
      kept: this.#kept,
      onAnswer: () => {
        if (!hasAnswered) this.#failures = 0
        hasAnswered = true
        this.#sendWaiting()
        this.#checkIdle()
      },
      onLost: (error) => {
        this.#open.splice(this.#open.indexOf(connection), 1)
        if (!hasAnswered) this.#failures++
        this.#options.onLost?.(error)
        if (this.#waiting.size > 0) this.#openAnother()
        this.#checkIdle()
      },
    })
    this.#open.push(connection)
    this.#sendWaiting()
  }

  #failOpening(opening: OpeningConnection, message: string, cause?: unknown): void {
    if (!this.#opening.delete(opening)) return
    opening.client?.connection.stream.destroy()
    this.#failures++
    this.#options.onLost?.(new ConnectionLost(message, { cause }))
    if (this.#open.length + this.#opening.size === 0) this.#rejectWaiting(() => true, message, cause)
  }

  #rejectWaiting(matches: (pending: PendingStatement) => boolean, message: string, cause?: unknown): void {
    for (let pending = this.#waiting.head; pending; pending = pending.next)
      if (matches(pending)) abandon(pending, message, cause)
    // Abandoned statements behind the head are dropped when they reach it.
    while (this.#waiting.head?.isAbandoned) this.#waiting.shift()
    this.#checkIdle()
  }

  #checkTimeouts(): void {
    this.#tick++
    for (const connection of [...this.#open]) connection.checkTimeouts(this.#tick, TICKS_PER_TIMEOUT)
    for (const opening of this.#opening) {
      if (++opening.ticks > TICKS_PER_TIMEOUT)
        this.#failOpening(opening, 'The connection to the database timed out.')
    }
    const isLate = (pending: PendingStatement) => this.#tick - pending.startTick > TICKS_PER_TIMEOUT
    this.#rejectWaiting(isLate, 'No connection to the database was available within the timeout.')
  }

  #checkIdle(): void {
    if (
      this.#resolveIdle &&
      this.#waiting.size === 0 &&
      this.#open.every((connection) => connection.inFlight === 0)
    )
      this.#resolveIdle()
  }

  async #finish(withinMs: number | undefined): Promise<void> {
    const idle = new Promise<void>((resolve) => {
      this.#resolveIdle = resolve
    })
    this.#checkIdle()
    let deadline: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      if (withinMs !== undefined) deadline = setTimeout(resolve, withinMs)
    })
    await Promise.race([idle, late])
    clearInterval(this.#tickTimer)
    clearTimeout(this.#pause)
    for (const { client } of this.#opening) client?.connection.stream.destroy()
    this.#opening.clear()
    this.#rejectWaiting(() => true, CLOSED)
    const open = this.#open.splice(0)
    await Promise.race([Promise.all(open.map((connection) => connection.close(CLOSED))), late])
    for (const connection of open) connection.destroy()
    clearTimeout(deadline)
  }
}
