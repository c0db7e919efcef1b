/** The orders of all brands. */

import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type Changes, changedSearch } from '../../api/list-pages.ts'
import {
  type OperatorOrdersSearch,
  ORDER_STATUSES,
  type OrderOfAnyBrand,
  operatorOrdersQuery,
  statusesIn,
} from '../../api/operator-orders-queries.ts'
import { AccountFilter } from '../../parts/account-picker.tsx'
import { DaysMenu, Filters, SearchField, SeveralFilter } from '../../parts/filters.tsx'
import { List } from '../../parts/list.tsx'
import { formatMoney } from '../../parts/money.ts'
import { useOpenReference } from '../../parts/open-reference.ts'
import { OrderState } from '../../parts/order-texts.tsx'
import { Empty, PageHeader } from '../../parts/page.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'

const { operatorOrders: texts } = words

export function OperatorOrdersPage() {
  const search = useSearch({ from: '/shell/operator/orders' })
  const page = useQuery(operatorOrdersQuery(search))
  return (
    <>
      <PageHeader title={texts.title} />
      <OrderFilters search={search} />
      <List
        label={texts.list}
        columns={COLUMNS}
        idOf={({ id }) => id}
        page={page}
        empty={<NoOrders search={search} />}
      />
    </>
  )
}

function OrderFilters({ search }: { search: OperatorOrdersSearch }) {
  const navigate = useNavigate({ from: paths.ordersOfMarketplace })
  const open = useOpenReference()
  const change = (changed: Changes<OperatorOrdersSearch>) =>
    void navigate({ to: '.', search: (old) => changedSearch(old, changed), replace: true })
  return (
    <Filters label={texts.filters}>
      <SearchField
        label={texts.search}
        value={search.q}
        onChange={(q) => change({ q })}
        onEnter={(text) => /^#?\d+$/.test(text) && void open(text)}
      />
      <SeveralFilter
        label={texts.status}
        values={statusesIn(search)}
        choices={ORDER_STATUSES.map((value) => ({ value, label: texts.statuses[value] ?? value }))}
        onChange={(values) => change({ status: values.join(',') })}
      />
      <AccountFilter kind="brand" value={search.brand} onChange={(brand) => change({ brand })} />
      <AccountFilter kind="retailer" value={search.retailer} onChange={(retailer) => change({ retailer })} />
      <DaysMenu label={texts.submitted} days={search} onChange={change} />
    </Filters>
  )
}

const COLUMNS: Column<OrderOfAnyBrand>[] = [
  {
    key: 'order',
    title: texts.order,
    kind: 'fit',
    cell: ({ id, attributes: { reference, status, submittedAt } }) => (
      <>
        <Link to={paths.orderOfMarketplace} params={{ orderId: id }}>
          {reference}
        </Link>
        <small data-narrow>
          <OrderState status={status} statuses={texts.statuses} />
        </small>
        <small data-narrow>
          <When at={submittedAt} />
        </small>
      </>
    ),
  },
  {
    key: 'status',
    title: texts.status,
    kind: 'fit',
    wide: true,
    cell: ({ attributes: { status } }) => <OrderState status={status} statuses={texts.statuses} />,
  },
  {
    key: 'brand',
    title: texts.brand,
    cell: ({ attributes: { brandName, storeName } }) => (
      <>
        {brandName}
        <small data-narrow>{storeName}</small>
      </>
    ),
  },
  { key: 'retailer', title: texts.retailer, wide: true, cell: ({ attributes }) => attributes.storeName },
  {
    key: 'total',
    title: texts.total,
    kind: 'number',
    cell: ({ attributes: { brandTotalAmountWithVat: amount, brandCurrency: currency } }) =>
      formatMoney({ amount, currency }),
  },
  {
    key: 'submitted',
    title: texts.submitted,
    kind: 'number',
    wide: true,
    cell: ({ attributes: { submittedAt } }) => <When at={submittedAt} />,
  },
]

function NoOrders({ search: { q, brand, retailer, status, from, to } }: { search: OperatorOrdersSearch }) {
  if (!q && !brand && !retailer && !status && !from && !to) return <Empty>{texts.empty}</Empty>
  return (
    <Empty action={<Link to={paths.ordersOfMarketplace}>{texts.clearFilters}</Link>}>
      {texts.nothingFound}
    </Empty>
  )
}
