/**
 * Reads and checks a file beside the page, so that the page stays responsive. It holds a few rows of the file at a time,
 * whatever its size: the first rows, the first findings, and what is about to be sent.
 */
import {
  BadFile,
  COLUMNS,
  createValidator,
  type Encoding,
  type FileEntry,
  type FileItem,
  isSheet,
  openProductFile,
  type ProductFile,
  type ReadOptions,
  readItems,
  readRows,
  recogniseColumns,
  rowsOf,
  unambiguous,
  type ValidationRules,
} from '@tradehall/product-files'
import { words } from '../../words/index.ts'
import { flawText, issueText, nameOfField } from './flaw-texts.ts'
import {
  type BadProduct,
  type Checked,
  type FileProblem,
  MAX_FIXED,
  MAX_LISTED,
  type Opened,
  type Reading,
  type WorkerRequest,
} from './worker-messages.ts'

const { productFiles: text } = words

// The validator would try whether it may generate code. The policy of the page forbids it, and would report the attempt.
Object.assign(globalThis, {
  Function: () => {
    throw new Error('Code generation is not allowed.')
  },
})

const PREVIEW_ROWS = 5
/** Messages for each of many thousand rows would keep the page busy. */
const REPORT_EVERY_MS = 250
/** Large enough that a batch of the client needs few messages. */
const SENT_AT_ONCE = 200

let file: ProductFile | undefined
let reading: Reading | undefined
let sending: AsyncGenerator<string[]> | undefined

const METHODS = {
  open: async ({ chosen, encoding }: { chosen: File; encoding: Encoding }): Promise<Opened> => {
    file = openProductFile(chosen.name, chosen)
    if (!isSheet(file)) return { format: file.format, names: [], rows: [], mapping: [] }
    const rows: string[][] = []
    for await (const { cells } of readRows(file, { encoding })) {
      rows.push(cells.map(String))
      if (rows.length > PREVIEW_ROWS) break
    }
    const [names = [], ...others] = rows
    return { format: file.format, names, rows: others, mapping: recogniseColumns(names) }
  },

  check: async (given: Reading, progress: (share: number) => void): Promise<Checked> => {
    reading = given
    const found: Checked = { entries: 0, mistakes: 0, invalid: 0, unreadable: [], notes: [], bad: [] }
    const issuesOf = createValidator(given)
    let reportedAt = 0
    const onProgress = (done: number, of: number) => {
      if (performance.now() - reportedAt < REPORT_EVERY_MS) return
      reportedAt = performance.now()
      progress(done / of)
    }
    for await (const item of itemsOf(given, { onProgress, onNote: (note) => found.notes.push(note) })) {
      if ('mistake' in item) {
        found.mistakes += 1
        if (found.unreadable.length < MAX_LISTED) {
          const { line, code, meta } = item
          found.unreadable.push({ line, code, ...(meta && { meta }) })
        }
        continue
      }
      const issues = issuesOf(item.entry)
      if (issues.length > 0) {
        found.invalid += 1
        if (found.bad.length < MAX_FIXED) {
          found.bad.push({ index: found.entries, line: item.line, entry: item.entry, issues })
        }
      }
      found.entries += 1
    }
    return found
  },

  validate: async ({ entry, rules }: { entry: FileEntry; rules: ValidationRules }) =>
    createValidator(rules)(entry),

  /** Valid products, and corrected ones in their places. */
  send: async ({ corrected }: { corrected: ReadonlyMap<number, FileEntry> }) => {
    sending = entriesToSend(corrected)
  },

  next: async (): Promise<string[] | undefined> => (await sending?.next())?.value ?? undefined,

  /** What is wrong, with the columns of the file format and a column that says why. It can be corrected and imported. */
  badRows: async (): Promise<Blob> => {
    if (!reading) throw new Error('The file was not checked.')
    const issuesOf = createValidator(reading)
    let [blob, text] = [new Blob(), csvLine(['errors', ...COLUMNS.map(({ header }) => header)])]
    for await (const item of itemsOf(reading)) {
      text += badLines(item, issuesOf)
      if (text.length < 1_000_000) continue
      blob = new Blob([blob, text])
      text = ''
    }
    return new Blob([blob, text], { type: 'text/csv' })
  },
}

function itemsOf(given: Reading, listeners?: Pick<ReadOptions, 'onProgress' | 'onNote'>) {
  if (!file) throw new Error('No file was chosen.')
  return readItems(file, { ...given, ...listeners })
}

async function* entriesToSend(corrected: ReadonlyMap<number, FileEntry>): AsyncGenerator<string[]> {
  if (!reading) return
  const issuesOf = createValidator(reading)
  let batch: string[] = []
  let index = 0
  for await (const item of itemsOf(reading)) {
    if ('mistake' in item) continue
    const entry = corrected.get(index) ?? (issuesOf(item.entry).length === 0 ? item.entry : undefined)
    index += 1
    if (entry) batch.push(JSON.stringify(entry))
    if (batch.length < SENT_AT_ONCE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function badLines(item: FileItem, issuesOf: (entry: FileEntry) => BadProduct['issues']): string {
  if ('mistake' in item) return csvLine([text.atLine(item.line, flawText(item))])
  const issues = issuesOf(item.entry)
  if (issues.length === 0) return ''
  const why = issues.map((issue) => text.about(nameOfField(issue.field), issueText(issue))).join(' ')
  return rowsOf(item.entry)
    .map((cells, i) => csvLine([i === 0 ? why : '', ...cells]))
    .join('')
}

const csvLine = (cells: readonly (string | number | null)[]) =>
  `${cells.map((cell) => `"${csvText(cell).replaceAll('"', '""')}"`).join(',')}\r\n`

/** All of CSV is text: the point of a number must not be taken for one that separates thousands when it is imported. */
const csvText = (cell: string | number | null) =>
  typeof cell === 'number' ? unambiguous(String(cell)) : (cell ?? '')

addEventListener('message', async ({ data: { id, method, argument } }: MessageEvent<WorkerRequest>) => {
  const act = METHODS[method] as (argument: unknown, progress: (share: number) => void) => Promise<unknown>
  try {
    postMessage({ id, result: await act(argument, (progress) => postMessage({ id, progress })) })
  } catch (error) {
    postMessage({ id, problem: problemOf(error) })
  }
})

const problemOf = (error: unknown): FileProblem =>
  error instanceof BadFile
    ? { message: error.message, code: error.code, line: error.line, meta: error.meta }
    : { message: String(error) }

export type Methods = typeof METHODS
