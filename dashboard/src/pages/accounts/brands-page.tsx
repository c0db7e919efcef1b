/** All brands of the marketplace. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type AccountsSearch, brandsQuery, type MarketBrand } from '../../api/accounts-queries.ts'
import { type Changes, changedSearch } from '../../api/pages.ts'
import { countryName } from '../../parts/countries.ts'
import { List } from '../../parts/list.tsx'
import { Empty, PageHeader } from '../../parts/page.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import { AccountFilters } from './account-filters.tsx'
import { AccountState } from './account-state.tsx'
import { CreateBrandDialog } from './create-dialogs.tsx'

const { accounts: text } = words
const route = getRouteApi('/shell/operator/brands')
type Row = { id: string; attributes: Partial<MarketBrand['attributes']> }

export function BrandsPage() {
  const { dialog, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const page = useQuery(brandsQuery(search))
  const change = (changed: Changes<AccountsSearch>) =>
    void navigate({ search: changedSearch(search, changed), replace: true })
  const isFiltered = Object.keys(search).length > 0
  const create = (
    <Button variant="filled" onClick={() => void navigate({ search: { ...search, dialog: 'create' } })}>
      {text.createBrand}
    </Button>
  )
  return (
    <>
      <PageHeader title={text.brands} actions={create} />
      <AccountFilters label={text.searchBrands} search={search} change={change} />
      <List
        label={text.brands}
        columns={COLUMNS}
        idOf={({ id }) => id}
        page={page}
        empty={<Empty>{isFiltered ? text.noneMatching : text.noBrands}</Empty>}
      />
      {dialog && <CreateBrandDialog onClose={() => void navigate({ search })} />}
    </>
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
  {
    key: 'state',
    title: text.state,
    kind: 'fit',
    cell: ({ attributes: { suspendedAt } }) => <AccountState suspendedAt={suspendedAt} />,
  },
  {
    key: 'created',
    title: text.created,
    kind: 'number',
    wide: true,
    cell: ({ attributes: { createdAt } }) => createdAt && <When at={createdAt} />,
  },
]
