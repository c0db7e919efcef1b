/** What is wrong with a file or a product, in the words of the dashboard. */
import { COLUMNS, cellOf, type Figures, type FileNote } from '@tradehall/product-files'
import { FORMAT } from '../../format.ts'
import { words } from '../../words/index.ts'

const { productFiles: text } = words

export const nameOfColumn = (header: string): string => text.columns[header] ?? header

const columnOfField = (field: string) => COLUMNS[cellOf(field).column]

/** What people call the column, or the place, that an issue is about. */
export function nameOfField(field: string): string {
  const column = columnOfField(field)
  // The first column stands for what has none, such as the list of variants.
  return nameOfColumn(column === COLUMNS[0] ? field : (column?.header ?? field))
}

/** As the check of a file and the results of an import tell it. */
export interface FoundIssue {
  field?: string
  code?: string
  meta?: object
}

export function issueText({ field = '', code = '', meta = {} }: FoundIssue): string {
  const column = columnOfField(field)
  const figures = { ...meta, field: field.split('.').at(-1) } as Figures
  return (
    text.issues[code]?.(figures, column?.kind) ??
    words.errors.codes[code]?.(figures, FORMAT) ??
    text.unknownIssue
  )
}

/** Of a line, or of the file as a whole. */
export const flawText = ({ code = '', meta = {} }: { code?: string; meta?: Figures | undefined }): string =>
  text.flaws[code]?.(meta) ?? text.unreadable

/** How a number was understood that could be read in two ways. */
export function noteText({ field, line, meta }: FileNote): string {
  const { text: written, number, exampleText, exampleLine } = meta
  return text.note(nameOfColumn(field), line, {
    written: String(written),
    number: Number(number),
    example: String(exampleText),
    exampleLine: Number(exampleLine),
  })
}
