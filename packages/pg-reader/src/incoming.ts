/** Messages from the database: cutting the bytes into messages, and reading the few that are not rows. */
import pg from 'pg'

/** `bytes` from `start` to `end` are what follows the length. They are only there during the call. */
export type TakeMessage = (type: number, bytes: Buffer, start: number, end: number) => void

/** The type and the length, which counts itself. */
const HEADER_BYTES = 5

/** Cuts at messages wherever the network has cut. Only a message that came in pieces is copied. */
export class Splitter {
  #pieces: Buffer[] = []
  #held = 0
  /** For the whole message, or for its length. */
  #needed = 0
  readonly #take: TakeMessage

  constructor(take: TakeMessage) {
    this.#take = take
  }

  push(chunk: Buffer): void {
    let at = this.#held > 0 ? this.#complete(chunk) : 0
    while (chunk.length - at >= HEADER_BYTES) {
      const end = at + 1 + lengthAt(chunk, at + 1)
      if (end > chunk.length) break
      this.#take(chunk[at] as number, chunk, at + HEADER_BYTES, end)
      at = end
    }
    if (at === chunk.length) return
    this.#needed = chunk.length - at < HEADER_BYTES ? HEADER_BYTES : 1 + lengthAt(chunk, at + 1)
    this.#hold(chunk, at, chunk.length)
  }

  /** Adds to the message that is torn, and says how much of the chunk that took. */
  #complete(chunk: Buffer): number {
    let at = 0
    while (at < chunk.length && this.#held > 0) {
      const end = Math.min(chunk.length, at + this.#needed - this.#held)
      this.#hold(chunk, at, end)
      at = end
      if (this.#held < this.#needed) continue
      const whole = Buffer.concat(this.#pieces)
      this.#needed = 1 + lengthAt(whole, 1)
      this.#pieces = [whole]
      if (this.#held < this.#needed) continue
      this.#pieces = []
      this.#held = 0
      this.#take(whole[0] as number, whole, HEADER_BYTES, whole.length)
    }
    return at
  }

  #hold(chunk: Buffer, from: number, to: number): void {
    this.#pieces.push(chunk.subarray(from, to))
    this.#held += to - from
  }
}

function lengthAt(bytes: Buffer, at: number): number {
  const length = bytes.readInt32BE(at)
  if (length < 4) throw new Error(`The database sent a message of the length ${length}.`)
  return length
}

export interface Column {
  readonly name: string
  /** The oid of its type. */
  readonly type: number
}

/** A RowDescription. */
export function readColumns(bytes: Buffer, start: number): Column[] {
  const columns: Column[] = []
  let at = start + 2
  for (let left = bytes.readUInt16BE(start); left > 0; left--) {
    const end = bytes.indexOf(0, at)
    // Between them: the table and the column it comes from. After them: size, modifier and format.
    columns.push({ name: bytes.toString('utf8', at, end), type: bytes.readUInt32BE(end + 7) })
    at = end + 19
  }
  return columns
}

/** A ParameterDescription: the oids of their types. */
export function readTypes(bytes: Buffer, start: number): number[] {
  return Array.from({ length: bytes.readUInt16BE(start) }, (_, i) => bytes.readUInt32BE(start + 2 + 4 * i))
}

/** A NotificationResponse, after the process that sent it: channel and payload. */
export function readNotification(bytes: Buffer, start: number): [channel: string, payload: string] {
  const from = start + 4
  const end = bytes.indexOf(0, from)
  return [bytes.toString('utf8', from, end), bytes.toString('utf8', end + 1, bytes.indexOf(0, end + 1))]
}

/** The letters of an ErrorResponse, and what the `pg` package calls them. */
const FIELDS = {
  S: 'severity',
  C: 'code',
  D: 'detail',
  H: 'hint',
  P: 'position',
  p: 'internalPosition',
  q: 'internalQuery',
  W: 'where',
  s: 'schema',
  t: 'table',
  c: 'column',
  d: 'dataType',
  n: 'constraint',
  F: 'file',
  L: 'line',
  R: 'routine',
} as const

/** An ErrorResponse, and whether the database ends the connection with it. */
export function readError(
  bytes: Buffer,
  start: number,
  end: number,
): { error: pg.DatabaseError; isFatal: boolean } {
  const fields = new Map<string, string>()
  for (let at = start; at < end && bytes[at] !== 0; ) {
    const zero = bytes.indexOf(0, at)
    fields.set(String.fromCharCode(bytes[at] as number), bytes.toString('utf8', at + 1, zero))
    at = zero + 1
  }
  const error = new pg.DatabaseError(fields.get('M') ?? '', end - start + 4, 'error')
  for (const [letter, name] of Object.entries(FIELDS)) error[name as 'code'] = fields.get(letter)
  // Unlike S, V is in no language.
  return { error, isFatal: ['FATAL', 'PANIC'].includes(fields.get('V') ?? '') }
}
