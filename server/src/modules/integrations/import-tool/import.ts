/**
 * `tradehall import FILE`: brings the products of a file into the catalog by an operation of the API.
 *
 * reading the whole file ──▶ opening the operation ──▶ adding, chunk by chunk ──▶ starting ──▶ following ──▶ report
 *
 * It may be stopped anywhere. The id of the operation is kept beside the file, and the server knows how many entries it
 * has: the same command goes on behind them.
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
import { type Operation, type OperationClient, operationClient, Refused } from './operation-client.ts'
import { type Finding, scan } from './scan.ts'
import { beginState, forgetState, readState, statePath } from './state.ts'
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

/** Some products failed, or would. */
const SOME_FAILED = 2
/** As shells say it of what Ctrl-C ended. */
const INTERRUPTED = 130

/** A call may have 4 MB; a product alone nearly as much. */
const CHUNK_BYTES = 1_500_000
const CHUNK_ENTRIES = 1_000
/** More is a list that nobody reads; the count is told. */
const MAX_TOLD = 50

/** Less is read before anybody wonders. */
const SLOW_MEGABYTES = 10

interface Wanted {
  operationType: OperationType
  source: string
  updateFields: readonly string[]
}

/** Answers the exit code. */
export async function importFile(
  path: string,
  options: ImportOptions,
  environment: Record<string, string | undefined>,
  stop: AbortSignal,
): Promise<number> {
  const { json = false, dryRun = false, restart = false } = options
  const wanted: Wanted = {
    operationType: oneOf('--operation', options.operation ?? 'import', OPERATION_TYPES),
    source: options.source ?? ANY_SOURCE,
    updateFields: fieldsIn(options.updateFields),
  }
  if (wanted.updateFields.length > 0 && wanted.operationType !== 'update') {
    throw new ConfigError('--update-fields is for --operation update.')
  }
  const encoding: Encoding = oneOf('--encoding', options.encoding ?? 'utf-8', ENCODINGS)
  const file = await openImportFile(path, { operation: wanted.operationType, encoding })
  try {
    const entries = await readThrough(file, wanted, { dryRun, json, signal: stop })
    if (typeof entries !== 'number') return entries.exitCode
    const operations = operationClient(connectTo(options, environment), stop)
    return await carryOut(operations, file, wanted, { entries, restart, json })
  } catch (error) {
    if (!stop.aborted) throw error
    remark(`Interrupted.${dryRun ? '' : ' Run the same command again to go on where it stopped.'}`)
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

interface ReadThrough {
  dryRun: boolean
  json: boolean
  signal: AbortSignal
}

/** How many entries there are to send, or how it ends without sending any. */
async function readThrough(
  file: ImportFile,
  { operationType: operation, source, updateFields }: Wanted,
  { dryRun, json, signal }: ReadThrough,
): Promise<number | { exitCode: number }> {
  const megabytes = Math.ceil(file.bytes / 1_000_000)
  const progress = steps(json || megabytes < SLOW_MEGABYTES, { of: megabytes, noun: 'MB read' })
  let told = 0
  const found = await scan(file, {
    ...(dryRun && { rules: { operation, source, updateFields } }),
    tell(finding) {
      told += 1
      if (told > MAX_TOLD && !json) return
      progress.clear()
      if (json) printJson(finding)
      else remark(sentenceOf(finding))
    },
    watch: (done, of) => progress.reach(Math.round((done / of) * megabytes)),
    signal,
  })
  progress.end()
  const { entries, mistakes, invalid } = found
  if (told > MAX_TOLD && !json) remark(`… and ${told - MAX_TOLD} more.`)
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

async function carryOut(
  operations: OperationClient,
  file: ImportFile,
  wanted: Wanted,
  { entries, restart, json }: { entries: number; restart: boolean; json: boolean },
): Promise<number> {
  const startedAt = performance.now()
  const { operationId, isNew } = await stateFor(operations, file, wanted, restart)
  const operation = await operations.open({ id: operationId, ...wanted }).catch((error) => {
    // Nothing was begun. What another run has begun stays, for whoever has the right credentials.
    const isRefused = error instanceof Refused || error instanceof CredentialsRefused
    if (isNew && isRefused) forgetState(file)
    throw error
  })
  if (operation.status === 'created') {
    await upload(operations, file, operation, { entries, json })
    await operations.start(operationId)
  }
  const end = await followToEnd(operations, operation.id, { entries, json })
  const errorReport = end.failed > 0 ? reportPath(file, end.id) : null
  if (errorReport !== null) await operations.saveReport(end.id, errorReport)
  forgetState(file)
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

/** That of an earlier try, when it was of the same. */
async function stateFor(operations: OperationClient, file: ImportFile, wanted: Wanted, restart: boolean) {
  const of = JSON.stringify({ ...wanted, bytes: file.bytes, changedAtMs: file.changedAtMs })
  const known = readState(file)
  if (known && restart) {
    await operations.cancel(known.operationId)
    forgetState(file)
  } else if (known?.of === of) {
    remark('Going on with the import that was interrupted.')
    return { ...known, isNew: false }
  } else if (known) {
    throw new StartRefused(
      `An import of this file was interrupted (${statePath(file)}), and the file or the options have changed since. Run with --restart to give it up and begin anew.`,
    )
  }
  return { ...beginState(file, of), isNew: true }
}

async function upload(
  operations: OperationClient,
  file: ImportFile,
  operation: Operation,
  { entries, json }: { entries: number; json: boolean },
): Promise<void> {
  let sent = operation.total
  const progress = steps(json, { of: entries, from: sent, noun: 'products sent' })
  for await (const chunk of chunksOf(file, sent)) {
    await operations.add(operation.id, chunk, sent)
    sent += chunk.length
    progress.reach(sent)
  }
  progress.end()
  if (sent !== entries) {
    throw new StartRefused(
      `${file.path} has changed meanwhile. Run with --restart to give it up and begin anew.`,
    )
  }
}

/** Entries as JSON texts, without the first ones. */
async function* chunksOf(file: ImportFile, skipped: number): AsyncGenerator<string[]> {
  let chunk: string[] = []
  let bytes = 0
  let place = 0
  for await (const item of file.items()) {
    if ('mistake' in item)
      throw new StartRefused(`${file.path} has changed meanwhile. Line ${item.line}: ${item.mistake}`)
    place += 1
    if (place <= skipped) continue
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
  const progress = steps(json, { of: entries, noun: 'products processed' })
  let isWaiting = false
  const end = await operations.follow(id, ({ status, processed, failed }) => {
    if (status === 'pending' && !isWaiting) {
      isWaiting = true
      remark('Another operation of the brand runs; this one starts when it has ended.')
    }
    progress.reach(processed + failed)
  })
  progress.end()
  return end
}

/** Named after its operation, so that no report replaces one that somebody corrects. */
function reportPath(file: ImportFile, operationId: string): string {
  const { dir, name } = parse(file.path)
  return format({ dir, name: `${name}.errors-${operationId.slice(0, 8)}`, ext: '.xlsx' })
}

/** With `--json` there is no bar: the last line says it all. */
function steps(isSilent: boolean, about: Parameters<typeof showProgress>[1]) {
  const silent = { reach: () => {}, clear: () => {}, end: () => {} }
  return isSilent ? silent : showProgress(process.stderr, about)
}
