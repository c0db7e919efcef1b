/**
 * `import FILE`: imports the products of a file through an operation of the API.
 *
 * scan the whole file ──▶ open the operation ──▶ upload chunks ──▶ start ──▶ poll ──▶ download the error report
 *
 * An interrupted import can be resumed at every step. The id of the operation is stored beside the file, and the server
 * reports how many entries it has received, so the same command continues after them.
 */
import { format, parse } from 'node:path'
import { NotFoundError } from '@tradehall/client'
import {
  ANY_SOURCE,
  BadFile,
  ENCODINGS,
  type Encoding,
  type FileNote,
  type Finding,
  OPERATION_TYPES,
  scan,
  UPDATE_FIELDS,
} from '@tradehall/product-files'
import { type Connection, type ConnectOptions, connectTo, refusalOf } from '../connection.ts'
import { ConfigError, StartRefused } from '../failures.ts'
import { print, printJson, remark, styled } from '../terminal/printing.ts'
import { saveErrorReport } from './error-report.ts'
import { type ImportFile, openImportFile } from './import-file.ts'
import { createState, deleteState, readState, statePath } from './state.ts'
import { type ImportRequest, POLL_MS, progressOf, transfer } from './transfer.ts'

export interface ImportOptions extends ConnectOptions {
  operation?: string
  updateFields?: string
  source?: string
  encoding?: string
  dryRun?: boolean
  restart?: boolean
  json?: boolean
}

/** Exit code if products failed, or would fail (`--dry-run`). */
const SOME_FAILED = 2
/** The conventional exit code after SIGINT. */
const INTERRUPTED = 130

/** Findings to print; of the others only the number is printed. */
const MAX_PRINTED = 50

/** Smaller files are scanned without a progress bar. */
const SLOW_MEGABYTES = 10

/** Returns the exit code. */
export async function importFile(
  path: string,
  options: ImportOptions,
  environment: Record<string, string | undefined>,
  stop: AbortSignal,
): Promise<number> {
  const { json = false, dryRun = false, restart = false } = options
  const request: ImportRequest = {
    operationType: oneOf('--operation', options.operation ?? 'import', OPERATION_TYPES),
    source: options.source ?? ANY_SOURCE,
    updateFields: fieldsIn(options.updateFields),
  }
  if (request.updateFields.length > 0 && request.operationType !== 'update') {
    throw new ConfigError('--update-fields is for --operation update.')
  }
  const encoding: Encoding = oneOf('--encoding', options.encoding ?? 'utf-8', ENCODINGS)
  try {
    const file = await openImportFile(path, { operation: request.operationType, encoding })
    const entries = await scanFile(file, request, { dryRun, json, signal: stop })
    if (typeof entries !== 'number') return entries.exitCode
    // A large import goes on after a rate limit, however long the wait.
    const connection = connectTo(options, environment, { maxWaitMs: Number.POSITIVE_INFINITY })
    return await runImport(connection, file, request, { entries, restart, json, signal: stop })
  } catch (error) {
    if (error instanceof BadFile) throw new StartRefused(error.message)
    if (!stop.aborted) throw error
    remark(`Interrupted.${dryRun ? '' : ' Run the same command again to resume.'}`)
    return INTERRUPTED
  }
}

function oneOf<const T extends string>(option: string, given: string, known: readonly T[]): T {
  const found = known.find((value) => value === given)
  if (found) return found
  throw new ConfigError(`${option} must be one of ${known.join(', ')}; it is "${given}".`)
}

const fieldsIn = (text = ''): string[] =>
  text
    .split(',')
    .map((field) => field.trim())
    .filter((field) => field !== '')
    .map((field) => oneOf('--update-fields', field, UPDATE_FIELDS))

interface FileScanOptions {
  dryRun: boolean
  json: boolean
  signal: AbortSignal
}

