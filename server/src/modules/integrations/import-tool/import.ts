/**
 * `tradehall import FILE`: imports the products of a file through an operation of the API.
 *
 * scan the whole file ──▶ open the operation ──▶ upload chunks ──▶ start ──▶ poll ──▶ download the error report
 *
 * An interrupted import can be resumed at every step. The id of the operation is stored beside the file, and the server
 * reports how many entries it has received, so the same command continues after them.
 */
import { format, parse } from 'node:path'
import { ConfigError } from '../../../config.ts'
import { StartRefused } from '../../../platform/data-dir.ts'
import { showProgress } from '../../../roles/progress.ts'
import { type ClientOptions, CredentialsRefused, connectTo } from '../../../tools/client.ts'
import { print, printJson, remark, styled } from '../../../tools/printing.ts'
import { OPERATION_TYPES, type OperationType } from '../operations/operation-rules.ts'
import { ANY_SOURCE, UPDATE_FIELDS } from '../payload/touched.ts'
import { type ImportFile, openImportFile } from './import-file.ts'
import { type Operation, OperationClient, RequestRejected } from './operation-client.ts'
import { type Finding, scan } from './scan.ts'
import { createState, deleteState, readState, statePath } from './state.ts'
import { ENCODINGS, type Encoding } from './text.ts'

export interface ImportOptions extends ClientOptions {
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

/** A request is limited to 4 MB; a single product may exceed this chunk size. */
const CHUNK_BYTES = 1_500_000
const CHUNK_ENTRIES = 1_000
/** Findings to print; of the others only the number is printed. */
const MAX_PRINTED = 50

/** Smaller files are scanned without a progress bar. */
const SLOW_MEGABYTES = 10

interface ImportRequest {
  operationType: OperationType
  source: string
  updateFields: readonly string[]
}

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
  const file = await openImportFile(path, { operation: request.operationType, encoding })
  try {
    const entries = await scanFile(file, request, { dryRun, json, signal: stop })
    if (typeof entries !== 'number') return entries.exitCode
    const operations = new OperationClient(connectTo(options, environment), stop)
    return await runImport(operations, file, request, { entries, restart, json })
  } catch (error) {
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
  let findings = 0
  const found = await scan(file, {
    ...(dryRun && { rules: { operation, source, updateFields } }),
    report(finding) {
      findings += 1
      if (findings > MAX_PRINTED && !json) return
      progress.clear()
      if (json) printJson(finding)
      else remark(sentenceOf(finding))
    },
    onProgress: (done, of) => progress.reach(Math.round((done / of) * megabytes)),
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

async function runImport(
  operations: OperationClient,
  file: ImportFile,
  request: ImportRequest,
  { entries, restart, json }: { entries: number; restart: boolean; json: boolean },
): Promise<number> {
  const startedAt = performance.now()
  const { operationId, isNew } = await stateFor(operations, file, request, restart)
  const operation = await operations.open({ id: operationId, ...request }).catch((error) => {
    // No operation was created. The state of an earlier run is kept, so that it can be resumed with valid credentials.
    const isRefused = error instanceof RequestRejected || error instanceof CredentialsRefused
    if (isNew && isRefused) deleteState(file)
    throw error
  })
  if (operation.status === 'created') {
    await upload(operations, file, operation, { entries, json })
    await operations.start(operationId)
  }
  const end = await followToEnd(operations, operation.id, { entries, json })
  const errorReport = end.failed > 0 ? reportPath(file, end.id) : null
  if (errorReport !== null) await operations.saveReport(end.id, errorReport)
  deleteState(file)
  const { status, total, processed, failed } = end
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
}

/** Returns the state of an interrupted import of the same file with the same options, or creates a new one. */
async function stateFor(
  operations: OperationClient,
  file: ImportFile,
  request: ImportRequest,
  restart: boolean,
) {
  const of = JSON.stringify({ ...request, bytes: file.bytes, changedAtMs: file.changedAtMs })
  const known = readState(file)
  if (known && restart) {
    await operations.cancel(known.operationId)
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

async function upload(
  operations: OperationClient,
  file: ImportFile,
  operation: Operation,
  { entries, json }: { entries: number; json: boolean },
): Promise<void> {
  let sent = operation.total
  const progress = progressOf(json, { of: entries, from: sent, noun: 'products sent' })
  for await (const chunk of chunksOf(file, sent)) {
    await operations.add(operation.id, chunk, sent)
    sent += chunk.length
    progress.reach(sent)
  }
  progress.end()
  if (sent !== entries) {
    throw new StartRefused(
      `${file.path} was changed during the import. Run with --restart to cancel it and start over.`,
    )
  }
}

/** Serialized entries in chunks, without the first `skipped` ones. */
async function* chunksOf(file: ImportFile, skipped: number): AsyncGenerator<string[]> {
  let chunk: string[] = []
  let bytes = 0
  let position = 0
  for await (const item of file.items()) {
    if ('mistake' in item)
      throw new StartRefused(`${file.path} was changed during the import. Line ${item.line}: ${item.mistake}`)
    position += 1
    if (position <= skipped) continue
    const text = JSON.stringify(item.entry)
    const size = Buffer.byteLength(text)
    if (chunk.length > 0 && (bytes + size > CHUNK_BYTES || chunk.length === CHUNK_ENTRIES)) {
      yield chunk
      chunk = []
      bytes = 0
    }
    chunk.push(text)
    bytes += size
  }
  if (chunk.length > 0) yield chunk
}

async function followToEnd(
  operations: OperationClient,
  id: string,
  { entries, json }: { entries: number; json: boolean },
): Promise<Operation> {
  const progress = progressOf(json, { of: entries, noun: 'products processed' })
  let isWaiting = false
  const end = await operations.follow(id, ({ status, processed, failed }) => {
    if (status === 'pending' && !isWaiting) {
      isWaiting = true
      remark('Another operation of the brand is running; this one starts when that has ended.')
    }
    progress.reach(processed + failed)
  })
  progress.end()
  return end
}

/** The name contains the id of the operation, so that a new report never overwrites one that is being corrected. */
function reportPath(file: ImportFile, operationId: string): string {
  const { dir, name } = parse(file.path)
  return format({ dir, name: `${name}.errors-${operationId.slice(0, 8)}`, ext: '.xlsx' })
}

/** No progress bar with `--json`: the output is for programs. */
function progressOf(isSilent: boolean, about: Parameters<typeof showProgress>[1]) {
  const silent = { reach: () => {}, clear: () => {}, end: () => {} }
  return isSilent ? silent : showProgress(process.stderr, about)
}
