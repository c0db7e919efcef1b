/** Splits the bytes from PostgreSQL into messages, and parses all messages but DataRow. */
import pg from 'pg'

/** The payload is `bytes` from `start` to `end`. The buffer is valid only during the call. */
export type OnMessage = (type: number, bytes: Buffer, start: number, end: number) => void

/** The type, and the length, which includes itself. */
const HEADER_BYTES = 5

/** Splits chunks of any size into messages. Only a message that spans several chunks is copied. */
export class MessageSplitter {
  #pieces: Buffer[] = []
  #held = 0
  /** The bytes needed to complete the message, or its header while the length is unknown. */
  #needed = 0
  readonly #onMessage: OnMessage

  constructor(onMessage: OnMessage) {
    this.#onMessage = onMessage
  }

  push(chunk: Buffer): void {
    let at = this.#held > 0 ? this.#complete(chunk) : 0
    while (chunk.length - at >= HEADER_BYTES) {
      const end = at + 1 + lengthAt(chunk, at + 1)
      if (end > chunk.length) break
      this.#onMessage(chunk[at] as number, chunk, at + HEADER_BYTES, end)
      at = end
    }
    if (at === chunk.length) return
    this.#needed = chunk.length - at < HEADER_BYTES ? HEADER_BYTES : 1 + lengthAt(chunk, at + 1)
    this.#hold(chunk, at, chunk.length)
  }

  /** Completes the incomplete message, and returns how many bytes of the chunk it used. */
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
      this.#onMessage(whole[0] as number, whole, HEADER_BYTES, whole.length)
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
  if (length < 4) throw new Error(`Invalid message length ${length}.`)
  return length
}

export interface Column {
  readonly name: string
  /** The oid of the column type. */
  readonly type: number
}

/** Parses RowDescription. */
export function readColumns(bytes: Buffer, start: number): Column[] {
  const columns: Column[] = []
  let at = start + 2
  for (let left = bytes.readUInt16BE(start); left > 0; left--) {
    const end = bytes.indexOf(0, at)
    // Skips the source table and column before the type, and size, modifier and format after it.
    columns.push({ name: bytes.toString('utf8', at, end), type: bytes.readUInt32BE(end + 7) })
    at = end + 19
  }
  return columns
}

/** Parses ParameterDescription: the oids of the parameter types. */
export function readTypes(bytes: Buffer, start: number): number[] {
  return Array.from({ length: bytes.readUInt16BE(start) }, (_, i) => bytes.readUInt32BE(start + 2 + 4 * i))
}

/** Parses NotificationResponse, without the id of the sending process. */
export function readNotification(bytes: Buffer, start: number): [channel: string, payload: string] {
  const from = start + 4
  const end = bytes.indexOf(0, from)
  return [bytes.toString('utf8', from, end), bytes.toString('utf8', end + 1, bytes.indexOf(0, end + 1))]
}

/** The field codes of ErrorResponse and their names in the `pg` package. */
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

/** Parses ErrorResponse. `isFatal`: PostgreSQL closes the connection after it. */
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
  // Unlike S, V is not localized.
  return { error, isFatal: ['FATAL', 'PANIC'].includes(fields.get('V') ?? '') }
}
