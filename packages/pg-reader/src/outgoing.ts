/** Serializes messages to PostgreSQL into one buffer until they are sent. */

export type ParameterValue = string | Buffer | null

/** The protocol counts parameters in two bytes. */
const MAX_VALUES = 65_535
const BLOCK_BYTES = 32 * 1024
/** For shorter texts three bytes per character are reserved, which is faster than counting the bytes. */
const SHORT = 1024

const PARSE = 0x50
const BIND = 0x42
const CLOSE = 0x43
const DESCRIBE = 0x44
const STATEMENT = 0x53
const QUERY = 0x51
const TEXT = 0
const BINARY = 1

/** Execute of the unnamed portal, without a row limit. */
const EXECUTE = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0])
const SYNC = Buffer.from([0x53, 0, 0, 0, 4])
/**
 * Parse, Bind and Execute of BEGIN as the unnamed statement, which does not depend on the prepared statements of the
 * session.
 */
const BEGIN = Buffer.concat([
  Buffer.from([PARSE, 0, 0, 0, 13, 0, ...Buffer.from('begin'), 0, 0, 0]),
  Buffer.from([BIND, 0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0, 0]),
  EXECUTE,
])

export class MessageWriter {
  // Bytes that were sent are never overwritten, because the socket may still reference them.
  #bytes = Buffer.allocUnsafeSlow(BLOCK_BYTES)
  #from = 0
  #to = 0

  /** Returns the bytes that were written since the last call. */
  take(): Buffer {
    const taken = this.#bytes.subarray(this.#from, this.#to)
    this.#from = this.#to
    // A buffer for a large message is not reused, so that it is freed once the socket has sent it.
    if (this.#bytes.length > BLOCK_BYTES) this.#use(Buffer.allocUnsafeSlow(BLOCK_BYTES))
    return taken
  }

  /** Closes the statement of this name, if any, and prepares and describes the new one. */
  prepare(name: string, text: string): void {
    this.close(name)
    this.#reserve(2 * maxBytes(name) + maxBytes(text) + 32)
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
    this.#reserve(maxBytes(name) + 16)
    const close = this.#begin(CLOSE)
    this.#bytes[this.#to++] = STATEMENT
    this.#cstring(name)
    this.#finish(close)
  }

  /** Executes a prepared statement. All columns are returned as text. */
  run(name: string, values: readonly ParameterValue[]): void {
    this.#reserve(maxBytes(name) + values.reduce<number>((sum, value) => sum + 6 + maxBytes(value), 64))
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

  /** Begins a transaction. If that fails, PostgreSQL skips everything up to the next Sync. */
  begin(): void {
    this.#reserve(BEGIN.length)
    this.#to += BEGIN.copy(this.#bytes, this.#to)
  }

  /** Limits the effect of an error, and commits the implicit transaction of the messages since the previous Sync. */
  sync(): void {
    this.#reserve(SYNC.length)
    this.#to += SYNC.copy(this.#bytes, this.#to)
  }

  /** Runs a text in the simple query protocol, which needs no Sync. */
  script(text: string): void {
    this.#reserve(maxBytes(text) + 16)
    const query = this.#begin(QUERY)
    this.#cstring(text)
    this.#finish(query)
  }

  #formats(values: readonly ParameterValue[]): void {
    const isAllText = !values.some(isBinary)
    this.#int16(isAllText ? 0 : values.length)
    if (!isAllText) for (const value of values) this.#int16(isBinary(value) ? BINARY : TEXT)
  }

  #value(value: ParameterValue): void {
    const at = this.#to
    this.#to += 4
    if (isBinary(value)) this.#to += value.copy(this.#bytes, this.#to)
    else if (value !== null) this.#to += this.#bytes.write(value, this.#to)
    this.#bytes.writeInt32BE(value === null ? -1 : this.#to - at - 4, at)
  }

  /** Reserves space for whole messages, so that no partial message remains if the allocation fails. */
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

  /** The length includes itself, but not the type. */
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

const isBinary = (value: ParameterValue): value is Buffer => Buffer.isBuffer(value)

const maxBytes = (value: ParameterValue) => {
  if (value === null) return 0
  if (isBinary(value)) return value.length
  return value.length < SHORT ? value.length * 3 : Buffer.byteLength(value)
}

export function checkValues(values: readonly ParameterValue[]): void {
  if (values.length > MAX_VALUES)
    throw new TypeError(`A statement can have at most ${MAX_VALUES} parameter values.`)
  for (const value of values) {
    if (typeof value !== 'string' && value !== null && !isBinary(value)) throw new TypeError(refuse(value))
  }
}

const refuse = (value: unknown) =>
  value instanceof Uint8Array
    ? 'A parameter value must be a string, a Buffer or null; convert a Uint8Array with Buffer.from().'
    : `A parameter value must be a string, a Buffer or null, not ${typeof value}.`
