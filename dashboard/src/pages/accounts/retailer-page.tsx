/** One retailer: settings with its segment, users, applications. */
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type MarketRetailer, retailerQuery, saveRetailer } from '../../api/accounts-queries.ts'
import { Submit } from '../../parts/fields.tsx'
import { Buttons } from '../../parts/form.tsx'
import { Section } from '../../parts/page.tsx'
import { type Versioned, VersionedForm } from '../../parts/versioned-form.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import {
  AccountField,
  AddressFields,
  addressIn,
  addressValues,
  CountryField,
  textsOrNull,
} from './account-fields.tsx'
import { AccountPage } from './account-page.tsx'
import styles from './accounts.module.css'

const { accounts: text } = words
const route = getRouteApi('/shell/operator/retailers/$retailerId')
const OPTIONAL = ['companyName', 'firstName', 'lastName', 'phoneNumberE164', 'vatNumber', 'segment'] as const

export function RetailerPage() {
  const { retailerId } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data } = useSuspenseQuery(retailerQuery(retailerId))
  const { storeName, suspendedAt, suspendedReason } = data.account.attributes
  return (
    <AccountPage
      key={retailerId}
      kind="retailer"
      id={retailerId}
      name={storeName}
      suspendedAt={suspendedAt}
      suspendedReason={suspendedReason}
      trail={<Link to={paths.retailersOfMarketplace}>{text.retailers}</Link>}
      search={search}
      open={(search) => void navigate({ search })}
      tabs={{ settings: <RetailerSettings account={data.account} etag={data.etag} /> }}
    />
  )
}

interface Stored {
  account: MarketRetailer
  etag: string
}

function versionOf({ account: { attributes }, etag }: Stored): Versioned {
  const { storeName, email, country, currency, address } = attributes
  const optional = Object.fromEntries(OPTIONAL.map((name) => [name, attributes[name] ?? '']))
  return { etag, values: { storeName, email, country, currency, ...optional, ...addressValues(address) } }
}

function RetailerSettings(stored: Stored) {
  const queryClient = useQueryClient()
  const { id, attributes } = stored.account
  const read = async () => versionOf(await queryClient.fetchQuery({ ...retailerQuery(id), staleTime: 0 }))
  return (
    <Section title={text.tabs.settings} isTitleHidden>
      <VersionedForm
        stored={versionOf(stored)}
        read={read}
        save={async (values, etag) => {
          const { storeName, email, country, currency } = values
          const address = addressIn(values, attributes.address)
          await saveRetailer(
            id,
            { storeName, email, country, currency, ...textsOrNull(values, OPTIONAL), address },
            etag,
          )
          await queryClient.invalidateQueries({ queryKey: ['retailers'] })
        }}
        labels={text.fields}
        className={styles.settings}
      >
        <AccountField name="storeName" required />
        <AccountField name="companyName" />
        <AccountField name="segment" />
        <div className={styles.pair}>
          <CountryField name="country" />
          <AccountField name="currency" required />
        </div>
        <AccountField name="email" required />
        <div className={styles.pair}>
          <AccountField name="firstName" />
          <AccountField name="lastName" />
        </div>
        <AccountField name="phoneNumberE164" />
        <AccountField name="vatNumber" />
        <AddressFields />
        <Buttons>
          <Submit>{words.save}</Submit>
        </Buttons>
      </VersionedForm>
    </Section>
  )
}
