/** Chooses a brand or a retailer among many: the server searches while somebody types. */
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type AccountKind,
  brandQuery,
  foundBrandsQuery,
  foundRetailersQuery,
  retailerQuery,
} from '../api/accounts-queries.ts'
import { words } from '../words/index.ts'

const { discounts: text } = words.accounts
const TYPING_MS = 200

interface PickerProps {
  kind: AccountKind
  label: string
  /** The label stands above a field of a form; a filter has it for screen readers. */
  isLabelHidden?: boolean
  placeholder?: string
  /** The id of the account. */
  value: string | undefined
  onChange: (id: string | undefined) => void
  error?: string | undefined
  isClearable?: boolean
}

interface Option {
  value: string
  label: string
}

export function AccountPicker({
  kind,
  label,
  isLabelHidden = false,
  value,
  onChange,
  ...props
}: PickerProps) {
  const [typed, setTyped] = useState('')
  const q = useDebouncedValue(typed.trim(), TYPING_MS)[0]
  const chosen = useChosen(kind, value)
  // The name of what is chosen is in the field, and nobody searches for it.
  const found = useFound(kind, q === chosen?.label ? '' : q)
  const options =
    chosen && !found.some((option) => option.value === chosen.value) ? [chosen, ...found] : found
  return (
    <Select
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      placeholder={props.placeholder ?? text.type}
      data={options}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={text.nothing}
      clearable={props.isClearable ?? false}
      error={props.error}
      comboboxProps={{ transitionProps: { duration: 0 } }}
    />
  )
}

/** Filters a list by a brand or a retailer. */
export const AccountFilter = ({ kind, ...props }: Pick<PickerProps, 'kind' | 'value' | 'onChange'>) => (
  <AccountPicker
    kind={kind}
    label={text[kind]}
    placeholder={kind === 'brand' ? text.allBrands : text.allRetailers}
    isLabelHidden
    isClearable
    {...props}
  />
)

function useFound(kind: AccountKind, q: string): Option[] {
  const { data: brands = [] } = useQuery({ ...foundBrandsQuery(q), enabled: kind === 'brand' })
  const { data: retailers = [] } = useQuery({ ...foundRetailersQuery(q), enabled: kind === 'retailer' })
  return kind === 'brand'
    ? brands.map(({ id, attributes }) => ({ value: id, label: attributes.name ?? id }))
    : retailers.map(({ id, attributes }) => ({ value: id, label: attributes.storeName ?? id }))
}

function useChosen(kind: AccountKind, id = ''): Option | undefined {
  const { data: brand } = useQuery({ ...brandQuery(id), enabled: kind === 'brand' && id !== '' })
  const { data: retailer } = useQuery({ ...retailerQuery(id), enabled: kind === 'retailer' && id !== '' })
  if (id === '') return undefined
  const label = kind === 'brand' ? brand?.account.attributes.name : retailer?.account.attributes.storeName
  return label === undefined ? undefined : { value: id, label }
}
