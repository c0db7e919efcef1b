/** Messages to the database, gathered into one piece of memory until they are sent. */

export type Value = string | Buffer | null

/** The protocol counts them in two bytes. */
const MOST_VALUES = 65_535
const BLOCK_BYTES = 32 * 1024
/** Of shorter texts the bytes are not counted beforehand: a character takes three at most. */
const SHORT = 1024

const PARSE = 0x50
const BIND = 0x42
const CLOSE = 0x43
const DESCRIBE = 0x44
const STATEMENT = 0x53
const QUERY = 0x51
const TEXT = 0
const BINARY = 1

/** The portal, to its end. */
const EXECUTE = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0])
const SYNC = Buffer.from([0x53, 0, 0, 0, 4])
/**
 * Parse, Bind and Execute of BEGIN, as the statement without a name: it does not depend on what the database has kept
 * prepared.
 */
const BEGIN = Buffer.concat([
  Buffer.from([PARSE, 0, 0, 0, 13, 0, ...Buffer.from('begin'), 0, 0, 0]),
  Buffer.from([BIND, 0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0, 0]),
  EXECUTE,
])

export class Outgoing {
  // What was sent is never written again: the socket may still hold it.
  #bytes = Buffer.allocUnsafeSlow(BLOCK_BYTES)
  #from = 0
  #to = 0

  /** Everything since the last call. */
  take(): Buffer {
    const taken = this.#bytes.subarray(this.#from, this.#to)
    this.#from = this.#to
    // Memory for something large is freed when the socket has sent it.
    if (this.#bytes.length > BLOCK_BYTES) this.#use(Buffer.allocUnsafeSlow(BLOCK_BYTES))
    return taken
  }

  /** Prepares a statement anew, whatever had that name before, and asks for its columns. */
  prepare(name: string, text: string): void {
    this.close(name)
    this.#reserve(2 * most(name) + most(text) + 32)
    const parse = this.#begin(PARSE)
    this.#cstring(name)
    this.#cstring(text)
    this.#int16(0)
    this.#finish(parse)
    const describe = this.#begin(DESCRIBE)
    this.#bytes[this.#to++] = STATEMENT
    this.#cstring(name)
    this.#finish(describe)
  }

  close(name: string): void {
    this.#reserve(most(name) + 16)
    const close = this.#begin(CLOSE)
    this.#bytes[this.#to++] = STATEMENT
    this.#cstring(name)
    this.#finish(close)
  }

  /** Runs a prepared statement. All columns come back as text. */
  run(name: string, values: readonly Value[]): void {
    this.#reserve(most(name) + values.reduce<number>((sum, value) => sum + 6 + most(value), 64))
    const bind = this.#begin(BIND)
    this.#bytes[this.#to++] = 0
    this.#cstring(name)
    this.#formats(values)
    this.#int16(values.length)
    for (const value of values) this.#value(value)
    this.#int16(0)
    this.#finish(bind)
    this.#to += EXECUTE.copy(this.#bytes, this.#to)
  }

  /** Begins a transaction. Up to the next Sync, nothing after it runs if it fails. */
  begin(): void {
    this.#reserve(BEGIN.length)
    this.#to += BEGIN.copy(this.#bytes, this.#to)
  }

  /** Ends what an error reaches, and the transaction of all since the last one, where nobody has begun another. */
  sync(): void {
    this.#reserve(SYNC.length)
    this.#to += SYNC.copy(this.#bytes, this.#to)
  }

  /** Runs a text as it is. The database closes it off by itself. */
  script(text: string): void {
    this.#reserve(most(text) + 16)
    const query = this.#begin(QUERY)
    this.#cstring(text)
    this.#finish(query)
  }

  #formats(values: readonly Value[]): void {
    const isAllText = !values.some(isBinary)
    this.#int16(isAllText ? 0 : values.length)
    if (!isAllText) for (const value of values) this.#int16(isBinary(value) ? BINARY : TEXT)
  }

  #value(value: Value): void {
    const at = this.#to
    this.#to += 4
    if (isBinary(value)) this.#to += value.copy(this.#bytes, this.#to)
    else if (value !== null) this.#to += this.#bytes.write(value, this.#to)
    this.#bytes.writeInt32BE(value === null ? -1 : this.#to - at - 4, at)
  }

  /** Nothing is written before there is room for all of it, so that no half message is left when there is none. */
  #reserve(size: number): void {
    if (this.#to + size <= this.#bytes.length) return
    const waiting = this.#bytes.subarray(this.#from, this.#to)
    this.#use(Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, waiting.length + size)))
    this.#to = waiting.copy(this.#bytes)
  }

  #use(bytes: Buffer<ArrayBuffer>): void {
    this.#bytes = bytes
    this.#from = 0
    this.#to = 0
  }

  #begin(type: number): number {
    this.#bytes[this.#to++] = type
    const at = this.#to
    this.#to += 4
    return at
  }

  /** The length counts itself, but not the type. */
  #finish(at: number): void {
    this.#bytes.writeInt32BE(this.#to - at, at)
  }

  #cstring(text: string): void {
    this.#to += this.#bytes.write(text, this.#to)
    this.#bytes[this.#to++] = 0
  }

  #int16(value: number): void {
    this.#to = this.#bytes.writeUInt16BE(value, this.#to)
  }
}

const isBinary = (value: Value): value is Buffer => Buffer.isBuffer(value)

const most = (value: Value) => {
  if (value === null) return 0
  if (isBinary(value)) return value.length
  return value.length < SHORT ? value.length * 3 : Buffer.byteLength(value)
}

/** Before anything is written. */
export function checkValues(values: readonly Value[]): void {
  if (values.length > MOST_VALUES) throw new TypeError(`A statement has ${MOST_VALUES} values at most.`)
  for (const value of values) {
    if (typeof value !== 'string' && value !== null && !isBinary(value)) throw new TypeError(refuse(value))
  }
}

const refuse = (value: unknown) =>
  value instanceof Uint8Array
    ? 'A value is a text, a Buffer or null; make a Buffer of a Uint8Array with Buffer.from().'
    : `A value is a text, a Buffer or null, not ${typeof value}.`
