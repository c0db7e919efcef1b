/** What waits for a decision of the marketplace, oldest first, and is decided here: one by one, or many of a kind at once. */

import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useBulk } from '../../api/bulk.ts'
import { type Changes, changedSearch } from '../../api/list-pages.ts'
import {
  DECISION_KINDS,
  decideOn,
  MAX_COUNTED,
  type PendingPage as Page,
  type PendingDecision,
  type PendingSearch,
  pendingQuery,
} from '../../api/operator-orders-queries.ts'
import { AccountFilter } from '../../parts/account-picker.tsx'
import { BulkDialog } from '../../parts/bulk-dialog.tsx'
import { DecisionDialog, decisionTitle } from '../../parts/decision-dialog.tsx'
import { Filters } from '../../parts/filters.tsx'
import { List } from '../../parts/list.tsx'
import { formatMoney } from '../../parts/money.ts'
import { rejectReasonText } from '../../parts/order-parts.tsx'
import { Waiting } from '../../parts/order-texts.tsx'
import { Empty, PageHeader, Tabs } from '../../parts/page.tsx'
import { useSelection } from '../../parts/selection.ts'
import { SelectionBar } from '../../parts/selection-bar.tsx'
import type { Column } from '../../parts/table.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import styles from './pending.module.css'

const { operatorOrders: texts } = words
const { pending } = texts

export function PendingPage() {
  const search = useSearch({ from: '/shell/operator/pending' })
  const page = useQuery(pendingQuery(search))
  return (
    <>
      <PageHeader title={pending.title} />
      <KindTabs search={search} page={page.data} />
      <PendingFilters search={search} />
      {/* The selection belongs to a tab: what can be decided differs between them. */}
      <SelectableDecisions key={search.kind} search={search} page={page} />
    </>
  )
}

function KindTabs({ search: { brand, retailer }, page }: { search: PendingSearch; page: Page | undefined }) {
  const filters = { ...(brand && { brand }), ...(retailer && { retailer }) }
  const counts = page?.counts
  const kinds = DECISION_KINDS.map((kind) => ({
    to: paths.pending,
    search: { kind, ...filters },
    title: pending.kinds[kind] ?? kind,
    ...(counts && { count: countText(counts[kind]) }),
  }))
  return (
    <Tabs
      label={pending.what}
      tabs={[{ to: paths.pending, search: { kind: 'all', ...filters }, title: pending.all }, ...kinds]}
    />
  )
}

const countText = (count: number) => (count === MAX_COUNTED ? pending.more(count) : String(count))

function useChangeSearch() {
  const navigate = useNavigate({ from: paths.pending })
  return (changed: Changes<PendingSearch>) =>
    void navigate({ to: '.', search: (old) => changedSearch(old, changed), replace: true })
}

function PendingFilters({ search }: { search: PendingSearch }) {
  const change = useChangeSearch()
  return (
    <Filters label={pending.filters}>
      <AccountFilter kind="brand" value={search.brand} onChange={(brand) => change({ brand })} />
      <AccountFilter kind="retailer" value={search.retailer} onChange={(retailer) => change({ retailer })} />
    </Filters>
  )
}

interface ListState {
  data?: Page | undefined
  error: Error | null
  isPlaceholderData: boolean
}

const nameOf = ({ attributes: { reference } }: PendingDecision) => String(reference)

function SelectableDecisions({ search, page }: { search: PendingSearch; page: ListState }) {
  const navigate = useNavigate({ from: paths.pending })
  const rows = page.data?.rows ?? []
  const selection = useSelection(rows)
  const columns = useMemo(
    () =>
      columnsOf((decide, order) =>
        navigate({ to: '.', search: (old) => ({ ...old, decide, order }), replace: true }),
      ),
    [navigate],
  )
  return (
    <>
      <List
        label={pending.title}
        columns={columns}
        idOf={({ id }) => id}
        page={page}
        empty={<Nothing search={search} />}
        selection={{ selected: selection.ids, onChange: selection.select, nameOf }}
      />
      <BulkBar decisions={selection.rows} onSelect={selection.select} />
      <OpenDecision search={search} row={rows.find(({ id }) => id === search.order)} />
    </>
  )
}

