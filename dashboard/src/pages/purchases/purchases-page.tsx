/** The orders of a retailer: found by tabs and filters; the reception of many is confirmed at once. */

import { Button, Popover } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type BulkItem, useBulk } from '../../api/bulk.ts'
import { send } from '../../api/client.ts'
import { type Changes, changedSearch, type ListPage } from '../../api/list-pages.ts'
import {
  chosenStatusesOf,
  confirmReception,
  type ListedPurchase,
  PURCHASE_TABS,
  type PurchasesSearch,
  purchaseCountsQuery,
  purchasesQuery,
  statusesOfTab,
} from '../../api/purchases-queries.ts'
import { IS_SANDBOX } from '../../environment.ts'
import { BulkDialog } from '../../parts/bulk-dialog.tsx'
import { ChoiceFilter, DaysFilter, Filters, SearchField, SeveralFilter } from '../../parts/filters.tsx'
import { ChevronIcon } from '../../parts/icons.tsx'
import { List } from '../../parts/list.tsx'
import { formatMoney } from '../../parts/money.ts'
import { useOpenReference } from '../../parts/open-reference.ts'
import { Empty, PageHeader, Tabs } from '../../parts/page.tsx'
import { useSelection } from '../../parts/selection.ts'
import { SelectionBar } from '../../parts/selection-bar.tsx'
import type { Column } from '../../parts/table.tsx'
import { formatDay } from '../../parts/time.ts'
import { When } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import { PurchaseState } from './purchase-state.tsx'
import styles from './purchases.module.css'

const { purchases } = words

type Page = ListPage<ListedPurchase>

export function PurchasesPage() {
  const search = useSearch({ from: '/shell/purchases' })
  const page = useQuery(purchasesQuery(search))
  return (
    <>
      <PageHeader title={purchases.title} />
      <StatusTabs search={search} />
      <PurchaseFilters search={search} page={page.data} />
      {/* The selection belongs to a tab. */}
      <SelectablePurchases key={search.tab} search={search} page={page} />
    </>
  )
}

function StatusTabs({ search }: { search: PurchasesSearch }) {
  const { data: counts } = useQuery(purchaseCountsQuery(search))
  const { q, brand, from, to } = search
  const filters = Object.fromEntries(Object.entries({ q, brand, from, to }).filter(([, value]) => value))
  const tabs = Object.entries(PURCHASE_TABS).map(([tab, statuses]) => ({
    to: paths.purchases,
    search: { tab, ...(filters as Record<string, string>) },
    title: purchases.tabs[tab] ?? tab,
    ...(counts &&
      statuses.length > 0 && { count: statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0) }),
  }))
  return <Tabs label={purchases.status} tabs={tabs} />
}

