import { type Logger, pino } from 'pino'
import type { Config } from '../config.ts'

export type Log = Logger

/** Lines are gathered and written together: a request never waits for the terminal. */
const GATHER_BYTES = 4096
/** How long a gathered line may stay unseen. */
const FLUSH_MS = 200

export function createLog(level: Config['logLevel']): Log {
  const destination = pino.destination({ dest: 1, sync: false, minLength: GATHER_BYTES })
  setInterval(() => destination.flush(), FLUSH_MS).unref()
  return pino(
    {
      level,
      base: { pid: process.pid },
      formatters: { level: (label) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    destination,
  )
}
