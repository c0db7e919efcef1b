/**
 * One database connection that repeats prepared statements as fast as they are answered. `pg` connects and
 * authenticates; afterwards this file writes and reads the protocol itself. Responses are counted, not parsed: of rows
 * only the length is read.
 */
import type { Socket } from 'node:net'
import pg from 'pg'

export interface RawLine {
  /** Prepares the texts as statements 0, 1, 2 … of this connection. */
  prepare: (texts: readonly string[]) => Promise<void>
  /** Cycles through the requests with this many in flight, and returns the number of responses that arrived in time. */
  repeat: (requests: readonly Buffer[], how: { inFlight: number; seconds: number }) => Promise<number>
  end: () => void
}

export async function openRawLine(url: string): Promise<RawLine> {
  const client = new pg.Client({ connectionString: url, application_name: 'tradehall bench' })
  // `pg` does not know that this file closes the connection; errors are reported by `readAnswers`.
  client.on('error', () => {})
  await client.connect()
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.removeAllListeners('data')
  const answers = readAnswers(stream)
  let statements = 0

  return {
    async prepare(texts) {
      const forget = Array.from({ length: statements }, (_, i) => message('C', text(`S${i}`)))
      stream.write(Buffer.concat([...forget, ...texts.map(parseMessage), SYNC]))
      await answers.next({ statements: 0 })
      statements = texts.length
    },
    async repeat(requests, { inFlight, seconds }) {
      const endsAt = performance.now() + seconds * 1000
      let turn = 0
      let answered = 0
      const send = (count: number) => {
        const next = Array.from({ length: count }, () => requests[turn++ % requests.length] as Buffer)
        stream.write(Buffer.concat(next))
      }
      send(inFlight)
      for (let waiting = inFlight; waiting > 0; ) {
        const count = await answers.next({ statements })
        waiting -= count
        if (performance.now() >= endsAt) continue
        answered += count
        waiting += count
        send(count)
      }
      return answered
    },
    end: () => stream.destroy(),
  }
}

/** Protocol messages that execute the first statements of the connection in sequence, in one transaction. */
export function requestBytes(texts: readonly string[], parameters: readonly string[]): Buffer {
  const runs = texts.flatMap((statement, i) => [
    bindMessage(i, parameters.slice(0, parameterCount(statement))),
    message('E', text(''), int32(0)),
  ])
  return Buffer.concat([...runs, SYNC])
}

/** A statement takes the parameters up to the highest one that it names. */
export const parameterCount = (statement: string) =>
  Math.max(0, ...[...statement.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))

const parseMessage = (statement: string, i: number) =>
  message('P', text(String(i)), text(statement), int16(0))

/** Parameters and results are in text format, as in the server. */
const bindMessage = (i: number, parameters: readonly string[]) =>
  message(
    'B',
    text(''),
    text(String(i)),
    int16(0),
    int16(parameters.length),
    ...parameters.flatMap((value) => [int32(Buffer.byteLength(value)), Buffer.from(value)]),
    int16(0),
  )

function message(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(type), int32(4 + body.length), body])
}

const text = (value: string) => Buffer.from(`${value}\0`)

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

const SYNC = message('S')

const HEADER_BYTES = 5
const [COMPLETE, READY, ERROR] = [...'CZE'].map((letter) => letter.charCodeAt(0))

/** Splits the received chunks into protocol messages and counts complete responses. */
function readAnswers(stream: Socket) {
  let rest: Buffer = Buffer.alloc(0)
  let skip = 0
  let ready = 0
  let completed = 0
  let expected = 0
  let failure: Error | undefined
  let wake = () => {}

  function take(type: number, body: Buffer): void {
    if (type === ERROR) failure ??= new Error(`The database refuses a statement: ${errorText(body)}`)
    if (type === COMPLETE && ++completed === expected && body.toString('latin1').endsWith(' 0\0')) {
      failure ??= new Error('A statement affected no row, so its rate would be meaningless.')
    }
    if (type !== READY) return
    completed = 0
    ready++
  }

  stream.on('data', (chunk: Buffer) => {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let at = Math.min(skip, bytes.length)
    skip -= at
    while (bytes.length - at >= HEADER_BYTES) {
      const type = bytes[at] as number
      const end = at + 1 + bytes.readInt32BE(at + 1)
      if (type === COMPLETE || type === READY || type === ERROR) {
        if (end > bytes.length) break
        take(type, bytes.subarray(at + HEADER_BYTES, end))
      }
      at = Math.min(end, bytes.length)
      skip = end - at
    }
    rest = bytes.subarray(at)
    if (ready > 0) wake()
  })
  stream.on('close', () => {
    failure ??= new Error('The database closed the connection.')
    wake()
  })

  return {
    /**
     * Waits for at least one response and returns the number of them. The last statement of each must have affected a
     * row.
     */
    async next({ statements }: { statements: number }): Promise<number> {
      expected = statements
      if (ready === 0 && !failure) await new Promise<void>((resume) => (wake = resume))
      if (failure) throw failure
      const count = ready
      ready = 0
      return count
    },
  }
}

/** The field M of an error message is its text. */
function errorText(body: Buffer): string {
  const fields = body.toString('utf8').split('\0')
  return fields.find((field) => field.startsWith('M'))?.slice(1) ?? 'no reason given'
}
