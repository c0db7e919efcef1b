/** Products that are not valid, with a field for each value that has to be changed. */
import { TextInput } from '@mantine/core'
import { cellOf, type FileEntry, rowsOf, withCell } from '@tradehall/product-files'
import { useState } from 'react'
import { type Column, Table } from '../../parts/table.tsx'
import { words } from '../../words/index.ts'
import { type FoundIssue, flawText, issueText, nameOfField } from './flaw-texts.ts'
import styles from './imports.module.css'

const { imports: text } = words

export interface Flawed {
  key: string
  /** The line of the file, where there is one. */
  line?: number
  entry: FileEntry
  /** What was wrong at first. These issues stay in the list, so that a corrected value can be changed again. */
  issues: readonly FoundIssue[]
  /** What is wrong now. */
  left: readonly FoundIssue[]
}

interface Row {
  key: string
  flawed: Flawed
  field: string
  message: string | undefined
}

interface FixTableProps {
  products: readonly Flawed[]
  onChange: (key: string, entry: FileEntry) => void
}

export function FixTable({ products, onChange }: FixTableProps) {
  const columns: Column<Row>[] = [
    {
      key: 'product',
      title: text.product,
      kind: 'fit',
      cell: ({ flawed: { entry, line } }) => (
        <>
          {entry.id}
          {line !== undefined && <small className={styles.dim}>{text.atLine(line)}</small>}
        </>
      ),
    },
    {
      key: 'field',
      title: text.field,
      cell: (row) => <Field {...row} onChange={(entry) => onChange(row.flawed.key, entry)} />,
    },
  ]
  return (
    <div className={styles.fix}>
      <Table
        label={text.fixTitle}
        columns={columns}
        rows={products.flatMap(rowsFor)}
        idOf={({ key }) => key}
      />
    </div>
  )
}

/** A row for each value: of several issues of one value the first is shown. Later ones appear when others are corrected. */
function rowsFor(flawed: Flawed): Row[] {
  const fields = new Map<string, string | undefined>()
  for (const { field = '' } of flawed.issues) fields.set(field, undefined)
  for (const issue of flawed.left)
    if (!fields.get(issue.field ?? '')) fields.set(issue.field ?? '', issueText(issue))
  return [...fields].map(([field, message]) => ({ key: `${flawed.key} ${field}`, flawed, field, message }))
}

function Field({
  flawed: { entry },
  field,
  message,
  onChange,
}: Row & { onChange: (entry: FileEntry) => void }) {
  const [refusal, setRefusal] = useState<string>()
  const { row, column } = cellOf(field)
  const name = nameOfField(field)
  // What has no column, such as a product without variants, cannot be corrected in a field.
  if (column === 0) return <>{message ?? text.corrected}</>
  const value = String(rowsOf(entry)[row]?.[column] ?? '')
  function change(input: HTMLInputElement) {
    if (input.value === value) return
    const changed = withCell(entry, { row, column }, input.value)
    const isRefused = 'mistake' in changed
    setRefusal(isRefused ? flawText(changed) : undefined)
    // What is shown is what will be sent.
    if (isRefused) input.value = value
    else onChange(changed)
  }
  return (
    <TextInput
      label={name}
      aria-label={text.correct(name, entry.id)}
      key={value}
      defaultValue={value}
      error={refusal ?? message}
      {...(!message && !refusal && { description: text.corrected })}
      onBlur={({ currentTarget }) => change(currentTarget)}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
    />
  )
}
