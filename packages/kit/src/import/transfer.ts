/** Sends the entries of a file to an operation, and follows it to its end. */
import {
  ImportError,
  type ImportOperation,
  type ImportProgress,
  type ImportOptions as LibraryOptions,
} from '@tradehall/client'
import type { OperationType } from '@tradehall/product-files'
import { type Connection, CredentialsRefused, RequestRejected, refusalOf } from '../connection.ts'
import { StartRefused } from '../failures.ts'
import { remark } from '../terminal/printing.ts'
import { showProgress } from '../terminal/progress.ts'
import type { ImportFile } from './import-file.ts'
import { deleteState } from './state.ts'

/** A person watches the progress, so it is read more often than a program would. */
export const POLL_MS = 500

export interface ImportRequest {
  operationType: OperationType
  source: string
  updateFields: readonly string[]
}

interface TransferOptions {
  operationId: string
  isNew: boolean
  entries: number
  json: boolean
  signal: AbortSignal
}

/** Sends what the operation does not have yet, starts it, and waits until it has ended. */
export async function transfer(
  connection: Connection,
  file: ImportFile,
  { operationType, source, updateFields }: ImportRequest,
  { operationId: id, isNew, entries, json, signal }: TransferOptions,
): Promise<ImportOperation> {
  const attributes = { operationType, source, ...(updateFields.length > 0 && { updateFields }) }
  const progress = transferProgress(entries, json)
  let isOpen = false
  try {
    const { operation } = await connection.client.imports.run(serializedEntries(file, entries), {
      // Which sources and fields there are is for the server to say.
      ...(attributes as Pick<LibraryOptions, 'operationType' | 'source' | 'updateFields'>),
      id,
      signal,
      everyMs: POLL_MS,
      // An operation that is open may have been abandoned; it is reported instead of waited for.
      queueTimeoutMs: 0,
      onProgress(current) {
        isOpen = true
        progress.update(current)
      },
    })
    progress.end()
    return operation
  } catch (error) {
    if (error instanceof ImportError)
      throw new StartRefused(`${error.message} Run with --restart to do both.`)
    const refusal = refusalOf(error, connection)
    const isRefused = refusal instanceof RequestRejected || refusal instanceof CredentialsRefused
    // No operation was created. The state of an earlier run is kept, so that it can be resumed with valid credentials.
    if (isNew && !isOpen && isRefused) deleteState(file)
    throw error
  }
}

/** Throws if the file is not the one that was scanned, before the operation is started. */
async function* serializedEntries(file: ImportFile, expected: number): AsyncGenerator<string> {
  let entries = 0
  for await (const item of file.items()) {
    if ('mistake' in item)
      throw new StartRefused(`${file.path} was changed during the import. Line ${item.line}: ${item.mistake}`)
    entries += 1
    yield JSON.stringify(item.entry)
  }
  if (entries === expected) return
  throw new StartRefused(
    `${file.path} was changed during the import. Run with --restart to cancel it and start over.`,
  )
}

/** A progress bar for the upload, and another one for the processing. */
function transferProgress(entries: number, isSilent: boolean) {
  let upload: ReturnType<typeof progressOf> | undefined
  let processing: ReturnType<typeof progressOf> | undefined
  let isWaiting = false
  return {
    update({ phase, added, processed, failed }: ImportProgress): void {
      if (phase === 'adding') {
        upload?.reach(added)
        upload ??= progressOf(isSilent, { of: entries, from: added, noun: 'products sent' })
        return
      }
      if (!processing) upload?.end()
      processing ??= progressOf(isSilent, { of: entries, noun: 'products processed' })
      if (phase === 'waiting' && !isWaiting) {
        isWaiting = true
        remark('Another operation of the brand is running; this one starts when that has ended.')
      }
      processing.reach(processed + failed)
    },
    end: () => processing?.end(),
  }
}

/** No progress bar with `--json`: the output is for programs. */
export function progressOf(isSilent: boolean, about: Parameters<typeof showProgress>[1]) {
  const silent = { reach: () => {}, clear: () => {}, end: () => {} }
  return isSilent ? silent : showProgress(process.stderr, about)
}
