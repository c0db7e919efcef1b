import type pg from 'pg'
import { ConnectionLost, ReaderBusy } from './errors.ts'
import { Fifo } from './fifo.ts'
import { type Job, newJob, type Part, type Statement } from './job.ts'
import { Line } from './line.ts'
import { checkValues, type Value } from './outgoing.ts'
import { createShapes, type Row } from './row-shape.ts'

export interface ReaderOptions {
  /** Makes a client that is not connected yet. The reader connects it, as an early end has to be heard from the start. */
  client: () => pg.Client
  /** At most. They are opened as they are needed. */
  connections: number
  /** Statements for each connection, waiting and under way. Beyond that a read fails at once with `ReaderBusy`. */
  queue: number
  /**
   * Whoever waits for longer than this, for a connection, behind others or for an answer, gets a `ConnectionLost`. A
   * connection that works on a statement for which nobody waits any more is thrown away. Absent: it may take as long as it
   * likes.
   */
  answerWithinMs?: number
  /** How long whoever asks now has waited already, for instance for other statements. That counts towards the bound. */
  waitedMs?: () => number
  /** What plain connections take as `types` too, so that both read the same values. */
  types: pg.CustomTypesConfig
  /** Told of each connection that was lost or could not be opened. */
  onLost?: (error: ConnectionLost) => void
}

export interface Reader {
  /**
   * Rejects with `pg.DatabaseError` for what the database refuses, `ReaderBusy` when nothing more fits, and
   * `ConnectionLost` when no answer will come.
   */
  read(statement: Statement, values: readonly Value[]): Promise<Row[]>
  /**
   * Runs several as one transaction, in one round trip and in their order: all of them or none. The rows are those of
   * the first. For a reader of single writes.
   */
  runTogether(first: Part, ...more: Part[]): Promise<Row[]>
  /** Takes no more reads, answers those under way, and closes the connections; all that within this time, if any. */
  end(how?: { withinMs: number }): Promise<void>
}

/** Whoever waits is told after the bound and one look more. */
const LOOKS_WITHIN_BOUND = 16
/** Many times what a read takes: something slow is in front of that connection. */
const STUCK_MS = 20
/** After a failure: soon, but no storm, and within a second after a restart. */
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 1000
/**
 * To send something with others costs next to nothing, and to send it alone a call of the operating system and the waking
 * of a process: so a connection that is about to send is chosen as if so many fewer were under way on it.
 */
const COMPANY = 3
const NO_MORE: readonly Part[] = []
const ignore = () => {}
const CLOSED = 'The reader was closed.'

export function openReader(options: ReaderOptions): Reader {
  return new Lines(options)
}

/** A connection that is being opened. */
interface Dial {
  client: pg.Client | undefined
  looks: number
}

class Lines implements Reader {
  readonly #options: ReaderOptions
  readonly #shapeOf: ReturnType<typeof createShapes>
  readonly #open: Line[] = []
  readonly #dials = new Set<Dial>()
  /** For a connection: none is open, or all that are have enough to do. */
  readonly #waiting = new Fifo<Job>()
  /** Attempts since a new connection has answered. */
  #failures = 0
  #pause: NodeJS.Timeout | undefined
  #look = 0
  readonly #lookTimer: NodeJS.Timeout | undefined
  #ended: Promise<void> | undefined
  #tellIdle: (() => void) | undefined

  constructor(options: ReaderOptions) {
    this.#options = options
    this.#shapeOf = createShapes(options.types)
    if (options.answerWithinMs === undefined) return
    this.#lookTimer = setInterval(() => this.#lookAround(), options.answerWithinMs / LOOKS_WITHIN_BOUND)
    this.#lookTimer.unref()
  }

  read(statement: Statement, values: readonly Value[]): Promise<Row[]> {
    return this.#ask(statement, values, NO_MORE)
  }

  runTogether({ statement, values }: Part, ...more: Part[]): Promise<Row[]> {
    return this.#ask(statement, values, more)
  }

