/**
 * What is wrong with a file or with lines of it. The sentence is for terminals and programs; others say the same of the code and
 * its figures in words of their own.
 */
export type FlawCode =
  | 'FILE_KIND_UNKNOWN'
  | 'FILE_EMPTY'
  | 'TEXT_NOT_DECODED'
  | 'COLUMNS_WRONG'
  | 'COLUMNS_TOO_MANY'
  | 'CELL_TOO_LONG'
  | 'CELL_WITHOUT_COLUMN'
  | 'FORMULA_FAILED'
  | 'ROW_TOO_LONG'
  | 'ROW_WITHOUT_ID'
  | 'QUOTE_MISPLACED'
  | 'QUOTE_UNCLOSED'
  | 'VALUES_DIFFER'
  | 'VARIANTS_TOO_MANY'
  | 'NUMBER_AMBIGUOUS'
  | 'ID_WRONG'
  | 'PRODUCT_TOO_LARGE'
  | 'PRODUCT_UNREADABLE'
  | 'LIST_EXPECTED'
  | 'LIST_CUT_OFF'
  | 'WORKBOOK_UNREADABLE'
  | 'WORKBOOK_TOO_LARGE'
  | 'WORKBOOK_PROTECTED'

export type Figures = Readonly<Record<string, unknown>>

export interface Flaw {
  mistake: string
  code: FlawCode
  meta?: Figures
}

/** The file cannot be imported as it is. The message is for the author of the file. */
export class BadFile extends Error {
  readonly code: FlawCode
  readonly line: number | undefined
  readonly meta: Figures | undefined

  constructor(code: FlawCode, message: string, { line, meta }: { line?: number; meta?: Figures } = {}) {
    super(line === undefined ? message : `Line ${line}: ${message}`)
    this.code = code
    this.line = line
    this.meta = meta
  }
}
