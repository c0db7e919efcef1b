/** Chooses the connection to close when slots run out. Independent of sockets, so that the policy can be tested alone. */

/**
 * The stages of connections that may be closed, in the order of eviction. `idle`: between two requests. `anonymous`: with
 * an incomplete request or an unread response, without valid credentials. `authenticated`: the same with valid
 * credentials. A connection whose request is being processed has no stage.
 */
export const STAGES = ['idle', 'anonymous', 'authenticated'] as const

export type Stage = (typeof STAGES)[number]

export interface ConnectionActivity {
  /** Null while the connection must not be closed. */
  stage: Stage | null
  /** A number that changes whenever bytes were sent or received. */
  progress: number
}

/**
 * Orders connections by stage and, within a stage, by the time without traffic. Node emits no event for traffic, so a
 * connection is inspected when it reaches the head of its queue: if it has made progress since the last inspection, it
 * moves to the end (the second-chance algorithm). An eviction inspects only what has changed since the previous one.
 */
export class EvictionQueue<T> {
  readonly #inspect: (connection: T) => ConnectionActivity
  readonly #queues: Record<Stage, Set<T>> = {
    idle: new Set(),
    anonymous: new Set(),
    authenticated: new Set(),
  }
  readonly #entries = new Map<T, { stage: Stage; progress: number }>()

  constructor(inspect: (connection: T) => ConnectionActivity) {
    this.#inspect = inspect
  }

  get size(): number {
    return this.#entries.size
  }

  /**
   * Moves a connection to the end of the queue of its stage, or removes it if it has no stage. A new connection counts
   * as having made progress at its first inspection, because it had no time to send anything.
   */
  put(connection: T, { isNew = false }: { isNew?: boolean } = {}): void {
    this.delete(connection)
    const { stage, progress } = this.#inspect(connection)
    if (stage === null) return
    this.#entries.set(connection, { stage, progress: isNew ? Number.NaN : progress })
    this.#queues[stage].add(connection)
  }

  delete(connection: T): void {
    const entry = this.#entries.get(connection)
    if (!entry) return
    this.#entries.delete(connection)
    this.#queues[entry.stage].delete(connection)
  }

  count(stage: Stage): number {
    return this.#queues[stage].size
  }

  /** Removes and returns the connection to close. */
  evict(stages: readonly Stage[] = STAGES): T | undefined {
    for (const stage of stages) {
      const victim = this.#evictFrom(this.#queues[stage])
      if (victim !== undefined) return victim
    }
    return undefined
  }

  /** Each connection gets one second chance; if all of them have made progress, the first one is evicted. */
  #evictFrom(queue: Set<T>): T | undefined {
    let secondChances = queue.size
    for (const connection of queue) {
      const before = this.#entries.get(connection)
      const { stage, progress } = this.#inspect(connection)
      const hasMoved = stage !== before?.stage || progress !== before?.progress
      if (!hasMoved || (stage === before?.stage && secondChances <= 0)) {
        this.delete(connection)
        return connection
      }
      secondChances -= 1
      this.put(connection)
    }
    return undefined
  }
}
