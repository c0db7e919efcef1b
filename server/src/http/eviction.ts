/** Which connection is closed when slots run short. Knows nothing of sockets, so that it can be tested as a rule. */

/**
 * The stages of a connection that may be closed, in the order in which they are: between two requests; with a request
 * that has not arrived as a whole, or an answer that is not read, of nobody known; the same with a valid token. A
 * connection whose request is being processed has no stage.
 */
export const STAGES = ['idle', 'anonymous', 'authenticated'] as const

export type Stage = (typeof STAGES)[number]

export interface Look {
  /** Null while the connection must not be closed. */
  stage: Stage | null
  /** Anything that differs after bytes have moved. */
  progress: number
}

/**
 * Orders connections by stage and, within a stage, by how long no byte has moved. No event tells of bytes, so a
 * connection is looked at when its turn comes: one that has made progress since the last look goes to the end of the
 * line (the second-chance algorithm). A choice costs as much as the bytes and connections that came since the last one.
 */
export class EvictionQueue<T> {
  readonly #look: (connection: T) => Look
  readonly #lines: Record<Stage, Set<T>> = { idle: new Set(), anonymous: new Set(), authenticated: new Set() }
  readonly #entries = new Map<T, { stage: Stage; progress: number }>()

  constructor(look: (connection: T) => Look) {
    this.#look = look
  }

  get size(): number {
    return this.#entries.size
  }

  /**
   * Puts a connection at the end of the line of its stage, or takes it out when it has none. A new one counts as having
   * made progress at its first look: it had no time to send anything.
   */
  put(connection: T, { isNew = false }: { isNew?: boolean } = {}): void {
    this.delete(connection)
    const { stage, progress } = this.#look(connection)
    if (stage === null) return
    this.#entries.set(connection, { stage, progress: isNew ? Number.NaN : progress })
    this.#lines[stage].add(connection)
  }

  delete(connection: T): void {
    const entry = this.#entries.get(connection)
    if (!entry) return
    this.#entries.delete(connection)
    this.#lines[entry.stage].delete(connection)
  }

  count(stage: Stage): number {
    return this.#lines[stage].size
  }

  /** Takes out the connection to close. */
  take(stages: readonly Stage[] = STAGES): T | undefined {
    for (const stage of stages) {
      const victim = this.#takeFrom(this.#lines[stage])
      if (victim !== undefined) return victim
    }
    return undefined
  }

  /** Each connection goes to the end of its line once; when all have, the first one is taken. */
  #takeFrom(line: Set<T>): T | undefined {
    let secondChances = line.size
    for (const connection of line) {
      const before = this.#entries.get(connection)
      const { stage, progress } = this.#look(connection)
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