  #ask(statement: Statement, values: readonly Value[], more: readonly Part[]): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      if (this.#ended) throw new ConnectionLost(CLOSED)
      checkValues(values)
      const shared = { task: 'run', askedAt: this.#askedAt() } as const
      const followers = more.map((part) => {
        checkValues(part.values)
        return newJob({ ...shared, ...part, resolve: ignore, reject: ignore })
      })
      this.#place(newJob({ ...shared, statement, values, resolve, reject }, followers))
    })
  }

  #askedAt(): number {
    const { answerWithinMs = 0, waitedMs } = this.#options
    if (!waitedMs || !answerWithinMs) return this.#look
    return this.#look - Math.floor((waitedMs() / answerWithinMs) * LOOKS_WITHIN_BOUND)
  }

  end(how?: { withinMs: number }): Promise<void> {
    this.#ended ??= this.#finish(how?.withinMs)
    return this.#ended
  }

  #place(job: Job): void {
    const line = this.#leastBusy()
    if (line) line.send(job)
    else if (this.#waiting.size < this.#room()) this.#waiting.push(job)
    else throw new ReaderBusy('The reader holds as many statements as it may.')
    // It has others to answer.
    if (!line || line.underWay > 1) this.#openAnother()
  }

  /** What connections that are not open yet could hold. */
  #room(): number {
    return this.#options.queue * (this.#options.connections - this.#open.length)
  }

  /** One that has room, and rather one that gets on, or has something to send anyway. */
  #leastBusy(): Line | undefined {
    const { queue } = this.#options
    const now = performance.now()
    let best: Line | undefined
    let least = Number.POSITIVE_INFINITY
    for (const line of this.#open) {
      if (line.underWay >= queue) continue
      const load =
        line.underWay - (line.isWriting ? COMPANY : 0) + (line.waitedMs(now) > STUCK_MS ? queue : 0)
      if (load >= least) continue
      best = line
      least = load
    }
    return best
  }

  #sendWaiting(): void {
    while (this.#waiting.size > 0) {
      const line = this.#leastBusy()
      if (!line) return
      line.send(this.#waiting.shift() as Job)
    }
  }

  /** While the database does not take connections, one attempt at a time, with pauses. */
  #openAnother(): void {
    if (this.#open.length + this.#dials.size >= this.#options.connections || this.#pause) return
    if (this.#failures === 0) {
      void this.#dial()
    } else if (this.#dials.size === 0) {
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (this.#failures - 1), LONGEST_PAUSE_MS)
      this.#pause = setTimeout(() => {
        this.#pause = undefined
        void this.#dial()
      }, pauseMs)
    }
  }

  async #dial(): Promise<void> {
    const dial: Dial = { client: undefined, looks: 0 }
    this.#dials.add(dial)
    try {
      const client = this.#options.client()
      dial.client = client
      let early: Error | undefined
      // The database may end the connection with the same bytes with which it let us in.
      client.on('error', (error) => {
        early = error
      })
      await client.connect()
      if (early) throw early
      if (this.#dials.delete(dial)) this.#use(client)
    } catch (error) {
      this.#giveUp(dial, 'A connection to the database could not be opened.', error)
    }
  }

  #use(client: pg.Client): void {
    let hasAnswered = false
    const line: Line = new Line(client, {
      shapeOf: this.#shapeOf,
      isSession: false,
      onAnswer: () => {
        if (!hasAnswered) this.#failures = 0
        hasAnswered = true
        this.#sendWaiting()
        this.#noteIdle()
      },
      onLost: (error) => {
        this.#open.splice(this.#open.indexOf(line), 1)
        if (!hasAnswered) this.#failures++
        this.#options.onLost?.(error)
        if (this.#waiting.size > 0) this.#openAnother()
        this.#noteIdle()
      },
    })
    this.#open.push(line)
    this.#sendWaiting()
  }

  #giveUp(dial: Dial, message: string, cause?: unknown): void {
    if (!this.#dials.delete(dial)) return
    dial.client?.connection.stream.destroy()
    this.#failures++
    this.#options.onLost?.(new ConnectionLost(message, { cause }))
    if (this.#open.length + this.#dials.size === 0) this.#rejectWaiting(() => true, message, cause)
  }

  #rejectWaiting(isMeant: (job: Job) => boolean, message: string, cause?: unknown): void {
    while (this.#waiting.head && isMeant(this.#waiting.head)) {
      this.#waiting.shift()?.reject(new ConnectionLost(message, { cause }))
    }
    this.#noteIdle()
  }

  #lookAround(): void {
    this.#look++
    for (const line of [...this.#open]) line.look(this.#look, LOOKS_WITHIN_BOUND)
    for (const dial of this.#dials) {
      if (++dial.looks > LOOKS_WITHIN_BOUND) this.#giveUp(dial, 'The database did not let us in in time.')
    }
    const isLate = (job: Job) => this.#look - job.askedAt > LOOKS_WITHIN_BOUND
    this.#rejectWaiting(isLate, 'No connection to the database was free in time.')
  }

  #noteIdle(): void {
    if (this.#tellIdle && this.#waiting.size === 0 && this.#open.every((line) => line.underWay === 0))
      this.#tellIdle()
  }

  async #finish(withinMs: number | undefined): Promise<void> {
    const idle = new Promise<void>((resolve) => {
      this.#tellIdle = resolve
    })
    this.#noteIdle()
    let deadline: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      if (withinMs !== undefined) deadline = setTimeout(resolve, withinMs)
    })
    await Promise.race([idle, late])
    clearInterval(this.#lookTimer)
    clearTimeout(this.#pause)
    for (const { client } of this.#dials) client?.connection.stream.destroy()
    this.#dials.clear()
    this.#rejectWaiting(() => true, CLOSED)
    const open = this.#open.splice(0)
    await Promise.race([Promise.all(open.map((line) => line.close(CLOSED))), late])
    for (const line of open) line.destroy()
    clearTimeout(deadline)
  }
}
