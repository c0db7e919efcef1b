/**
 * Keeps results that are read again and again, with the bytes that they were parsed from. PostgreSQL still runs each
 * statement: rows that arrive with the same bytes are returned as the same objects. That saves parsing them, and callers can
 * keep with a row what they have derived from it.
 */
import type { ParameterValue } from './outgoing.ts'
import type { ReadRow, ResultRow } from './row-shape.ts'

/** Parsing a smaller result costs hardly more than finding it. */
export const MIN_KEPT_BYTES = 2048
/** The largest share of the memory for one result. */
const MAX_SHARE = 1 / 8
/** In characters. Longer parameters are mostly lists of ids. */
const MAX_KEY = 4096
/** Bounds the names of statements that are generated at run time. */
const MAX_STATEMENTS = 1000

interface ReceivedResult {
  readonly statement: { readonly name: string }
  readonly values: readonly ParameterValue[]
  readonly rows: readonly ResultRow[]
  /** The size of the rows. */
  readonly bytes: number
  readonly comparison: Comparison | undefined
}

export class KeptResults {
  readonly #maxBytes: number
  /** The names of statements that have returned a large result. Reads of others cost one lookup. */
  readonly #statements = new Set<string>()
  readonly #results: RecentlyUsed<KeptResult>
  /**
   * The sizes of results that were read once and would still be kept. A result is kept when it is read again before they are
   * displaced: a walk over more pages than there is memory for displaces nothing and costs nothing.
   */
  readonly #readOnce: RecentlyUsed<{ size: number }>

  /** `maxBytes`: of the bytes that were received. Parsed rows take several times as much. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
    this.#results = new RecentlyUsed(maxBytes)
    this.#readOnce = new RecentlyUsed(maxBytes)
  }

  /** Undefined if the result is read for the first time. */
  compare({
    statement: { name },
    values,
  }: Pick<ReceivedResult, 'statement' | 'values'>): Comparison | undefined {
    if (!this.#statements.has(name)) return undefined
    const key = keyOf(name, values)
    const kept = this.#results.get(key)
    return kept || this.#readOnce.get(key) ? new Comparison(key, kept) : undefined
  }

  /** Takes note of a large result that is complete. */
  receive({ statement: { name }, values, rows, bytes: size, comparison }: ReceivedResult): void {
    // A statement without a name has a new text at each use.
    if (name === '') return
    this.#remember(name)
    const key = comparison?.key ?? keyOf(name, values)
    if (key.length > MAX_KEY || size > this.#maxBytes * MAX_SHARE) this.#results.delete(key)
    else if (!comparison) this.#readOnce.set(key, { size })
    // Otherwise another read of the same result has ended in the meantime.
    else if (this.#results.get(key) === comparison.kept) this.#keep(key, comparison.resultOf(rows))
  }

  #keep(key: string, result: KeptResult): void {
    this.#readOnce.delete(key)
    if (result.freeze()) this.#results.set(key, result)
  }

  #remember(name: string): void {
    if (this.#statements.size >= MAX_STATEMENTS && !this.#statements.has(name)) this.#statements.clear()
    this.#statements.add(name)
  }
}

/** A cache that is bounded by the sum of sizes and of the lengths of keys. */
class RecentlyUsed<T extends { size: number }> {
  readonly #maxSize: number
  /** The least recently used first. */
  readonly #entries = new Map<string, T>()
  #size = 0

  constructor(maxSize: number) {
    this.#maxSize = maxSize
  }

  get(key: string): T | undefined {
    return this.#entries.get(key)
  }

  /** Setting the same entry again is using it. */
  set(key: string, entry: T): void {
    this.delete(key)
    this.#entries.set(key, entry)
    this.#size += key.length + entry.size
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#maxSize) break
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#size -= key.length + entry.size
  }
}

/** Compares a result with the kept one while it arrives. */
export class Comparison {
  readonly key: string
  readonly kept: KeptResult | undefined
  #readRow: ReadRow | undefined
  /** The bytes of each row so far; undefined if they are those of the kept result. */
  readonly #received: (Buffer | undefined)[] = []

  constructor(key: string, kept: KeptResult | undefined) {
    this.key = key
    this.kept = kept
  }

  read(readRow: ReadRow, bytes: Buffer, start: number, end: number): ResultRow {
    this.#readRow = readRow
    const known = this.kept?.rowOf(this.#received.length, readRow, bytes, start, end)
    // The buffer is reused for what arrives next.
    this.#received.push(known ? undefined : Buffer.from(bytes.subarray(start, end)))
    return known ?? readRow(bytes, start, end)
  }

  /** The kept result if the received one is the same. */
  resultOf(rows: readonly ResultRow[]): KeptResult {
    const { kept } = this
    const isSame = kept?.rows.length === rows.length && this.#received.every((one) => one === undefined)
    if (kept && isSame) return kept
    const pieces = this.#received.map((one, i) => one ?? (kept as KeptResult).bytesOf(i))
    return new KeptResult([...rows], this.#readRow, pieces)
  }
}

class KeptResult {
  readonly rows: readonly ResultRow[]
  readonly #readRow: ReadRow | undefined
  readonly #bytes: Buffer
  /** Where the bytes of each row begin, and where the last ones end. */
  readonly #offsets: number[] = [0]
  #isFrozen = false

  constructor(rows: readonly ResultRow[], readRow: ReadRow | undefined, pieces: readonly Buffer[]) {
    this.rows = rows
    this.#readRow = readRow
    this.#bytes = Buffer.concat(pieces)
    let end = 0
    for (const { length } of pieces) {
      end += length
      this.#offsets.push(end)
    }
  }

  get size(): number {
    return this.#bytes.length
  }

  /** The row at this index if it was parsed by the same function from the same bytes. */
  rowOf(index: number, readRow: ReadRow, bytes: Buffer, start: number, end: number): ResultRow | undefined {
    if (readRow !== this.#readRow || index >= this.rows.length) return undefined
    const from = this.#offsets[index] as number
    const to = this.#offsets[index + 1] as number
    const isSame = to - from === end - start && bytes.compare(this.#bytes, from, to, start, end) === 0
    return isSame ? this.rows[index] : undefined
  }

  bytesOf(index: number): Buffer {
    return this.#bytes.subarray(this.#offsets[index], this.#offsets[index + 1])
  }

  /** Protects the rows, which several callers will get. Returns false if a value cannot be frozen. */
  freeze(): boolean {
    if (this.#isFrozen) return true
    if (!this.rows.every((row) => isFreezable(row))) return false
    for (const row of this.rows) freeze(row)
    this.#isFrozen = true
    return true
  }
}

/** Need not be exact, because the bytes decide. */
const keyOf = (name: string, values: readonly ParameterValue[]) => `${name}\0${values.join('\0')}`

/** Of JSON columns. A deeper value could exhaust the stack. */
const MAX_DEPTH = 50

/** Buffers cannot be frozen, and objects of other classes may have a state of their own. */
function isFreezable(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null || value instanceof Date) return true
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
  return isPlain && depth < MAX_DEPTH && Object.values(value).every((one) => isFreezable(one, depth + 1))
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const one of Object.values(value)) freeze(one)
}
