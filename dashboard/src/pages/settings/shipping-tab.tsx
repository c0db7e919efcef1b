/** From where and to where the brand ships, and how long it takes. Each part is saved alone. */
import { NativeSelect, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  type ShippingChange,
  type ShippingSettings,
  saveShippingSettings,
  shippingSettingsQuery,
} from '../../api/settings-queries.ts'
import { COUNTRIES, countryName } from '../../parts/countries.ts'
import { Save, SelectField, TextField } from '../../parts/fields.tsx'
import { Buttons, Problem } from '../../parts/form.tsx'
import { useForm, type Values } from '../../parts/form-state.ts'
import { Section } from '../../parts/page.tsx'
import { VersionedForm } from '../../parts/versioned-form.tsx'
import { useSession } from '../../session.ts'
import { words } from '../../words/index.ts'
import styles from './settings.module.css'

const { shipping: text } = words.settings
type Attributes = ShippingSettings['attributes']
type AddressName = 'publicAddress' | 'shippingAddress' | 'billingAddress'

export function ShippingTab() {
  const { account } = useSession()
  const brandId = account.id ?? ''
  const { data, error } = useQuery(shippingSettingsQuery(brandId))
  if (!data) {
    return (
      <>
        <Problem error={error} />
        {!error && <Skeleton height={400} />}
      </>
    )
  }
  const part = { brandId, settings: data.settings.attributes, etag: data.etag }
  return (
    <>
      <Section title={text.leadTime} hint={text.leadTimeHint}>
        <LeadTime {...part} />
      </Section>
      <Section title={text.countries} hint={text.countriesHint}>
        <Destinations {...part} />
      </Section>
      {(['shippingAddress', 'publicAddress', 'billingAddress'] as const).map((name) => (
        <Section key={name} title={text.addresses[name].title} hint={text.addresses[name].hint}>
          <AddressPart name={name} {...part} />
        </Section>
      ))}
    </>
  )
}

interface PartProps {
  brandId: string
  settings: Attributes
  etag: string
}

interface SettingsPartProps extends PartProps {
  /** The part of the settings that the fields show, and the change that their values are. */
  valuesOf: (settings: Attributes) => Values
  changeOf: (values: Values) => ShippingChange
  labels: Readonly<Record<string, string>>
  show?: (name: string, value: string) => string
  children: ReactNode
}

function SettingsPart({ brandId, settings, etag, valuesOf, changeOf, children, ...form }: SettingsPartProps) {
  const queryClient = useQueryClient()
  return (
    <div className={styles.wide}>
      <VersionedForm
        {...form}
        stored={{ values: valuesOf(settings), etag }}
        read={async () => {
          const current = await queryClient.fetchQuery({ ...shippingSettingsQuery(brandId), staleTime: 0 })
          return { values: valuesOf(current.settings.attributes), etag: current.etag }
        }}
        save={(values, etag) => saveShippingSettings(brandId, changeOf(values), etag)}
      >
        {children}
        <Buttons>
          <Save />
        </Buttons>
      </VersionedForm>
    </div>
  )
}

function LeadTime(part: PartProps) {
  return (
    <SettingsPart
      {...part}
      valuesOf={({ averageLeadTime }) => ({ averageLeadTime })}
      changeOf={({ averageLeadTime }) => ({
        averageLeadTime: averageLeadTime as Attributes['averageLeadTime'],
      })}
      labels={{ averageLeadTime: text.leadTime }}
      show={(_name, value) => text.leadTimes[value] ?? value}
    >
      <SelectField
        name="averageLeadTime"
        aria-label={text.leadTime}
        data={Object.entries(text.leadTimes).map(([value, label]) => ({ value, label }))}
      />
    </SettingsPart>
  )
}

function Destinations(part: PartProps) {
  return (
    <SettingsPart
      {...part}
      valuesOf={({ whitelistCountries, eoriNumber, lucidNumber }) => ({
        whitelistCountries: (whitelistCountries ?? []).join(','),
        eoriNumber,
        lucidNumber,
      })}
      changeOf={({ whitelistCountries = '', eoriNumber = '', lucidNumber = '' }) => ({
        whitelistCountries: whitelistCountries === '' ? null : whitelistCountries.split(','),
        eoriNumber: eoriNumber.trim(),
        lucidNumber: lucidNumber.trim(),
      })}
      labels={{ whitelistCountries: text.countries, eoriNumber: text.eori, lucidNumber: text.lucid }}
      show={(name, value) => (name === 'whitelistCountries' ? countriesInWords(value) : value)}
    >
      <Countries />
      <TextField name="eoriNumber" label={text.eori} description={text.eoriHint} />
      <TextField name="lucidNumber" label={text.lucid} description={text.lucidHint} />
    </SettingsPart>
  )
}

const listOf = (value: string) => value.split(',').filter(Boolean)
const countriesInWords = (value: string) =>
  listOf(value).length === 0 ? text.allCountries : listOf(value).map(countryName).join(', ')

function Countries() {
  const { values, touch } = useForm()
  const [chosen, setChosen] = useState(listOf(values?.whitelistCountries ?? ''))
  const change = (codes: string[]) => {
    setChosen(codes)
    touch?.()
  }
  return (
    <div className={styles.stack}>
      <input type="hidden" name="whitelistCountries" value={chosen.join(',')} />
      <NativeSelect
        label={text.addCountry}
        description={chosen.length === 0 ? text.allCountriesHint : undefined}
        value=""
        data={[
          { value: '', label: chosen.length === 0 ? text.allCountries : text.chooseCountry },
          ...COUNTRIES.filter(({ value }) => !chosen.includes(value)),
        ]}
        onChange={({ currentTarget: { value } }) => value && change([...chosen, value])}
      />
      {chosen.length > 0 && (
        <ul className={styles.chips} aria-label={text.countries}>
          {chosen.map((code) => (
            <li key={code}>
              {countryName(code)}
              <button
                type="button"
                aria-label={text.removeCountry(countryName(code))}
                onClick={() => change(chosen.filter((other) => other !== code))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const FIELDS = ['street', 'postalCode', 'city', 'countryCode'] as const

function AddressPart({ name, ...part }: PartProps & { name: AddressName }) {
  return (
    <SettingsPart
      {...part}
      valuesOf={({ [name]: address }) =>
        Object.fromEntries(FIELDS.map((field) => [field, address?.[field] ?? '']))
      }
      changeOf={({ street = '', postalCode = '', city = '', countryCode = '' }) => ({
        [name]: { street, postalCode, city, countryCode },
      })}
      labels={text.address}
      show={(field, value) => (field === 'countryCode' ? countryName(value) : value)}
    >
      {(['street', 'postalCode', 'city'] as const).map((field) => (
        <TextField key={field} name={field} label={text.address[field]} required />
      ))}
      <SelectField name="countryCode" label={text.address.countryCode} data={COUNTRIES} />
    </SettingsPart>
  )
}
