/** What each column of a sheet is, with its first rows. */
import { Button, NativeSelect } from '@mantine/core'
import { COLUMNS, type Headers, missingColumns, type OperationType } from '@tradehall/product-files'
import { Section } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { words } from '../../words/index.ts'
import { type ChosenFile, setReading } from './chosen-file.ts'
import { nameOfColumn } from './flaw-texts.ts'
import styles from './imports.module.css'
import type { Opened } from './worker-messages.ts'

const { imports: text } = words
const CHOICES = [
  { value: '', label: text.ignore },
  ...COLUMNS.map(({ header }) => ({ value: header, label: nameOfColumn(header) })),
]

interface ColumnsFormProps {
  chosen: ChosenFile
  opened: Opened
  onCheck: () => void
}

interface FileColumn {
  index: number
  name: string
  samples: string
}

export function ColumnsForm({ chosen: { mapping, operation }, opened, onCheck }: ColumnsFormProps) {
  if (!mapping) {
    return (
      <>
        <p>{text.jsonHint}</p>
        <Button variant="filled" onClick={onCheck}>
          {text.check}
        </Button>
      </>
    )
  }
  const rows = opened.names.map((name, index) => ({
    index,
    name,
    samples: opened.rows.flatMap((row) => row[index] || []).join(' · '),
  }))
  const reason = flawOf(mapping, operation)
  return (
    <Section title={text.columns} hint={text.columnsHint}>
      <Table
        label={text.columns}
        columns={columnsOf(mapping)}
        rows={rows}
        idOf={({ index }) => String(index)}
      />
      {reason && <p role="status">{reason}</p>}
      <div className={styles.actions}>
        <Button variant="filled" disabled={reason !== undefined} title={reason} onClick={onCheck}>
          {text.check}
        </Button>
      </div>
    </Section>
  )
}

const columnsOf = (mapping: Headers): Column<FileColumn>[] => [
  { key: 'name', title: text.yours, cell: ({ name }) => name },
  {
    key: 'is',
    title: text.theirs,
    kind: 'fit',
    cell: ({ index, name }) => (
      <NativeSelect
        aria-label={text.isFor(name)}
        value={mapping[index] ?? ''}
        data={CHOICES}
        onChange={({ currentTarget }) =>
          setReading({
            mapping: mapping.with(index, currentTarget.value === '' ? null : currentTarget.value),
          })
        }
      />
    ),
  },
  {
    key: 'sample',
    title: text.sample,
    wide: true,
    cell: ({ samples }) => <div className={styles.sample}>{samples}</div>,
  },
]

/** Why the file cannot be checked yet. */
function flawOf(mapping: Headers, operation: OperationType): string | undefined {
  const missing = missingColumns(mapping, operation).map((names) => text.or(names.map(nameOfColumn)))
  if (missing.length > 0) return text.missing(missing.join(', '))
  const twice = new Set(mapping.filter((one, i) => one !== null && mapping.indexOf(one) < i))
  return twice.size > 0
    ? text.twice([...twice].map((name) => nameOfColumn(name ?? '')).join(', '))
    : undefined
}
