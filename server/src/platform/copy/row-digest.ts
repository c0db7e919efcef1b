/**
 * A digest of the rows of a table in the text format of COPY that does not depend on their order: the sum of the hashes of
 * all rows. So a table can be compared with its copy, and with a copy that another program made.
 */
import { hash } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'

export interface TableFigures {
  rows: number
  digest: string
}

const LINE_FEED = 10

/** Passes rows on unchanged. A line feed ends a row: the format escapes those inside of values. */
export class RowDigest extends Transform {
  rows = 0
  #high = 0
  #low = 0
  /** The beginning of a row whose end has not arrived. */
  #begun: Buffer[] = []
  #onBytes: (count: number) => void

  constructor(onBytes: (count: number) => void = () => {}) {
    super()
    this.#onBytes = onBytes
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let from = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      this.#add(chunk.subarray(from, end))
      from = end + 1
    }
    if (from < chunk.length) this.#begun.push(chunk.subarray(from))
    this.#onBytes(chunk.length)
    done(null, chunk)
  }

  get figures(): TableFigures {
    const [high, low] = [this.#high, this.#low].map((sum) => sum.toString(16).padStart(8, '0'))
    return { rows: this.rows, digest: `${high}${low}` }
  }

  #add(end: Buffer): void {
    const row = this.#begun.length === 0 ? end : Buffer.concat([...this.#begun.splice(0), end])
    const hashed = hash('sha1', row, 'buffer')
    this.#high = (this.#high + hashed.readUInt32BE(0)) >>> 0
    this.#low = (this.#low + hashed.readUInt32BE(4)) >>> 0
    this.rows += 1
  }
}
