/** All retailers of the marketplace. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import {
  type AccountsSearch,
  type MarketRetailer,
  retailersOfMarketQuery,
} from '../../api/accounts-queries.ts'
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
import { CreateRetailerDialog } from './create-dialogs.tsx'

const { accounts: text } = words
const route = getRouteApi('/shell/operator/retailers')
type Row = { id: string; attributes: Partial<MarketRetailer['attributes']> }

export function RetailersPage() {
  const { dialog, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const page = useQuery(retailersOfMarketQuery(search))
  const change = (changed: Changes<AccountsSearch>) =>
    void navigate({ search: changedSearch(search, changed), replace: true })
  const isFiltered = Object.keys(search).length > 0
  const create = (
    <Button variant="filled" onClick={() => void navigate({ search: { ...search, dialog: 'create' } })}>
      {text.createRetailer}
    </Button>
  )
  return (
    <>
      <PageHeader title={text.retailers} actions={create} />
      <AccountFilters label={text.searchRetailers} search={search} change={change} hasSegment />
      <List
        label={text.retailers}
        columns={COLUMNS}
        idOf={({ id }) => id}
        page={page}
        empty={<Empty>{isFiltered ? text.noneMatching : text.noRetailers}</Empty>}
      />
      {dialog && <CreateRetailerDialog onClose={() => void navigate({ search })} />}
    </>
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
