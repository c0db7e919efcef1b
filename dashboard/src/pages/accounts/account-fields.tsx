/** The fields that brands and retailers have in common, and how their values are sent. */
import { NativeSelect, TextInput } from '@mantine/core'
import { COUNTRIES } from '../../parts/countries.ts'
import type { FormState, Values } from '../../parts/form.tsx'
import { words } from '../../words/index.ts'

const { fields, hints, ...text } = words.accounts
type FieldName = keyof typeof fields

interface FieldProps {
  name: FieldName
  values?: Values
  errorOf: FormState['errorOf']
  required?: boolean
  autoFocus?: boolean
}

export const TextField = ({
  name,
  values = {},
  errorOf,
  required = false,
  autoFocus = false,
}: FieldProps) => (
  <TextInput
    name={name}
    label={fields[name]}
    description={(hints as Partial<Record<FieldName, string>>)[name]}
    defaultValue={values[name] ?? ''}
    error={errorOf(name)}
    required={required}
    autoComplete="off"
    {...(name === 'email' && { type: 'email' })}
    {...(name.endsWith('Percent') && { inputMode: 'decimal' as const })}
    {...(autoFocus && { 'data-autofocus': true })}
  />
)

export const CountryField = ({ name, values = {}, errorOf }: Omit<FieldProps, 'required' | 'autoFocus'>) => (
  <NativeSelect
    name={name}
    label={fields[name]}
    defaultValue={values[name] ?? ''}
    data={[{ value: '', label: text.noCountry }, ...COUNTRIES]}
    error={errorOf(name)}
  />
)

export const FEES = ['platformFeePercent', 'newCustomerFeePercent', 'feeVatPercent'] as const
const ADDRESS = ['street', 'postalCode', 'city', 'countryCode'] as const

export const AddressFields = ({ values, errorOf }: Pick<FieldProps, 'values' | 'errorOf'>) => (
  <>
    <h3>{text.addressTitle}</h3>
    {ADDRESS.map((name) => {
      const Field = name === 'countryCode' ? CountryField : TextField
      return <Field key={name} name={name} {...(values && { values })} errorOf={errorOf} />
    })}
  </>
)

/** What was typed, with a point or a comma. Not a number if it is none, which the API refuses. */
const percentOf = (text = '') => (text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.')))

export const feesIn = (values: Values) =>
  Object.fromEntries(FEES.map((name) => [name, percentOf(values[name])]))

type Address = { [Name in (typeof ADDRESS)[number]]?: string | null } | null | undefined

export const addressValues = (address: Address): Values =>
  Object.fromEntries(ADDRESS.map((name) => [name, address?.[name] ?? '']))

/** Replaced as a whole; none if nothing is filled in. Its recipient stays. */
export const addressIn = (values: Values, stored: Address) =>
  ADDRESS.every((name) => !values[name])
    ? null
    : { ...stored, ...Object.fromEntries(ADDRESS.map((name) => [name, values[name] ?? ''])) }

/** Empty fields clear what can be empty. */
export const textsOrNull = (values: Values, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, values[name] || null]))
