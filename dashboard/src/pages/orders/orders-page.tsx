/** The orders of a brand: found by tabs and filters, worked on one by one or many at once. */

import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Changes, changedSearch } from '../../api/list-pages.ts'
import {
  chosenStatuses,
  type ListedOrder,
  ORDER_SORTS,
  type OrderListSearch,
  type OrderSummary,
  type OrderTab,
  orderCountsQuery,
  ordersQuery,
  type OrdersPage as Page,
  sortOf,
  statusesOf,
  TABS,
} from '../../api/orders-queries.ts'
import { IS_SANDBOX } from '../../environment.ts'
import { ExampleOrder } from '../../parts/example-order.tsx'
import {
  ChoiceFilter,
  choicesOf,
  DaysMenu,
  Filters,
  SearchField,
  SeveralFilter,
} from '../../parts/filters.tsx'
import { List } from '../../parts/list.tsx'
import { formatMoney } from '../../parts/money.ts'
import { useOpenReference } from '../../parts/open-reference.ts'
import { OrderState, placeOf, Waiting } from '../../parts/order-texts.tsx'
import { Empty, PageHeader, Tabs } from '../../parts/page.tsx'
import { useSelection } from '../../parts/selection.ts'
import type { Column } from '../../parts/table.tsx'
import { formatDay } from '../../parts/time.ts'
import { When } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import { GoodsPictures } from '../catalog/goods-pictures.tsx'
import { BulkBar } from './bulk-bar.tsx'
import styles from './orders.module.css'

const { orders } = words

export function OrdersPage() {
  const search = useSearch({ from: '/shell/orders' })
  const { tab = 'to-accept' } = search
  const page = useQuery(ordersQuery(search))
  return (
    <>
      <PageHeader title={orders.title} />
      <StatusTabs search={search} />
      <OrderFilters search={search} page={page.data} />
      {/* The selection belongs to a tab: what can be done differs between them. */}
      <SelectableOrders key={tab} search={search} page={page} />
    </>
  )
}

function StatusTabs({ search }: { search: OrderListSearch }) {
  const { data: counts } = useQuery(orderCountsQuery(search))
  const { q, retailer, from, to } = search
  const filters = Object.fromEntries(Object.entries({ q, retailer, from, to }).filter(([, value]) => value))
  const tabs = Object.entries(TABS).map(([tab, statuses]) => ({
    to: paths.orders,
    search: { tab, ...(filters as Record<string, string>) },
    title: orders.tabs[tab] ?? tab,
    ...(counts &&
      statuses.length > 0 && { count: statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0) }),
  }))
  return <Tabs label={orders.status} tabs={tabs} />
}

/** A change of a filter leads to the first page. */
function useChangeSearch() {
  const navigate = useNavigate({ from: paths.orders })
  return (changed: Changes<OrderListSearch>) =>
    void navigate({ to: '.', search: (old) => changedSearch(old, changed), replace: true })
}

