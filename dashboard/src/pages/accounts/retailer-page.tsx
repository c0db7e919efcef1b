/** One retailer: settings with its segment, users, applications. */
import { Button } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type MarketRetailer, retailerQuery, saveRetailer } from '../../api/accounts-queries.ts'
import { Buttons } from '../../parts/form.tsx'
import { Section } from '../../parts/page.tsx'
import { type Versioned, VersionedForm } from '../../parts/versioned-form.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import {
  AddressFields,
  addressIn,
  addressValues,
  CountryField,
  TextField,
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
        {({ values, isPending, errorOf }) => (
          <>
            <TextField name="storeName" values={values} errorOf={errorOf} required />
            <TextField name="companyName" values={values} errorOf={errorOf} />
            <TextField name="segment" values={values} errorOf={errorOf} />
            <div className={styles.pair}>
              <CountryField name="country" values={values} errorOf={errorOf} />
              <TextField name="currency" values={values} errorOf={errorOf} required />
            </div>
            <TextField name="email" values={values} errorOf={errorOf} required />
            <div className={styles.pair}>
              <TextField name="firstName" values={values} errorOf={errorOf} />
              <TextField name="lastName" values={values} errorOf={errorOf} />
            </div>
            <TextField name="phoneNumberE164" values={values} errorOf={errorOf} />
            <TextField name="vatNumber" values={values} errorOf={errorOf} />
            <AddressFields values={values} errorOf={errorOf} />
            <Buttons>
              <Button type="submit" variant="filled" loading={isPending}>
                {words.save}
              </Button>
            </Buttons>
          </>
        )}
      </VersionedForm>
    </Section>
  )
}
