/** Reads ambiguous numbers of a sheet by the example of other values of their column. */

import type { Flaw } from './bad-file.ts'
import { columnOf, isNumeric } from './columns.ts'
import type { Cells } from './entry-of.ts'
import type { FileNote } from './file-item.ts'
import {
  decimalOf,
  describeAmbiguous,
  describeSign,
  isAmbiguous,
  readingsOf,
  readNumber,
  type Sign,
} from './number-text.ts'

export interface CellsOfLine {
  line: number
  cells: Cells
}

interface Example {
  line: number
  text: string
  /** What separates decimals in it. */
  sign: Sign
}

/** Of each column the first value with each sign. */
type Examples = ReadonlyMap<string, readonly Example[]>

/** Puts numbers in place of ambiguous texts. Returns the flaw if the column does not show how to read one of them. */
export type ReadNumbers = (row: CellsOfLine) => Promise<Cells | Flaw>

/** Reads all rows when it meets the first ambiguous text, as the example may come later. Most sheets have none. */
export function createNumberReader(
  readAll: () => AsyncIterable<CellsOfLine>,
  onNote: (note: FileNote) => void,
): ReadNumbers {
  let examples: Promise<Examples> | undefined
  const noted = new Set<string>()
  return async ({ line, cells }) => {
    const ambiguous = numberTexts(cells).filter(([, text]) => isAmbiguous(text))
    if (ambiguous.length === 0) return cells
    examples ??= findExamples(readAll())
    const known = await examples
    const problems: string[] = []
    const unclear: object[] = []
    const numbers: Record<string, number> = {}
    for (const [field, text] of ambiguous) {
      const [example, contrary] = known.get(field) ?? []
      if (!example || contrary) {
        problems.push(`${field}: ${describeAmbiguous(text, whyUnclear(example, contrary))}`)
        unclear.push({ column: field, ...readingsOf(text) })
        continue
      }
      const number = Number(decimalOf(text, example.sign))
      numbers[field] = number
      if (noted.has(field)) continue
      noted.add(field)
      const reason = `${shown(example)} shows that ${describeSign(example.sign)} in this column`
      const meta = { text, number, exampleText: example.text, exampleLine: example.line }
      onNote({ line, field, meta, note: `${JSON.stringify(text)} is read as ${number}, as ${reason}.` })
    }
    if (problems.length === 0) return { ...cells, ...numbers }
    return { code: 'NUMBER_AMBIGUOUS', meta: { numbers: unclear }, mistake: problems.join(' ') }
  }
}

const whyUnclear = (example: Example | undefined, contrary: Example | undefined) =>
  example && contrary
    ? `the column has both ${shown(example)} and ${shown(contrary)}`
    : 'no other value of the column shows which'

const shown = ({ line, text }: Example) => `${JSON.stringify(text)} in line ${line}`

/** Texts with a sign in numeric columns. Numeric cells of a workbook are clear, and do not show how its texts are written. */
const numberTexts = (cells: Cells) =>
  Object.entries(cells).filter(
    (cell): cell is [field: string, text: string] =>
      typeof cell[1] === 'string' && /[.,]/.test(cell[1]) && isNumeric(columnOf(cell[0])),
  )

async function findExamples(rows: AsyncIterable<CellsOfLine>): Promise<Examples> {
  const found = new Map<string, Example[]>()
  for await (const { line, cells } of rows) {
    for (const [field, text] of numberTexts(cells)) {
      const sign = readNumber(text)?.sign
      const known = found.get(field) ?? []
      if (sign && known.every((example) => example.sign !== sign)) {
        found.set(field, [...known, { line, text, sign }])
      }
    }
  }
  return found
}
