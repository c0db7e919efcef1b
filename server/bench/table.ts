export interface Column<Line> {
  header: string
  cell: (line: Line) => string
}

/** Aligns the first column to the left and the others to the right. Columns without any value are omitted. */
export function table<Line>(columns: readonly Column<Line>[], lines: readonly Line[]): string {
  const texts = columns.map(({ header, cell }) => [header, ...lines.map(cell)])
  const shown = texts.filter(([, ...cells], i) => i === 0 || cells.some((cell) => cell !== ''))
  const widths = shown.map((cells) => Math.max(...cells.map(({ length }) => length)))
  const rows = [undefined, ...lines].map((_, row) =>
    shown.map((cells, i) => {
      const [text, width] = [cells[row] ?? '', widths[i] ?? 0]
      return i === 0 ? text.padEnd(width) : text.padStart(width)
    }),
  )
  return rows.map((cells) => cells.join('  ')).join('\n')
}