function PurchaseFilters({ search, page }: { search: PurchasesSearch; page: Page | undefined }) {
  const navigate = useNavigate({ from: paths.purchases })
  const open = useOpenReference()
  const change = (changed: Changes<PurchasesSearch>) =>
    void navigate({ to: '.', search: (old) => changedSearch(old, changed), replace: true })
  const statuses = statusesOfTab(search.tab ?? 'all')
  const { from, to } = search
  const days = [from && formatDay(from), to && formatDay(to)].join(' – ')
  return (
    <Filters label={purchases.filters}>
      <SearchField
        label={purchases.search}
        value={search.q}
        onChange={(q) => change({ q })}
        onEnter={(text) => /^#?\d+$/.test(text) && void open(text)}
      />
      {statuses.length > 1 && (
        <SeveralFilter
          label={purchases.status}
          values={chosenStatusesOf(search)}
          choices={statuses.map((value) => ({ value, label: purchases.statuses[value] ?? value }))}
          onChange={(values) => change({ status: values.join(',') })}
        />
      )}
      <ChoiceFilter
        label={purchases.brand}
        all={purchases.allBrands}
        value={search.brand}
        choices={brandsOf(page, search.brand)}
        onChange={(brand) => change({ brand })}
      />
      <Popover position="bottom-end" trapFocus returnFocus>
        <Popover.Target>
          <Button rightSection={<ChevronIcon />}>
            {from || to ? words.list.chosen(purchases.submitted, [days]) : purchases.submitted}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={purchases.submitted}>
          <DaysFilter
            label={purchases.submitted}
            {...(from && { from })}
            {...(to && { to })}
            onChange={change}
          />
        </Popover.Dropdown>
      </Popover>
    </Filters>
  )
}

/** The brands of the page; the chosen one stays among them. */
function brandsOf(page: Page | undefined, chosen: string | undefined) {
  const names = new Map(
    (page?.rows ?? []).map(({ attributes: { brandId, brandName } }) => [brandId, brandName]),
  )
  if (chosen && !names.has(chosen)) names.set(chosen, chosen)
  return [...names]
    .map(([value, label]) => ({ value, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
}

interface ListState {
  data?: Page | undefined
  error: Error | null
  isPlaceholderData: boolean
}

function SelectablePurchases({ search, page }: { search: PurchasesSearch; page: ListState }) {
  const { ids, rows, select } = useSelection(page.data?.rows)
  return (
    <>
      <List
        label={purchases.list}
        columns={COLUMNS}
        idOf={({ id }) => id}
        page={page}
        empty={<NoPurchases search={search} />}
        selection={{
          selected: ids,
          onChange: select,
          nameOf: ({ attributes: { reference } }) => String(reference),
        }}
      />
      <BulkBar chosen={rows} onSelect={select} />
    </>
  )
}

const COLUMNS: Column<ListedPurchase>[] = [
  {
    key: 'order',
    title: purchases.order,
    kind: 'fit',
    cell: ({ id, attributes: { reference, status } }) => (
      <>
        <Link to={paths.purchase} params={{ orderId: id }} className={styles.reference}>
          {reference}
        </Link>
        <small>
          <PurchaseState status={status} />
        </small>
      </>
    ),
  },
  {
    key: 'brand',
    title: purchases.brand,
    cell: ({ attributes: { brandName, lineCount } }) => (
      <span className={styles.name}>
        {brandName}
        <small>{purchases.lines(lineCount)}</small>
      </span>
    ),
  },
  {
    key: 'shipping',
    title: purchases.when,
    kind: 'fit',
    wide: true,
    cell: ({ attributes: { status, shippedAt, expectedShippingDate } }) => {
      if (shippedAt) return <When at={shippedAt} says={purchases.shipped} />
      const isToShip = (PURCHASE_TABS.waiting as readonly string[]).includes(status)
      return isToShip && purchases.expected(formatDay(expectedShippingDate))
    },
  },
  {
    key: 'amount',
    title: purchases.amount,
    kind: 'number',
    cell: ({ attributes: { payableAmountWithVat: amount, currency, submittedAt } }) => (
      <>
        {formatMoney({ amount, currency })}
        <small data-narrow>
          <When at={submittedAt} />
        </small>
      </>
    ),
  },
  {
    key: 'submitted',
    title: purchases.submitted,
    kind: 'number',
    wide: true,
    cell: ({ attributes: { submittedAt } }) => <When at={submittedAt} />,
  },
]

interface BulkBarProps {
  chosen: readonly ListedPurchase[]
  onSelect: (ids: ReadonlySet<string>) => void
}

/** The list does not say what each order allows; the server does, for each one that is asked for. */
function BulkBar({ chosen, onSelect }: BulkBarProps) {
  const bulk = useBulk(['orders'])
  const onTheWay = chosen.filter(({ attributes: { status } }) => status === 'shipped')
  async function confirmAll() {
    const items = onTheWay.map(({ id, attributes }) => ({ id, name: String(attributes.reference) }))
    const { failed } = await bulk.start(items, ({ id }) => send(() => confirmReception(id)))
    // What did not work stays selected.
    onSelect(new Set(failed.map(({ item }) => item.id)))
  }
  return (
    <>
      <SelectionBar count={chosen.length} onClear={() => onSelect(new Set())}>
        <Button
          variant="filled"
          disabled={onTheWay.length === 0}
          {...(onTheWay.length === 0 && { title: purchases.confirmNone })}
          onClick={() => void confirmAll()}
        >
          {purchases.confirmCount(onTheWay.length)}
        </Button>
        {onTheWay.length === 0 && <small>{purchases.confirmNone}</small>}
      </SelectionBar>
      <BulkDialog title={purchases.confirming(bulk.progress?.total ?? 0)} bulk={bulk} link={linkTo} />
    </>
  )
}

const linkTo = ({ id, name }: BulkItem) => (
  <Link to={paths.purchase} params={{ orderId: id }}>
    {name}
  </Link>
)

function NoPurchases({ search }: { search: PurchasesSearch }) {
  const { tab = 'all', q, brand, from, to, status } = search
  if (q || brand || from || to || status) {
    return (
      <Empty
        action={
          <Link to={paths.purchases} search={{ tab }}>
            {purchases.clearFilters}
          </Link>
        }
      >
        {purchases.nothingFound}
      </Empty>
    )
  }
  if (tab !== 'all') return <Empty>{purchases.empty}</Empty>
  return <Empty>{IS_SANDBOX ? purchases.noneSandbox : purchases.none}</Empty>
}
