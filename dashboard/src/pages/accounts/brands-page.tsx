/** All brands of the marketplace. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { brandsQuery, type MarketBrand } from '../../api/accounts-queries.ts'
import { countryName } from '../../parts/countries.ts'
import type { Column } from '../../parts/table.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import { AccountsPage, STATE_AND_AGE } from './accounts-page.tsx'
import { CreateBrandDialog } from './create-dialogs.tsx'

const { accounts: text } = words
const route = getRouteApi('/shell/operator/brands')
type Row = { id: string; attributes: Partial<MarketBrand['attributes']> }

export function BrandsPage() {
  const search = route.useSearch()
  const { dialog: _, ...listed } = search
  const navigate = route.useNavigate()
  return (
    <AccountsPage
      title={text.brands}
      createLabel={text.createBrand}
      searchLabel={text.searchBrands}
      none={text.noBrands}
      CreateDialog={CreateBrandDialog}
      search={search}
      open={(search, options) => void navigate({ search, ...options })}
      columns={COLUMNS}
      page={useQuery(brandsQuery(listed))}
    />
  )
}

const COLUMNS: Column<Row>[] = [
  {
    key: 'name',
    title: text.fields.name,
    cell: ({ id, attributes: { name, country = '' } }) => (
      <>
        <Link to={paths.brandOfMarketplace} params={{ brandId: id }}>
          {name}
        </Link>
        <small>{countryName(country)}</small>
      </>
    ),
  },
  {
    key: 'fee',
    title: text.fees,
    kind: 'number',
    wide: true,
    cell: ({ attributes: { platformFeePercent = 0 } }) => text.feesOf(platformFeePercent),
  },
  {
    key: 'currency',
    title: text.currency,
    kind: 'fit',
    wide: true,
    cell: ({ attributes }) => attributes.currency,
  },
  ...STATE_AND_AGE,
]
