import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { changedSearch } from '../../api/list-pages.ts'
import { type Payout, payoutsQuery } from '../../api/money-queries.ts'
import { DaysFilter, Filters } from '../../parts/filters.tsx'
import { List } from '../../parts/list.tsx'
import { formatMoney } from '../../parts/money.ts'
import { Empty } from '../../parts/page.tsx'
import type { Column } from '../../parts/table.tsx'
import { formatDate, formatDateTime } from '../../parts/time.ts'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import { PayoutState } from './payout-state.tsx'

const { payouts: text } = words.money
const route = getRouteApi('/shell/money')

const sourcesOf = ({ attributes: { transfers } }: Payout) => transfers.map(({ source }) => source)

const columns: Column<Payout>[] = [
  {
    key: 'arrived',
    title: text.arrived,
    kind: 'fit',
    cell: ({ id, attributes: { arrivedAt } }) => (
      <Link to={paths.payout} params={{ payoutId: id }}>
        <span title={formatDateTime(arrivedAt)}>{formatDate(arrivedAt)}</span>
      </Link>
    ),
  },
  {
    key: 'order',
    title: text.order,
    kind: 'fit',
    cell: (payout) =>
      sourcesOf(payout)
        .map(({ reference }) => reference)
        .join(', '),
  },
  {
    key: 'retailer',
    title: text.retailer,
    wide: true,
    cell: (payout) =>
      sourcesOf(payout)
        .map(({ customerStoreName }) => customerStoreName)
        .join(', '),
  },
  {
    key: 'status',
    title: text.status,
    wide: true,
    cell: ({ attributes: { status } }) => <PayoutState status={status} />,
  },
  {
    key: 'amount',
    title: text.amount,
    kind: 'number',
    cell: ({ attributes: { amount } }) => formatMoney(amount),
  },
]

export function Payouts() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const page = useQuery(payoutsQuery(search))
  const isFiltered = search.from !== undefined || search.to !== undefined
  return (
    <>
      <Filters label={text.filters}>
        <DaysFilter
          label={text.days}
          {...search}
          onChange={(days) => void navigate({ search: changedSearch(search, days), replace: true })}
        />
      </Filters>
      <List
        label={words.money.tabs.payouts}
        columns={columns}
        idOf={({ id }) => id}
        page={page}
        empty={<Empty>{isFiltered ? text.noneMatching : text.none}</Empty>}
      />
    </>
  )
}
