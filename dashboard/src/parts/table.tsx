/**
 * A table of few rows. Columns with `wide` are left out on narrow screens, where other cells may have their text in a
 * `<small data-narrow>`. The first link of a row is what opens it.
 */
import { Skeleton, VisuallyHidden } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import { words } from '../words/index.ts'
import { Problem } from './form.tsx'
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

export interface Selection<Row> {
  /** By id. Rows of other pages may be among them. */
  selected: ReadonlySet<string>
  onChange: (selected: ReadonlySet<string>) => void
  /** What a row is called, for screen readers. */
  nameOf: (row: Row) => string
}

interface TableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while they load. */
  rows: readonly Row[] | undefined
  idOf: (row: Row) => string
  /** Why they cannot be read. */
  error?: Error | null
  /** In place of a table without rows. */
  empty?: ReactNode
  /** The rows are those of before, and the new ones load. */
  isStale?: boolean
  selection?: Selection<Row>
}

const SKELETON_ROWS = 3

export function Table<Row>({ error, empty, ...table }: TableProps<Row>) {
  return (
    <>
      <Problem error={error} />
      {table.rows?.length === 0 && empty ? empty : (table.rows || !error) && <Grid {...table} />}
    </>
  )
}

function Grid<Row>({ label, columns, rows, idOf, isStale = false, selection }: TableProps<Row>) {
  const count = columns.length + (selection ? 1 : 0)
  return (
    <div className={styles.scroll}>
      <table
        className={styles.table}
        aria-label={label}
        aria-busy={rows === undefined || isStale}
        data-keys={selection ? true : undefined}
      >
        <thead>
          <tr>
            {selection && <SelectAll ids={(rows ?? []).map(idOf)} {...selection} />}
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
                <tr key={idOf(row)} data-selected={selection?.selected.has(idOf(row)) || undefined}>
                  {selection && <SelectOne id={idOf(row)} name={selection.nameOf(row)} {...selection} />}
                  <Cells row={row} columns={columns as readonly Column<unknown>[]} />
                </tr>
              ))
            : Array.from({ length: SKELETON_ROWS }, (_, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity.
                <tr key={i}>
                  <td colSpan={count}>
                    <Skeleton height={36} />
                  </td>
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  )
}

interface CellsProps {
  row: unknown
  columns: readonly Column<unknown>[]
}

/** Not rendered again for a selection, if the columns are the same. */
const Cells = memo(({ row, columns }: CellsProps) =>
  columns.map((column) => (
    <td key={column.key} {...marks(column)}>
      {column.cell(row)}
    </td>
  )),
)

type SelectionState = Pick<Selection<unknown>, 'selected' | 'onChange'>

function SelectAll({ ids, selected, onChange }: SelectionState & { ids: readonly string[] }) {
  const chosen = ids.filter((id) => selected.has(id))
  const isAll = ids.length > 0 && chosen.length === ids.length
  return (
    <th scope="col" data-select>
      <input
        type="checkbox"
        aria-label={words.list.selectAll}
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = chosen.length > 0 && !isAll
        }}
        onChange={() => onChange(isAll ? without(selected, ids) : new Set([...selected, ...ids]))}
      />
    </th>
  )
}

/** Native boxes: fifty of Mantine's take longer to render than everything else in the table. */
function SelectOne({ id, name, selected, onChange }: SelectionState & { id: string; name: string }) {
  return (
    <td data-select>
      <input
        type="checkbox"
        aria-label={words.list.select(name)}
        checked={selected.has(id)}
        onChange={() => onChange(selected.has(id) ? without(selected, [id]) : new Set([...selected, id]))}
      />
    </td>
  )
}

const without = (selected: ReadonlySet<string>, ids: readonly string[]) =>
  new Set([...selected].filter((id) => !ids.includes(id)))

const marks = <Row,>({ kind, wide }: Column<Row>) => ({
  ...(kind === 'number' && { 'data-number': true }),
  ...(kind === 'fit' && { 'data-fit': true }),
  ...(wide && { 'data-wide': true }),
})
