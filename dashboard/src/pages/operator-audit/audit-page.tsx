/** Who did what in all accounts, when, and from where. */

import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type MarketAuditSearch, marketAuditQuery, marketEntryQuery } from '../../api/audit-queries.ts'
import { type Changes, changedSearch } from '../../api/list-pages.ts'
import { AccountFilter } from '../../parts/account-picker.tsx'
import { AUDIT_ACTIONS, AUDIT_COLUMNS, type AuditRow, EntryDialog } from '../../parts/audit.tsx'
import { ChoiceFilter, DaysFilter, Filters } from '../../parts/filters.tsx'
import { List } from '../../parts/list.tsx'
import { Empty, PageHeader } from '../../parts/page.tsx'
import type { Column } from '../../parts/table.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'

const { log: text } = words.accounts
const { audit: common } = words.settings
const route = getRouteApi('/shell/operator/audit')

export function AuditPage() {
  const { entry, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const page = useQuery(marketAuditQuery(search))
  const change = (changed: Changes<MarketAuditSearch>) =>
    void navigate({ search: changedSearch(search, changed), replace: true })
  const isFiltered = Object.keys(search).length > 0
  return (
    <>
      <PageHeader title={text.title} note={text.hint} />
      <Filters label={common.filters}>
        <AccountFilter kind="brand" value={search.brand} onChange={(brand) => change({ brand })} />
        <AccountFilter
          kind="retailer"
          value={search.retailer}
          onChange={(retailer) => change({ retailer })}
        />
        <ChoiceFilter
          label={common.action}
          all={common.allActions}
          value={search.action}
          choices={AUDIT_ACTIONS}
          onChange={(action) => change({ action })}
        />
        <DaysFilter label={common.days} {...search} onChange={change} />
      </Filters>
      <List
        label={text.title}
        columns={COLUMNS}
        idOf={({ id }) => id}
        page={page}
        empty={<Empty>{isFiltered ? common.noneMatching : common.none}</Empty>}
      />
      {entry && <OneEntry id={entry} onClose={() => void navigate({ search })} />}
    </>
  )
}

function OneEntry({ id, onClose }: { id: string; onClose: () => void }) {
  const entry = useQuery(marketEntryQuery(id))
  const accountName = entry.data?.attributes.accountName ?? text.operator
  return <EntryDialog entry={entry} more={[[text.account, accountName]]} onClose={onClose} />
}

const ACCOUNT: Column<AuditRow> = {
  key: 'account',
  title: text.account,
  wide: true,
  cell: ({ attributes: { accountName, brandId, retailerId } }) => {
    if (brandId)
      return (
        <Link to={paths.brandOfMarketplace} params={{ brandId }}>
          {accountName}
        </Link>
      )
    if (retailerId)
      return (
        <Link to={paths.retailerOfMarketplace} params={{ retailerId }}>
          {accountName}
        </Link>
      )
    return text.operator
  },
}

const [WHAT, ...OTHERS] = AUDIT_COLUMNS
const COLUMNS = [...(WHAT ? [WHAT] : []), ACCOUNT, ...OTHERS]
