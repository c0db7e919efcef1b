/** The parcels of an order, and the question for quotes. What was typed stays, also when the API refuses it. */
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ResponseError } from '@tradehall/client'
import { type FormEvent, useState } from 'react'
import { sentenceOf } from '../../api/errors.ts'
import { recentParcelsQuery } from '../../api/shipping-queries.ts'
import { Buttons, Problem } from '../../parts/form.tsx'
import { words } from '../../words/index.ts'
import styles from './ship-page.module.css'

const { shipping: text } = words

export interface Parcel {
  length: number
  width: number
  height: number
  kg: number
}

const FIELDS = ['length', 'width', 'height', 'kg'] as const
type Field = (typeof FIELDS)[number]
type Row = Record<Field, string> & { key: number }

interface ParcelsFormProps {
  initial: readonly Parcel[]
  submitWord: string
  onSubmit: (parcels: Parcel[]) => Promise<unknown>
}

export function ParcelsForm({ initial, submitWord, onSubmit }: ParcelsFormProps) {
  const [rows, setRows] = useState<readonly Row[]>(() =>
    initial.length > 0 ? initial.map(rowOf) : [emptyRow(0)],
  )
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(NONE)
  const { mutate, isPending, error } = useMutation({
    mutationFn: onSubmit,
    onError: (failure) => setProblems(problemsIn(failure)),
  })
  const nextKey = Math.max(...rows.map(({ key }) => key)) + 1
  function addTemplate(parcel: Parcel) {
    const filled = rows.filter((row) => FIELDS.some((field) => row[field].trim() !== ''))
    setRows([...filled, { ...rowOf(parcel, nextKey) }])
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    const found = missingNumbers(rows)
    setProblems(found)
    if (found.size === 0) mutate(rows.map(parcelOf))
  }
  return (
    <form className={styles.parcels} onSubmit={submit} noValidate>
      {rows.map((row, i) => (
        <ParcelFields
          key={row.key}
          row={row}
          index={i}
          problems={problems}
          onChange={(changed) => setRows(rows.with(i, changed))}
          onRemove={rows.length > 1 && (() => setRows(rows.toSpliced(i, 1)))}
        />
      ))}
      {problems.size === 0 ? <Problem error={error} /> : <Problem>{problems.get('parcels') ?? ''}</Problem>}
      <div className={styles.parcelActions}>
        <Button onClick={() => setRows([...rows, emptyRow(nextKey)])}>{text.addParcel}</Button>
        <Templates onChoose={addTemplate} />
        <Buttons>
          <Button type="submit" variant="filled" loading={isPending}>
            {submitWord}
          </Button>
        </Buttons>
      </div>
    </form>
  )
}

interface ParcelFieldsProps {
  row: Row
  index: number
  /** By pointer. */
  problems: ReadonlyMap<string, string>
  onChange: (row: Row) => void
  onRemove: (() => void) | false
}

function ParcelFields({ row, index, problems, onChange, onRemove }: ParcelFieldsProps) {
  const number = index + 1
  const pointer = `parcels.${index}`
  return (
    <fieldset className={styles.parcel}>
      <legend>{text.parcel(number)}</legend>
      {FIELDS.map((field) => (
        <TextInput
          key={field}
          label={text[field]}
          aria-label={text.fieldOf(text[field], number)}
          inputMode="decimal"
          value={row[field]}
          error={problems.get(`${pointer}.${field}`)}
          onChange={({ currentTarget }) => onChange({ ...row, [field]: currentTarget.value })}
        />
      ))}
      {onRemove && (
        <Button variant="subtle" aria-label={text.removeParcel(number)} onClick={onRemove}>
          {text.remove}
        </Button>
      )}
      <Problem>{problems.get(pointer) ?? ''}</Problem>
    </fieldset>
  )
}

const NONE: ReadonlyMap<string, string> = new Map()
const emptyRow = (key: number): Row => ({ key, length: '', width: '', height: '', kg: '' })
const rowOf = ({ length, width, height, kg }: Parcel, key: number): Row => ({
  key,
  length: String(length),
  width: String(width),
  height: String(height),
  kg: String(kg),
})

/** A comma is a decimal point on many keyboards. */
const numberIn = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed.replace(',', '.')))

const parcelOf = (row: Row): Parcel => ({
  length: numberIn(row.length),
  width: numberIn(row.width),
  height: numberIn(row.height),
  kg: numberIn(row.kg),
})

const missingNumbers = (rows: readonly Row[]): ReadonlyMap<string, string> =>
  new Map(
    rows.flatMap((row, i) =>
      FIELDS.filter((field) => Number.isNaN(numberIn(row[field]))).map((field) => [
        `parcels.${i}.${field}`,
        text.noNumber,
      ]),
    ),
  )

/** By pointer. */
function problemsIn(error: unknown): ReadonlyMap<string, string> {
  if (!(error instanceof ResponseError)) return NONE
  return new Map(
    error.errors.flatMap((entry) => {
      const pointer = entry.source?.pointer?.replace(/^\//, '').replaceAll('/', '.')
      return pointer ? [[pointer, sentenceOf(entry)] as const] : []
    }),
  )
}

function Templates({ onChoose }: { onChoose: (parcel: Parcel) => void }) {
  const { data: recent = [] } = useQuery(recentParcelsQuery)
  if (recent.length === 0) return null
  return (
    <NativeSelect
      aria-label={text.template}
      value=""
      data={[
        { value: '', label: text.template },
        ...recent.map((parcel, i) => ({ value: String(i), label: text.templateOf(parcel) })),
      ]}
      onChange={({ currentTarget }) => {
        const chosen = recent[Number(currentTarget.value)]
        if (currentTarget.value !== '' && chosen) onChoose(chosen)
      }}
    />
  )
}