const columnsOf = (ask: Ask): Column<PendingDecision>[] => [
  {
    key: 'order',
    title: texts.order,
    kind: 'fit',
    cell: (row) => (
      <>
        <Link to={paths.orderOfMarketplace} params={{ orderId: row.id }}>
          {nameOf(row)}
        </Link>
        <small>{pending.one[row.attributes.kind] ?? row.attributes.kind}</small>
        <small data-narrow>{amountOf(row)}</small>
        <small data-narrow>
          <Waiting since={row.attributes.since} />
        </small>
      </>
    ),
  },
  {
    key: 'parties',
    title: pending.parties,
    cell: (row) => {
      const { brandName, storeName, reason } = row.attributes
      return (
        <>
          {brandName}
          <small>{storeName}</small>
          {reason && <small data-narrow>{rejectReasonText(reason)}</small>}
          <div data-narrow>
            <Decisions row={row} ask={ask} />
          </div>
        </>
      )
    },
  },
  {
    key: 'reason',
    title: pending.reason,
    wide: true,
    cell: ({ attributes: { reason } }) => reason && rejectReasonText(reason),
  },
  {
    key: 'amount',
    title: pending.amount,
    kind: 'number',
    wide: true,
    cell: amountOf,
  },
  {
    key: 'waiting',
    title: pending.waiting,
    kind: 'number',
    wide: true,
    cell: ({ attributes: { since } }) => <Waiting since={since} />,
  },
  {
    key: 'decide',
    title: pending.decide,
    isTitleHidden: true,
    kind: 'number',
    wide: true,
    cell: (row) => <Decisions row={row} ask={ask} />,
  },
]

const amountOf = ({ attributes: { amount, currency } }: PendingDecision) => formatMoney({ amount, currency })

type Ask = (action: string, order: string) => unknown

const Decisions = ({ row, ask }: { row: PendingDecision; ask: Ask }) => (
  <span className={styles.decide}>
    {row.attributes.decisions.map(({ action }) => {
      const decision = texts.decisions[action]
      return (
        <Button
          key={action}
          size="xs"
          aria-label={decision?.one(nameOf(row))}
          onClick={() => ask(action, row.id)}
        >
          {decision?.button ?? action}
        </Button>
      )
    })}
  </span>
)

/** A decision on one order; it is part of the address. */
function OpenDecision({ search, row }: { search: PendingSearch; row: PendingDecision | undefined }) {
  const navigate = useNavigate({ from: paths.pending })
  const queryClient = useQueryClient()
  const { decide, order } = search
  const close = () =>
    void navigate({
      to: '.',
      search: ({ decide: _decide, order: _order, ...others }) => others,
      replace: true,
    })
  if (!decide || !order) return null
  return (
    <DecisionDialog
      key={`${decide} ${order}`}
      action={decide}
      names={[row ? nameOf(row) : '']}
      onClose={close}
      submit={async (reason) => {
        await decideOn(decide, order, reason)
        close()
        await Promise.all(
          ['pending-decisions', 'orders'].map((type) => queryClient.invalidateQueries({ queryKey: [type] })),
        )
      }}
    />
  )
}

interface BulkBarProps {
  decisions: readonly PendingDecision[]
  onSelect: (ids: ReadonlySet<string>) => void
}

/** Decisions of one kind are made together. */
function BulkBar({ decisions, onSelect }: BulkBarProps) {
  const bulk = useBulk(['pending-decisions', 'orders'])
  const [asking, setAsking] = useState<string>()
  const [title, setTitle] = useState('')
  const isOneKind = new Set(decisions.map(({ attributes: { kind } }) => kind)).size === 1
  const forAction = (wanted: string) =>
    decisions.filter(({ attributes }) => attributes.decisions.some(({ action }) => action === wanted))
  const actions = new Set(
    decisions.flatMap(({ attributes }) => attributes.decisions.map(({ action }) => action)),
  )
  async function run(action: string, reason: string) {
    const items = forAction(action).map((row) => ({ id: row.id, name: nameOf(row) }))
    setAsking(undefined)
    setTitle(
      decisionTitle(
        action,
        items.map(({ name }) => name),
      ),
    )
    const { failed } = await bulk.start(items, ({ id }) => decideOn(action, id, reason))
    // What did not work stays selected.
    onSelect(new Set(failed.map(({ item }) => item.id)))
  }
  return (
    <>
      <SelectionBar
        count={decisions.length}
        {...(!isOneKind && { note: pending.oneKind })}
        onClear={() => onSelect(new Set())}
      >
        {isOneKind &&
          [...actions].map((action, i) => (
            <Button key={action} variant={i === 0 ? 'filled' : 'default'} onClick={() => setAsking(action)}>
              {texts.decisions[action]?.many(forAction(action).length) ?? action}
            </Button>
          ))}
      </SelectionBar>
      {asking && (
        <DecisionDialog
          action={asking}
          names={forAction(asking).map(nameOf)}
          onClose={() => setAsking(undefined)}
          submit={async (reason) => void run(asking, reason)}
        />
      )}
      <BulkDialog
        title={title}
        bulk={bulk}
        link={({ id, name }) => (
          <Link to={paths.orderOfMarketplace} params={{ orderId: id }}>
            {name}
          </Link>
        )}
      />
    </>
  )
}

function Nothing({ search: { kind = 'all', brand, retailer } }: { search: PendingSearch }) {
  if (kind === 'all' && !brand && !retailer) return <Empty>{pending.none}</Empty>
  return <Empty action={<Link to={paths.pending}>{pending.showAll}</Link>}>{pending.noneMatching}</Empty>
}
