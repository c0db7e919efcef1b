import type { Flaw } from './bad-file.ts'
import type { CellPosition } from './cell-of.ts'
import { COLUMNS, isNumeric } from './columns.ts'
import { entryOf } from './entry-of.ts'
import type { FileEntry } from './file-item.ts'
import { describeAmbiguous, isAmbiguous, readingsOf } from './number-text.ts'
import { rowsOf } from './rows-of.ts'

/**
 * The product with another text in one cell of its rows; an empty text leaves the value out. The flaw if the text is a
 * number that can be read in two ways.
 */
export function withCell(entry: FileEntry, { row, column }: CellPosition, text: string): FileEntry | Flaw {
  const typed = text.trim()
  if (isNumeric(COLUMNS[column]) && isAmbiguous(typed)) {
    const numbers = [{ column: COLUMNS[column]?.header, ...readingsOf(typed) }]
    return { code: 'NUMBER_AMBIGUOUS', meta: { numbers }, mistake: describeAmbiguous(typed) }
  }
  const rows = rowsOf(entry).map((cells, i) =>
    Object.fromEntries(
      cells.flatMap((cell, j) => {
        const value = i === row && j === column ? typed : (cell ?? '')
        return value === '' ? [] : [[COLUMNS[j]?.header ?? '', value]]
      }),
    ),
  )
  return entryOf(entry.id, rows)
}