/** Returns the number of entries to send, or the exit code if none are to be sent. */
async function scanFile(
  file: ImportFile,
  { operationType: operation, source, updateFields }: ImportRequest,
  { dryRun, json, signal }: FileScanOptions,
): Promise<number | { exitCode: number }> {
  const megabytes = Math.ceil(file.bytes / 1_000_000)
  const progress = progressOf(json || megabytes < SLOW_MEGABYTES, { of: megabytes, noun: 'MB read' })
  const onProgress = (done: number, of: number) => progress.reach(Math.round((done / of) * megabytes))
  const tell = (what: object, sentence: string) => {
    progress.clear()
    if (json) printJson(what)
    else remark(sentence)
  }
  const onNote = ({ line, field, note }: FileNote) =>
    tell({ line, field, note }, sentenceOf({ line, field, message: note }))
  let findings = 0
  const found = await scan(file.items({ onProgress, onNote }), {
    ...(dryRun && { rules: { operation, source, updateFields } }),
    report(finding) {
      findings += 1
      if (findings <= MAX_PRINTED || json) tell(finding, sentenceOf(finding))
    },
    signal,
  })
  progress.end()
  const { entries, mistakes, invalid } = found
  if (findings > MAX_PRINTED && !json) remark(`… and ${findings - MAX_PRINTED} more.`)
  if (mistakes > 0)
    throw new StartRefused(`${file.path} cannot be imported: ${counted(mistakes, 'line')} cannot be read.`)
  if (entries === 0) throw new StartRefused(`${file.path} has no products.`)
  if (!dryRun) return entries
  if (json) printJson({ dryRun: true, products: entries, invalid })
  else print(`${counted(entries, 'product')} checked, ${invalid} not valid. Nothing was sent.`)
  return { exitCode: invalid > 0 ? SOME_FAILED : 0 }
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

const sentenceOf = ({ line, id, field, message }: Finding) =>
  `Line ${line}${id === undefined ? '' : `, ${id}`}: ${field === undefined ? '' : `${field}: `}${message}`

interface RunOptions {
  entries: number
  restart: boolean
  json: boolean
  signal: AbortSignal
}

async function runImport(
  connection: Connection,
  file: ImportFile,
  request: ImportRequest,
  { entries, restart, json, signal }: RunOptions,
): Promise<number> {
  const startedAt = performance.now()
  try {
    const { operationId, isNew } = await stateFor(connection, file, request, { restart, signal })
    const { attributes } = await transfer(connection, file, request, {
      operationId,
      isNew,
      entries,
      json,
      signal,
    })
    const { status, totalProductsCount: total, processedProductsCount: processed } = attributes
    const failed = attributes.failedProductsCount
    const errorReport = failed > 0 ? reportPath(file, operationId) : null
    if (errorReport !== null) {
      await saveErrorReport(connection, operationId, { path: errorReport, everyMs: POLL_MS, signal })
    }
    deleteState(file)
    const seconds = (performance.now() - startedAt) / 1000
    if (json) printJson({ operationId, status, total, processed, failed, seconds, errorReport })
    else {
      const style = failed > 0 ? 'yellow' : 'green'
      print(
        `${styled(style, status)}  ${processed} of ${counted(total, 'product')} processed, ${failed} failed, in ${seconds.toFixed(1)} seconds.`,
      )
      if (errorReport !== null) print(`Error report: ${errorReport}`)
    }
    return status === 'succeeded' ? 0 : SOME_FAILED
  } catch (error) {
    throw refusalOf(error, connection, ' Run the same command again to resume.')
  }
}

/** Returns the state of an interrupted import of the same file with the same options, or creates a new one. */
async function stateFor(
  { client }: Connection,
  file: ImportFile,
  request: ImportRequest,
  { restart, signal }: { restart: boolean; signal: AbortSignal },
) {
  const of = JSON.stringify({ ...request, bytes: file.bytes, changedAtMs: file.changedAtMs })
  const known = readState(file)
  if (known && restart) {
    await client.imports.cancel(known.operationId, { signal }).catch((error) => {
      // The request that would have created the operation may not have reached the server.
      if (!(error instanceof NotFoundError)) throw error
    })
    deleteState(file)
  } else if (known?.of === of) {
    remark('Resuming the interrupted import.')
    return { ...known, isNew: false }
  } else if (known) {
    throw new StartRefused(
      `An import of this file was interrupted (${statePath(file)}), and the file or the options have changed since. Run with --restart to cancel it and start over.`,
    )
  }
  return { ...createState(file, of), isNew: true }
}

/** The name contains the id of the operation, so that a new report never overwrites one that is being corrected. */
function reportPath(file: ImportFile, operationId: string): string {
  const { dir, name } = parse(file.path)
  return format({ dir, name: `${name}.errors-${operationId.slice(0, 8)}`, ext: '.xlsx' })
}
