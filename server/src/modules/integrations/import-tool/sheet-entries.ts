/** The entries of a table: which columns it has, and which rows make a product. */

import { nearestNames } from '../../../tools/nearest-names.ts'
import type { OperationType } from '../operations/operation-rules.ts'
import { MAX_VARIANTS } from '../payload/schema.ts'
import { COLUMNS, columnOf } from '../sheets/columns.ts'
import { type Cells, contradiction, entryOf, keyOf } from '../sheets/entry-of.ts'
import { BadFile } from './bad-file.ts'
import type { Item } from './items.ts'

export interface FileRow {
  line: number
  cells: readonly string[]
}

interface Group {
  key: string
  line: number
  rows: Cells[]
}

export async function* sheetItems(
  rows: AsyncIterable<FileRow>,
  operation: OperationType,
): AsyncGenerator<Item> {
  let headers: readonly string[] | undefined
  let group: Group | undefined
  for await (const row of rows) {
    if (!headers) {
      headers = readHeaders(row, operation)
      continue
    }
    const read = readRow(headers, row)
    if (typeof read === 'string') {
      yield { line: row.line, mistake: read }
      continue
    }
    const key = keyOf(read)
    if (key === undefined) {
      yield { line: row.line, mistake: 'the row has neither an id nor an external_id nor a variant_sku.' }
    } else if (group?.key === key) {
      const mistake = addTo(group, read)
      if (mistake !== undefined) yield { line: row.line, mistake }
    } else {
      if (group) yield finish(group)
      group = { key, line: row.line, rows: [read] }
    }
  }
  if (group) yield finish(group)
}

const finish = ({ key, line, rows }: Group): Item => ({ line, entry: entryOf(key, rows) })

function addTo(group: Group, row: Cells): string | undefined {
  const header = contradiction(group.rows[0] ?? {}, row)
  if (header !== undefined) {
    return `${header} differs from line ${group.line}, which is of the same product. Leave it empty, or repeat it.`
  }
  if (group.rows.length === MAX_VARIANTS) return `the product has more than ${MAX_VARIANTS} variants.`
  group.rows.push(row)
  return undefined
}

/** What a file must have, each as the columns of which one is enough. */
const NEEDED: Record<OperationType, readonly (readonly string[])[]> = {
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

/** Everything that is wrong with them at once. */
function readHeaders({ line, cells }: FileRow, operation: OperationType): string[] {
  const headers = cells.map((cell) => cell.trim().toLowerCase())
  const named = headers.filter((header) => header !== '')
  const unknown = named.filter((header) => columnOf(header) === undefined)
  const twice = named.filter((header, i) => named.indexOf(header) < i)
  const missing = NEEDED[operation].filter((names) => !names.some((name) => headers.includes(name)))
  const wrongs = [
    ...unknown.map(aboutUnknown),
    ...twice.map((header) => `the column ${header} is there twice.`),
    ...(missing.length > 0
      ? [`missing columns: ${missing.map((names) => names.join(' or ')).join(', ')}.`]
      : []),
  ]
  if (wrongs.length > 0) throw new BadFile(wrongs.join(' '), line)
  return headers
}

function aboutUnknown(header: string): string {
  const names = COLUMNS.map((column) => column.header)
  const ofVariant = names.filter((name) => name === `variant_${header}`)
  const nearest = ofVariant.length > 0 ? ofVariant : nearestNames(header, names)
  const hint = nearest.length > 0 ? ` Did you mean ${nearest.join(' or ')}?` : ''
  return `there is no column ${JSON.stringify(header.slice(0, 50))}.${hint}`
}

function readRow(headers: readonly string[], { cells }: FileRow): Cells | string {
  const pairs: [string, string][] = []
  for (const [i, cell] of cells.entries()) {
    const text = cell.trim()
    if (text === '') continue
    const header = headers[i]
    if (!header)
      return `the cell ${i + 1} has no header; there are ${headers.length} columns. Is a quote missing?`
    pairs.push([header, text])
  }
  return Object.fromEntries(pairs)
}
