/** The filters of a list. Their values are in the address; `onChange` writes them there. */
import { Button, Checkbox, NativeSelect, Popover, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import type { Days } from '../api/days.ts'
import { words } from '../words/index.ts'
import { ChevronIcon } from './icons.tsx'
import styles from './list.module.css'
import { formatDay } from './time.ts'

export const Filters = ({ label, children }: { label: string; children: ReactNode }) => (
  <search className={styles.filters} aria-label={label}>
    {children}
  </search>
)

/** Long enough for a scanner or a typed word, too short to be noticed. */
const TYPING_MS = 250

interface SearchFieldProps {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** Enter: to open what was typed or scanned. */
  onEnter?: (value: string) => void
}

/** `/` puts the focus here (`list-keys.ts`). */
export function SearchField({ label, value = '', onChange, onEnter }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  // The address has changed by other means, such as Back.
  if (value !== known) {
    setKnown(value)
    if (value !== text.trim()) setText(value)
  }
  const search = useDebouncedCallback((typed: string) => {
    setKnown(typed)
    onChange(typed === '' ? undefined : typed)
  }, TYPING_MS)
  return (
    <TextInput
      className={styles.search}
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      data-search
      rightSection={text === '' && <kbd>/</kbd>}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value)
        search(currentTarget.value.trim())
      }}
      onKeyDown={({ key, nativeEvent }) => {
        if (key !== 'Enter' || nativeEvent.isComposing || text.trim() === '') return
        // Otherwise the address of the list would follow later and replace what Enter opens.
        search.flush()
        onEnter?.(text.trim())
      }}
    />
  )
}

interface Choice {
  value: string
  label: string
}

interface ChoiceFilterProps {
  label: string
  /** The choice that filters nothing. */
  all: string
  value: string | undefined
  choices: readonly Choice[]
  onChange: (value: string | undefined) => void
}

export const ChoiceFilter = ({ label, all, value = '', choices, onChange }: ChoiceFilterProps) => (
  <NativeSelect
    aria-label={label}
    value={value}
    data={[{ value: '', label: all }, ...choices]}
    onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : currentTarget.value)}
  />
)

/** The accounts of a page as choices, by name; the chosen one stays among them. */
export function choicesOf(
  accounts: readonly (readonly [id: string, name: string])[],
  chosen: string | undefined,
): Choice[] {
  const names = new Map(accounts)
  if (chosen && !names.has(chosen)) names.set(chosen, chosen)
  return [...names]
    .map(([value, label]) => ({ value, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
}

interface SeveralFilterProps {
  label: string
  values: readonly string[]
  choices: readonly Choice[]
  onChange: (values: string[]) => void
}

export function SeveralFilter({ label, values, choices, onChange }: SeveralFilterProps) {
  const chosen = choices.filter(({ value }) => values.includes(value)).map(({ label }) => label)
  return (
    <Popover position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button rightSection={<ChevronIcon />}>
          {chosen.length === 0 ? label : words.list.chosen(label, chosen)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Checkbox.Group value={[...values]} onChange={onChange} aria-label={label}>
          {choices.map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} py={4} />
          ))}
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Empty values are left out, so that they leave the address too. */
export function DaysFilter({
  label,
  from,
  to,
  onChange,
}: Days & { label: string; onChange: (days: { from: string | undefined; to: string | undefined }) => void }) {
  return (
    <>
      <TextInput
        type="date"
        label={words.list.from(label)}
        value={from ?? ''}
        max={to}
        onChange={({ currentTarget }) => onChange({ from: currentTarget.value || undefined, to })}
      />
      <TextInput
        type="date"
        label={words.list.to(label)}
        value={to ?? ''}
        min={from}
        onChange={({ currentTarget }) => onChange({ from, to: currentTarget.value || undefined })}
      />
    </>
  )
}

interface DaysMenuProps {
  label: string
  days: Days
  onChange: (days: { from: string | undefined; to: string | undefined }) => void
}

/** The same behind a button, which says what is chosen. */
export function DaysMenu({ label, days: { from, to }, onChange }: DaysMenuProps) {
  const chosen = [from && formatDay(from), to && formatDay(to)].join(' – ')
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button rightSection={<ChevronIcon />}>
          {from || to ? words.list.chosen(label, [chosen]) : label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <DaysFilter label={label} {...(from && { from })} {...(to && { to })} onChange={onChange} />
      </Popover.Dropdown>
    </Popover>
  )
}
