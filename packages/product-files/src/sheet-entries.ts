/** Groups the rows of a sheet into products, and validates its header. */

import { BadFile, type Flaw } from './bad-file.ts'
import { type CellsOfLine, createNumberReader } from './column-numbers.ts'
import { COLUMNS, columnOf } from './columns.ts'
import { type Cells, contradiction, entryOf, keyOf } from './entry-of.ts'
import type { FileItem, FileNote } from './file-item.ts'
import { nearestNames } from './nearest-names.ts'
import type { OperationType } from './operation-types.ts'
import { MAX_VARIANTS } from './schema.ts'

export interface FileRow {
  line: number
  /** The numeric cells of a workbook are numbers. */
  cells: readonly (string | number)[]
}

interface Group {
  key: string
  line: number
  rows: Cells[]
}

/** The name of each column of a sheet; null for one that is ignored. */
export type Headers = readonly (string | null)[]

export interface SheetOptions {
  operation: OperationType
  /** The columns that the user chose, in place of the names in the first row. */
  mapping?: Headers | undefined
  onNote?: ((note: FileNote) => void) | undefined
}

/** `readRows` is called again if a number can be understood only by the other values of its column. */
export async function* sheetItems(
  readRows: (isFirst: boolean) => AsyncIterable<FileRow>,
  { operation, mapping, onNote = () => {} }: SheetOptions,
): AsyncGenerator<FileItem> {
  let headers: Headers | undefined
  let group: Group | undefined
  const readNumbers = createNumberReader(() => cellsIn(readRows(false), headers ?? []), onNote)
  for await (const row of readRows(true)) {
    const { line } = row
    if (!headers) {
      headers = readHeaders({ line, cells: mapping ?? row.cells.map(String) }, operation)
      continue
    }
    const cells = readRow(headers, row)
    const read = isFlaw(cells) ? cells : await readNumbers({ line, cells })
    if (isFlaw(read)) {
      yield { line, ...read }
      continue
    }
    const key = keyOf(read)
    if (key === undefined) {
      yield {
        line,
        code: 'ROW_WITHOUT_ID',
        mistake: 'the row has neither an id nor an external_id nor a variant_sku.',
      }
    } else if (group?.key === key) {
      const flaw = addTo(group, read)
      if (flaw) yield { line, ...flaw }
    } else {
      if (group) yield finish(group)
      group = { key, line, rows: [read] }
    }
  }
  if (group) yield finish(group)
}

async function* cellsIn(rows: AsyncIterable<FileRow>, headers: Headers): AsyncGenerator<CellsOfLine> {
  let isHeader = true
  for await (const row of rows) {
    const cells = isHeader ? undefined : readRow(headers, row)
    isHeader = false
    if (cells && !isFlaw(cells)) yield { line: row.line, cells }
  }
}

const finish = ({ key, line, rows }: Group): FileItem => ({ line, entry: entryOf(key, rows) })

/** No column is called so. */
const isFlaw = (read: Cells | Flaw): read is Flaw => 'mistake' in read

function addTo(group: Group, row: Cells): Flaw | undefined {
  const header = contradiction(group.rows[0] ?? {}, row)
  if (header !== undefined) {
    return {
      code: 'VALUES_DIFFER',
      meta: { column: header, line: group.line },
      mistake: `${header} differs from line ${group.line}, which belongs to the same product. Leave the cell empty, or repeat the value.`,
    }
  }
  if (group.rows.length === MAX_VARIANTS)
    return {
      code: 'VARIANTS_TOO_MANY',
      meta: { most: MAX_VARIANTS },
      mistake: `the product has more than ${MAX_VARIANTS} variants.`,
    }
  group.rows.push(row)
  return undefined
}

/** The required columns; of each inner list one column is sufficient. */
const REQUIRED_COLUMNS: Record<OperationType, readonly (readonly string[])[]> = {
  import: [
    ['id', 'external_id'],
    ['name'],
    ['description'],
    ['currency'],
    ['vat_rate'],
    ['wholesale_price', 'variant_wholesale_price'],
    ['retail_price', 'variant_retail_price'],
    ['variant_sku'],
    ['variant_stock_quantity', 'variant_is_always_in_stock'],
  ],
  update: [['id', 'external_id', 'variant_sku']],
  delete: [['id', 'external_id']],
}

/** The columns that are required and not there; of each inner list one is sufficient. */
export const missingColumns = (headers: Headers, operation: OperationType): (readonly string[])[] =>
  REQUIRED_COLUMNS[operation].filter((names) => !names.some((name) => headers.includes(name)))

/** Throws one error that lists all problems of the header. */
function readHeaders({ line, cells }: { line: number; cells: Headers }, operation: OperationType): Headers {
  const headers = cells.map((cell) => cell?.trim().toLowerCase() ?? null)
  const named = headers.flatMap((header) => header || [])
  const unknown = named.filter((header) => columnOf(header) === undefined)
  const twice = named.filter((header, i) => named.indexOf(header) < i)
  const missing = missingColumns(headers, operation)
  const problems = [
    ...unknown.map(describeUnknown),
    ...twice.map((header) => `the column ${header} occurs twice.`),
    ...(missing.length > 0
      ? [`missing columns: ${missing.map((names) => names.join(' or ')).join(', ')}.`]
      : []),
  ]
  if (problems.length > 0) throw new BadFile('COLUMNS_WRONG', problems.join(' '), { line })
  return headers
}

function describeUnknown(header: string): string {
  const names = COLUMNS.map((column) => column.header)
  const ofVariant = names.filter((name) => name === `variant_${header}`)
  const nearest = ofVariant.length > 0 ? ofVariant : nearestNames(header, names)
  const hint = nearest.length > 0 ? ` Did you mean ${nearest.join(' or ')}?` : ''
  return `there is no column ${JSON.stringify(header.slice(0, 50))}.${hint}`
}

/** What spreadsheet programs show, and write, in place of the value of a formula that has failed. */
const FORMULA_ERROR = /^(?:#(?:CALC!|DIV\/0!|N\/A|NAME\?|NULL!|NUM!|REF!|SPILL!|VALUE!)|Err:\d{3})$/

function readRow(headers: Headers, { cells }: FileRow): Cells | Flaw {
  const pairs: [string, string | number][] = []
  const failed: { column: string; value: string | number }[] = []
  for (const [i, cell] of cells.entries()) {
    const value = typeof cell === 'string' ? cell.trim() : cell
    if (value === '') continue
    const header = headers[i]
    if (header === null) continue
    if (!header)
      return {
        code: 'CELL_WITHOUT_COLUMN',
        meta: { cell: i + 1, columns: headers.length },
        mistake: `the cell ${i + 1} has no header; there are ${headers.length} columns. Is a quote missing?`,
      }
    if (FORMULA_ERROR.test(String(value))) failed.push({ column: header, value })
    pairs.push([header, value])
  }
  if (failed.length === 0) return Object.fromEntries(pairs)
  const mistakes = failed.map(
    ({ column, value }) =>
      `${column}: ${value} is what a formula shows that has failed. Correct the formula, or empty the cell.`,
  )
  return { code: 'FORMULA_FAILED', meta: { cells: failed }, mistake: mistakes.join(' ') }
}
