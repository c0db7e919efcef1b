/** Parses the rows of a product into an entry. A cell that cannot be parsed stays a text, which validation reports. */

import { type Column, columnOf, firstOrderOf } from './columns.ts'
import { readNumber } from './number-text.ts'
import { isObject } from './touched.ts'

/** The non-empty cells by header. The numeric cells of a workbook are numbers. */
export type Cells = Readonly<Record<string, string | number>>

export interface SheetEntry {
  id: string
  type: 'catalog-integration-product'
  attributes: Record<string, unknown>
}

/** The key that groups the rows of one product; undefined if the row has none. */
export function keyOf({ id, external_id, variant_sku }: Cells): string | undefined {
  const key = id ?? external_id ?? variant_sku
  return key === undefined ? undefined : String(key)
}

/** The header of a product column whose value differs between two rows of the same product. */
export function contradiction(first: Cells, other: Cells): string | undefined {
  return Object.keys(other).find(
    (header) => columnOf(header)?.of === 'product' && String(other[header]) !== String(first[header]),
  )
}

export function entryOf(key: string, rows: readonly Cells[]): SheetEntry {
  const attributes: Record<string, unknown> = {}
  const variants: Record<string, unknown>[] = []
  for (const [i, row] of rows.entries()) {
    const variant: Record<string, unknown> = {}
    for (const [header, cell] of Object.entries(row)) {
      const column = columnOf(header)
      if (column?.of === 'variant') set(variant, column.path, read(column, cell))
      else if (column?.of === 'product' && i === 0) set(attributes, column.path, read(column, cell))
    }
    if (Object.keys(variant).length > 0) variants.push(variant)
  }
  if (variants.length > 0) attributes.variants = variants
  return { id: key, type: 'catalog-integration-product', attributes }
}

function set(holder: Record<string, unknown>, [step = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    holder[step] = value
    return
  }
  const inner = isObject(holder[step]) ? holder[step] : {}
  holder[step] = inner
  set(inner, rest, value)
}

const BOOLEANS = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
])

function read(column: Column, cell: string | number): unknown {
  if (typeof cell === 'number' && column.kind === 'number') return cell
  const text = String(cell)
  switch (column.kind) {
    case 'text':
      return text
    case 'amount':
      // A text preserves every digit.
      return readNumber(text)?.decimal ?? text
    case 'number': {
      const decimal = readNumber(text)?.decimal
      return decimal === undefined ? text : Number(decimal)
    }
    case 'boolean':
      return BOOLEANS.get(text.toLowerCase()) ?? text
    default:
      return /^[[{]/.test(text) ? parsed(text) : readList(column, text)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function readList(column: Column, text: string): unknown {
  if (column.kind === 'tags') return text.split(/[\s,;]+/).filter((tag) => tag !== '')
  if (column.kind === 'images') {
    return text.split(/\s+/).map((url, i) => ({ order: firstOrderOf(column) + i, url }))
  }
  return text.split(';').map((option) => {
    const [name = '', ...value] = option.split('=')
    return { name: name.trim(), value: value.join('=').trim() }
  })
}
