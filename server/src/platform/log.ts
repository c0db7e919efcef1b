/** Creates the log: JSON lines on standard output, without user data in errors. */
import { type Logger, pino } from 'pino'
import type { Config } from '../config.ts'
import { causeChain } from './cause-chain.ts'

export interface Log extends Logger {
  /**
   * Writes the same line as `info`, of values that need no serializer, at a quarter of the cost: for what every request
   * logs.
   */
  infoLine(fields: object, message: string): void
}

/** Lines are buffered and written in batches, so that no request waits for the output. */
const BUFFER_CHARACTERS = 12 * 1024
/** How long a line may stay in the buffer. */
const FLUSH_MS = 200

export function createLog(level: Config['logLevel'], into?: { write(line: string): void }): Log {
  const destination = into ?? standardOutput()
  const timestamp = createTimestamp()
  const log = pino(
    {
      level,
      base: { pid: process.pid },
      formatters: { level: (label) => ({ level: label }) },
      timestamp,
      serializers: { err: describeError },
    },
    destination,
  )
  return Object.assign(log, {
    infoLine(fields: object, message: string): void {
      if (!log.isLevelEnabled('info')) return
      const members = JSON.stringify(fields).slice(1, -1)
      destination.write(
        `{"level":"info"${timestamp()},"pid":${process.pid},${members},"msg":${JSON.stringify(message)}}\n`,
      )
    },
  })
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

let opened: ReturnType<typeof openStandardOutput> | undefined

/** Shared by the logs of a process, so that their lines keep their order. */
function standardOutput() {
  opened ??= openStandardOutput()
  return opened
}

/**
 * Gathers lines as one text. The buffer of the destination itself would measure all of its text again for each line, which
 * costs more than to serialize the line.
 */
function openStandardOutput() {
  const destination = pino.destination({ dest: 1, sync: false })
  let lines = ''
  function handOver(): void {
    if (lines === '') return
    const text = lines
    lines = ''
    destination.write(text)
  }
  setInterval(handOver, FLUSH_MS).unref()
  // Registered before the listeners of the destination, which write the text that it has received.
  process.prependListener('beforeExit', handOver)
  process.prependListener('exit', handOver)
  return {
    write(line: string): void {
      lines += line
      if (lines.length >= BUFFER_CHARACTERS) handOver()
    },
    /** Called by `flush` of the log. */
    flush(done?: (error?: Error) => void): void {
      handOver()
      destination.flush(done)
    },
  }
}

/** Limits every logged error, including those of libraries, to what `causeChain` includes. */
function describeError(error: unknown): object {
  const [first, ...causes] = causeChain(error)
  return { ...first, ...(causes.length > 0 && { causes }) }
}
