/** One brand: settings and fees, users, applications, discount rules. */
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { brandQuery, type MarketBrand, saveBrand } from '../../api/accounts-queries.ts'
import { SelectField, Submit } from '../../parts/fields.tsx'
import { Buttons } from '../../parts/form.tsx'
import { Section } from '../../parts/page.tsx'
import { type Versioned, VersionedForm } from '../../parts/versioned-form.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import { DiscountRules } from '../discounts/discount-rules.tsx'
import {
  AccountField,
  AddressFields,
  addressIn,
  addressValues,
  CountryField,
  FEES,
  feesIn,
} from './account-fields.tsx'
import { AccountPage } from './account-page.tsx'
import styles from './accounts.module.css'

const { accounts: text } = words
const route = getRouteApi('/shell/operator/brands/$brandId')
const LEAD_TIMES = Object.entries(words.settings.shipping.leadTimes).map(([value, label]) => ({
  value,
  label,
}))

export function BrandPage() {
  const { brandId } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data } = useSuspenseQuery(brandQuery(brandId))
  const { name, suspendedAt, suspendedReason } = data.account.attributes
  return (
    <AccountPage
      key={brandId}
      kind="brand"
      id={brandId}
      name={name}
      suspendedAt={suspendedAt}
      suspendedReason={suspendedReason}
      trail={<Link to={paths.brandsOfMarketplace}>{text.brands}</Link>}
      search={search}
      open={(search) => void navigate({ search })}
      tabs={{
        settings: <BrandSettings account={data.account} etag={data.etag} />,
        discounts: <DiscountRules brand={brandId} />,
      }}
    />
  )
}

interface Stored {
  account: MarketBrand
  etag: string
}

function versionOf({ account: { attributes }, etag }: Stored): Versioned {
  const { name, country, currency, averageLeadTime, address } = attributes
  const fees = Object.fromEntries(FEES.map((fee) => [fee, String(attributes[fee])]))
  return { etag, values: { name, country, currency, averageLeadTime, ...fees, ...addressValues(address) } }
}

function BrandSettings(stored: Stored) {
  const queryClient = useQueryClient()
  const { id, attributes } = stored.account
  const read = async () => versionOf(await queryClient.fetchQuery({ ...brandQuery(id), staleTime: 0 }))
  return (
    <Section title={text.tabs.settings} isTitleHidden>
      <VersionedForm
        stored={versionOf(stored)}
        read={read}
        save={async (values, etag) => {
          const { name, country, currency, averageLeadTime } = values
          const address = addressIn(values, attributes.address)
          await saveBrand(id, { name, country, currency, averageLeadTime, ...feesIn(values), address }, etag)
          await queryClient.invalidateQueries({ queryKey: ['brands'] })
        }}
        labels={text.fields}
        className={styles.settings}
      >
        <AccountField name="name" required />
        <div className={styles.pair}>
          <CountryField name="country" />
          <AccountField name="currency" required />
        </div>
        <SelectField name="averageLeadTime" label={text.fields.averageLeadTime} data={LEAD_TIMES} />
        <h3>{text.feesTitle}</h3>
        <p className={styles.hint}>{text.feesHint}</p>
        {FEES.map((name) => (
          <AccountField key={name} name={name} required />
        ))}
        <AddressFields />
        <Buttons>
          <Submit>{words.save}</Submit>
        </Buttons>
      </VersionedForm>
    </Section>
  )
}
