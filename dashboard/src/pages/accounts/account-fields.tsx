/** The fields that brands and retailers have in common, and how their values are sent. */
import { COUNTRIES } from '../../parts/countries.ts'
import { SelectField, TextField } from '../../parts/fields.tsx'
import type { Values } from '../../parts/form-state.ts'
import { words } from '../../words/index.ts'

const { fields, hints, ...text } = words.accounts
type FieldName = keyof typeof fields

interface FieldProps {
  name: FieldName
  defaultValue?: string
  required?: boolean
  'data-autofocus'?: boolean
}

export const AccountField = ({ name, ...props }: FieldProps) => (
  <TextField
    name={name}
    label={fields[name]}
    description={(hints as Partial<Record<FieldName, string>>)[name]}
    autoComplete="off"
    {...(name === 'email' && { type: 'email' })}
    {...(name.endsWith('Percent') && { inputMode: 'decimal' as const })}
    {...props}
  />
)

export const CountryField = ({ name }: { name: FieldName }) => (
  <SelectField name={name} label={fields[name]} data={[{ value: '', label: text.noCountry }, ...COUNTRIES]} />
)

export const FEES = ['platformFeePercent', 'newCustomerFeePercent', 'feeVatPercent'] as const
const ADDRESS = ['street', 'postalCode', 'city', 'countryCode'] as const

export const AddressFields = () => (
  <>
    <h3>{text.addressTitle}</h3>
    {ADDRESS.map((name) => {
      const Field = name === 'countryCode' ? CountryField : AccountField
      return <Field key={name} name={name} />
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
