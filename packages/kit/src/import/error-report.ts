/** Saves the workbook of what failed in an operation. */
import { createWriteStream, renameSync, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { TradehallError } from '@tradehall/client'
import { type Connection, isTransient, problemIn, reasonOf } from '../connection.ts'
import { StartRefused } from '../failures.ts'

interface SaveOptions {
  path: string
  /** Between two requests while the report is rendered. */
  everyMs: number
  signal: AbortSignal
}

export async function saveErrorReport(
  { client }: Connection,
  operationId: string,
  { path, everyMs, signal }: SaveOptions,
): Promise<void> {
  // The rename makes the download atomic.
  const part = `${path}.part`
  try {
    const { body } = await client.imports.errorReport(operationId, { everyMs, signal })
    await pipeline(Readable.fromWeb(body as WebStream), createWriteStream(part), { signal })
    renameSync(part, path)
  } catch (error) {
    rmSync(part, { force: true })
    const isFinal = error instanceof TradehallError && !isTransient(error)
    if (signal.aborted || isFinal) throw error
    const reason = isTransient(error) ? problemIn(error) : reasonOf(error)
    throw new StartRefused(
      `The error report could not be saved as ${path}: ${reason}. Run the same command again to resume.`,
    )
  }
}