function OrderFilters({ search, page }: { search: OrderListSearch; page: Page | undefined }) {
  const change = useChangeSearch()
  const open = useOpenReference()
  const statuses = statusesOf(search.tab ?? 'to-accept')
  return (
    <Filters label={orders.filters}>
      <SearchField
        label={orders.search}
        value={search.q}
        onChange={(q) => change({ q })}
        onEnter={(text) => /^#?\d+$/.test(text) && void open(text)}
      />
      {statuses.length > 1 && (
        <SeveralFilter
          label={orders.status}
          values={chosenStatuses(search)}
          choices={statuses.map((value) => ({ value, label: orders.statuses[value] ?? value }))}
          onChange={(values) => change({ status: values.join(',') })}
        />
      )}
      <ChoiceFilter
        label={orders.retailer}
        all={orders.allRetailers}
        value={search.retailer}
        choices={choicesOf(
          (page?.rows ?? []).flatMap(({ related: { retailer } }) =>
            retailer ? [[retailer.id, retailer.attributes.storeName ?? retailer.id] as const] : [],
          ),
          search.retailer,
        )}
        onChange={(retailer) => change({ retailer })}
      />
      <DaysMenu label={orders.submitted} days={search} onChange={change} />
      <NativeSelect
        aria-label={orders.sort}
        value={sortOf(search)}
        data={(['newest', ...ORDER_SORTS] as const).map((value) => ({ value, label: orders.sorts[value] }))}
        onChange={({ currentTarget }) => change({ sort: currentTarget.value as 'newest' })}
      />
    </Filters>
  )
}

interface ListState {
  data?: Page | undefined
  error: Error | null
  isPlaceholderData: boolean
}

function SelectableOrders({ search, page }: { search: OrderListSearch; page: ListState }) {
  const { ids, rows, select } = useSelection(page.data?.rows)
  const { tab = 'to-accept' } = search
  const details = page.data?.details
  const columns = useMemo(() => columnsOf(tab, details ?? {}), [tab, details])
  return (
    <>
      <List
        label={orders.list}
        columns={columns}
        idOf={({ id }) => id}
        page={page}
        empty={<NoOrders search={search} />}
        selection={{
          selected: ids,
          onChange: select,
          nameOf: ({ attributes: { reference } }) => String(reference),
        }}
      />
      <BulkBar orders={rows} onSelect={select} />
    </>
  )
}

function columnsOf(tab: OrderTab, details: Page['details']): Column<ListedOrder>[] {
  const isMixed = TABS[tab].length !== 1
  return [
    {
      key: 'order',
      title: orders.order,
      kind: 'fit',
      cell: ({ id, attributes: { reference, status } }) => (
        <>
          <Link to={paths.order} params={{ orderId: id }} className={styles.reference}>
            {reference}
          </Link>
          {isMixed && (
            <small>
              <OrderState status={status} />
            </small>
          )}
        </>
      ),
    },
    {
      key: 'retailer',
      title: orders.retailer,
      cell: (order) => <Retailer order={order} isNew={details[order.id]?.isFirstOfRetailer} />,
    },
    { key: 'items', title: orders.items, wide: true, cell: ({ id }) => <Contents summary={details[id]} /> },
    {
      key: 'ship-by',
      title: orders.shipBy,
      kind: 'fit',
      wide: true,
      cell: ({ id }) => details[id] && formatDay(details[id].expectedShippingDate),
    },
    {
      key: 'amount',
      title: orders.receive,
      kind: 'number',
      cell: ({ id, attributes: { brandNetAmount, brandCurrency } }) => (
        <>
          {formatMoney({ amount: brandNetAmount, currency: brandCurrency })}
          <small data-narrow>{details[id] && formatDay(details[id].expectedShippingDate)}</small>
        </>
      ),
    },
    {
      key: 'waiting',
      title: tab === 'to-accept' ? orders.waiting : orders.submitted,
      kind: 'number',
      wide: true,
      cell: ({ attributes: { submittedAt } }) =>
        tab === 'to-accept' ? <Waiting since={submittedAt} /> : <When at={submittedAt} />,
    },
  ]
}

interface RetailerProps {
  order: ListedOrder
  isNew: boolean | undefined
}

function Retailer({ order: { related, attributes }, isNew }: RetailerProps) {
  const place = placeOf(attributes.billingCity, attributes.billingCountryCode)
  return (
    <>
      {related.retailer?.attributes.storeName}
      <small>{[place, isNew && orders.firstOrder].filter(Boolean).join(' · ')}</small>
    </>
  )
}

function Contents({ summary }: { summary: OrderSummary | undefined }) {
  if (!summary) return null
  const { itemsCount, piecesCount, shortItems, goods } = summary
  const [short] = shortItems
  return (
    <div className={styles.contents}>
      <GoodsPictures goods={goods} itemsCount={itemsCount} />
      <div>
        {orders.itemsOf(itemsCount, piecesCount)}
        {short && (
          <small className={styles.short}>
            {shortItems.length === 1
              ? orders.shortOne(short.onHand, short.ordered)
              : orders.shortSome(shortItems.length)}
          </small>
        )}
      </div>
    </div>
  )
}

function NoOrders({ search }: { search: OrderListSearch }) {
  const { tab = 'to-accept', q, retailer, from, to } = search
  if (q || retailer || from || to) {
    return (
      <Empty
        action={
          <Link to={paths.orders} search={{ tab }}>
            {orders.clearFilters}
          </Link>
        }
      >
        {orders.nothingFound}
      </Empty>
    )
  }
  const isFirst = tab === 'to-accept'
  return (
    <Empty action={IS_SANDBOX && isFirst && <ExampleOrder />}>
      {isFirst ? orders.emptyToAccept : orders.empty}
    </Empty>
  )
}
