import { type Logger, pino } from 'pino'
import type { Config } from '../config.ts'
import { causeChain } from './cause-chain.ts'

export type Log = Logger

/** Lines are gathered and written together: a request never waits for the terminal. */
const GATHER_BYTES = 12 * 1024
/** How long a gathered line may stay unseen. */
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

/** Under load many lines are of one millisecond, and to write out a moment costs as much as the rest of a short line. */
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
  const destination = pino.destination({ dest: 1, sync: false, minLength: GATHER_BYTES })
  setInterval(() => destination.flush(), FLUSH_MS).unref()
  return destination
}

/** Whoever logs an error, a library included, says no more of it than `causeChain` does. */
function describeError(error: unknown): object {
  const [first, ...causes] = causeChain(error)
  return { ...first, ...(causes.length > 0 && { causes }) }
}
