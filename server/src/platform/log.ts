/** Creates the log: JSON lines on standard output, without user data in errors. */
import { type Logger, pino } from 'pino'
import type { Config } from '../config.ts'
import { causeChain } from './cause-chain.ts'

export type Log = Logger

/** Lines are buffered and written in batches, so that no request waits for the output. */
const BUFFER_BYTES = 12 * 1024
/** How long a line may stay in the buffer. */
const FLUSH_MS = 200

export function createLog(level: Config['logLevel'], into?: { write(line: string): void }): Log {
  return pino(
    {
      level,
      base: { pid: process.pid },
      formatters: { level: (label) => ({ level: label }) },
      timestamp: createTimestamp(),
      serializers: { err: describeError },
    },
    into ?? standardOutput(),
  )
}

/** Caches the timestamp of the current millisecond: formatting it costs as much as the rest of a short line. */
function createTimestamp(): () => string {
  let writtenMs = Number.NaN
  let written = ''
  return () => {
    const nowMs = Date.now()
    if (nowMs !== writtenMs) {
      writtenMs = nowMs
      written = `,"time":"${new Date(nowMs).toISOString()}"`
    }
    return written
  }
}

function standardOutput() {
  const destination = pino.destination({ dest: 1, sync: false, minLength: BUFFER_BYTES })
  setInterval(() => destination.flush(), FLUSH_MS).unref()
  return destination
}

/** Limits every logged error, including those of libraries, to what `causeChain` includes. */
function describeError(error: unknown): object {
  const [first, ...causes] = causeChain(error)
  return { ...first, ...(causes.length > 0 && { causes }) }
}
