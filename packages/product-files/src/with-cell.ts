import type { CellPosition } from './cell-of.ts'
import { COLUMNS } from './columns.ts'
import { entryOf } from './entry-of.ts'
import type { FileEntry } from './file-item.ts'
import { rowsOf } from './rows-of.ts'

/** The product with another text in one cell of its rows; an empty text leaves the value out. */
export function withCell(entry: FileEntry, { row, column }: CellPosition, text: string): FileEntry {
  const rows = rowsOf(entry).map((cells, i) =>
    Object.fromEntries(
      cells.flatMap((cell, j) => {
        const value = i === row && j === column ? text.trim() : String(cell ?? '')
        return value === '' ? [] : [[COLUMNS[j]?.header ?? '', value]]
      }),
    ),
  )
  return entryOf(entry.id, rows)
}
