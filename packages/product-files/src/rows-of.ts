/** Renders an entry as rows of a sheet, exactly as it was sent, also if it is invalid. */

import { COLUMNS, type Column, firstOrderOf, ID } from './columns.ts'
import { unambiguous } from './number-text.ts'
import { isObject } from './touched.ts'

/** The cells in the order of `COLUMNS`. */
export type SheetRow = readonly (string | number | null)[]

export interface SentEntry {
  id: unknown
  attributes?: unknown
}

export function rowsOf({ id, attributes }: SentEntry): SheetRow[] {
  const product = isObject(attributes) ? attributes : {}
  const variants = Array.isArray(product.variants) && product.variants.length > 0 ? product.variants : [{}]
  return variants.map((variant, i) =>
    COLUMNS.map((column) => {
      if (column === ID) return write(ID, id)
      if (column.of === 'variant') return write(column, valueAt(variant, column.path))
      return i === 0 ? write(column, valueAt(product, column.path)) : null
    }),
  )
}

function valueAt(holder: unknown, path: readonly string[]): unknown {
  return path.reduce((value, step) => (isObject(value) ? value[step] : undefined), holder)
}

function write(column: Column, value: unknown): string | number | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'number') return value
  // The API knows decimal points only, while files have thousands, too.
  if (typeof value === 'string') return column.kind === 'amount' ? unambiguous(value) : value
  if (typeof value === 'boolean') return String(value)
  // A value that the short form cannot represent is rendered as JSON, which `entryOf` parses.
  return shortForm(column, value) ?? JSON.stringify(value)
}

function shortForm(column: Column, value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined
  switch (column.kind) {
    case 'tags':
      return joined(value, ' ', isTag)
    case 'images':
      return joined(
        value.map((image, i) =>
          isObject(image) && image.order === firstOrderOf(column) + i ? image.url : undefined,
        ),
        ' ',
        isAddress,
      )
    case 'options':
      return joined(
        value.map((option) => (isObject(option) ? `${option.name}=${option.value}` : undefined)),
        '; ',
        (_, i) => isPlainOption(value[i]),
      )
    default:
      return undefined
  }
}

/** Undefined if one of the texts would not be parsed back unchanged. */
const joined = (texts: readonly unknown[], mark: string, isPlain: (text: unknown, i: number) => boolean) =>
  texts.every(isPlain) ? texts.join(mark) : undefined

/** A short form must not begin like JSON. */
const isTag = (tag: unknown) => typeof tag === 'string' && /^[^\s,;[{][^\s,;]*$/.test(tag)
const isAddress = (url: unknown) => typeof url === 'string' && /^[^\s[{]\S*$/.test(url)

const isPlainOption = (option: unknown) =>
  isObject(option) &&
  typeof option.name === 'string' &&
  /^[^\s=;[{][^\s=;]*$/.test(option.name) &&
  typeof option.value === 'string' &&
  /^[^;]*$/.test(option.value) &&
  option.value === option.value.trim()
