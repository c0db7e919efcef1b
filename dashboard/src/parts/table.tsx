/** A table of few rows. Columns with `wide` are left out on narrow screens, where other cells may have their text in a
 * `<small data-narrow>`. */
import { Skeleton, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './table.module.css'

export interface Column<Row> {
  key: string
  /** A column of actions has a title for screen readers only. */
  title: string
  isTitleHidden?: boolean
  cell: (row: Row) => ReactNode
  kind?: 'text' | 'number' | 'fit'
  wide?: boolean
}

interface TableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while they load. */
  rows: readonly Row[] | undefined
  idOf: (row: Row) => string
}

const SKELETON_ROWS = 3

export function Table<Row>({ label, columns, rows, idOf }: TableProps<Row>) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={label} aria-busy={rows === undefined}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" {...marks(column)}>
                {column.isTitleHidden ? <VisuallyHidden>{column.title}</VisuallyHidden> : column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((row) => (
                <tr key={idOf(row)}>
                  {columns.map((column) => (
                    <td key={column.key} {...marks(column)}>
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
              ))
            : Array.from({ length: SKELETON_ROWS }, (_, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity.
                <tr key={i}>
                  <td colSpan={columns.length}>
                    <Skeleton height={36} />
                  </td>
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  )
}

const marks = <Row,>({ kind, wide }: Column<Row>) => ({
  ...(kind === 'number' && { 'data-number': true }),
  ...(kind === 'fit' && { 'data-fit': true }),
  ...(wide && { 'data-wide': true }),
})
