/** All retailers of the marketplace. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type MarketRetailer, retailersOfMarketQuery } from '../../api/accounts-queries.ts'
import { countryName } from '../../parts/countries.ts'
import type { Column } from '../../parts/table.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import { AccountsPage, STATE_AND_AGE } from './accounts-page.tsx'
import { CreateRetailerDialog } from './create-dialogs.tsx'

const { accounts: text } = words
const route = getRouteApi('/shell/operator/retailers')
type Row = { id: string; attributes: Partial<MarketRetailer['attributes']> }

export function RetailersPage() {
  const search = route.useSearch()
  const { dialog: _, ...listed } = search
  const navigate = route.useNavigate()
  return (
    <AccountsPage
      title={text.retailers}
      createLabel={text.createRetailer}
      searchLabel={text.searchRetailers}
      none={text.noRetailers}
      hasSegment
      CreateDialog={CreateRetailerDialog}
      search={search}
      open={(search, options) => void navigate({ search, ...options })}
      columns={COLUMNS}
      page={useQuery(retailersOfMarketQuery(listed))}
    />
  )
}

const COLUMNS: Column<Row>[] = [
  {
    key: 'name',
    title: text.fields.storeName,
    cell: ({ id, attributes: { storeName, companyName, country = '' } }) => (
      <>
        <Link to={paths.retailerOfMarketplace} params={{ retailerId: id }}>
          {storeName}
        </Link>
        <small>{[companyName, countryName(country)].filter(Boolean).join(' · ')}</small>
      </>
    ),
  },
  { key: 'email', title: text.email, wide: true, cell: ({ attributes }) => attributes.email },
  {
    key: 'segment',
    title: text.segment,
    kind: 'fit',
    wide: true,
    cell: ({ attributes: { segment } }) => segment ?? text.noSegment,
  },
  ...STATE_AND_AGE,
]
