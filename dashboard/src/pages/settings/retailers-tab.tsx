/** The retailers that have ordered, and whose new orders are accepted at once. */

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useBulk } from '../../api/bulk.ts'
import { type Changes, changedSearch } from '../../api/list-pages.ts'
import {
  type ListedRetailer,
  type RetailersSearch,
  retailersQuery,
  setAutomaticAcceptance,
} from '../../api/settings-queries.ts'
import { BulkDialog } from '../../parts/bulk-dialog.tsx'
import { countryName } from '../../parts/countries.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { ChoiceFilter, Filters, SearchField } from '../../parts/filters.tsx'
import { Buttons } from '../../parts/form.tsx'
import { List } from '../../parts/list.tsx'
import { Empty, Section } from '../../parts/page.tsx'
import { useSelection } from '../../parts/selection.ts'
import { SelectionBar } from '../../parts/selection-bar.tsx'
import { State } from '../../parts/state.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'

const { retailers: text, tabs } = words.settings
const route = getRouteApi('/shell/settings/retailers')
type Row = { id: string; attributes: Partial<ListedRetailer['attributes']> }

const isOn = ({ attributes }: Row) => attributes.automaticOrderValidationMode === true
const placeOf = ({ attributes: { city, countryCode } }: Row) =>
  [city, countryCode && countryName(countryCode)].filter(Boolean).join(', ')
const nameOf = ({ id, attributes }: Row) => attributes.storeName ?? id

interface Asking {
  rows: readonly Row[]
  isOn: boolean
}

export function RetailersTab() {
  const search = route.useSearch()
  const page = useQuery(retailersQuery(search))
  const { ids, rows, select } = useSelection<Row>(page.data?.rows)
  const [asking, setAsking] = useState<Asking>()
  const bulk = useBulk(['brand-retailers'])
  async function run({ rows, isOn }: Asking) {
    setAsking(undefined)
    const { failed } = await bulk.start(
      rows.map((row) => ({ id: row.id, name: nameOf(row) })),
      ({ id }) => setAutomaticAcceptance(id, isOn),
    )
    // What did not work stays selected.
    select(new Set(failed.map(({ item }) => item.id)))
    if (failed.length === 0 && rows.length === 1) bulk.dismiss()
  }
  return (
    <Section title={tabs.retailers} isTitleHidden hint={text.hint}>
      <RetailerFilters search={search} />
      <List
        label={tabs.retailers}
        columns={columnsOf((row) => setAsking({ rows: [row], isOn: !isOn(row) }))}
        idOf={({ id }) => id}
        page={page}
        empty={<Empty>{search.q || search.acceptance ? text.noneMatching : text.none}</Empty>}
        selection={{ selected: ids, onChange: select, nameOf }}
      />
      <SelectionBar count={rows.length} onClear={() => select(new Set())}>
        <Button variant="filled" onClick={() => setAsking({ rows, isOn: true })}>
          {text.switchOn}
        </Button>
        <Button onClick={() => setAsking({ rows, isOn: false })}>{text.switchOff}</Button>
      </SelectionBar>
      {asking && (
        <AcceptanceDialog
          {...asking}
          onSwitch={() => void run(asking)}
          onClose={() => setAsking(undefined)}
        />
      )}
      <BulkDialog title={text.progress} bulk={bulk} link={({ name }) => name} />
    </Section>
  )
}

function RetailerFilters({ search }: { search: RetailersSearch }) {
  const navigate = route.useNavigate()
  const change = (changed: Changes<RetailersSearch>) =>
    void navigate({ search: changedSearch(search, changed), replace: true })
  return (
    <Filters label={text.filters}>
      <SearchField label={text.search} value={search.q} onChange={(q) => change({ q })} />
      <ChoiceFilter
        label={text.acceptance}
        all={text.all}
        value={search.acceptance}
        choices={(['on', 'off'] as const).map((value) => ({ value, label: text.states[value] }))}
        onChange={(acceptance) => change({ acceptance: acceptance as 'on' | 'off' | undefined })}
      />
    </Filters>
  )
}

const SHOWN_NAMES = 20

interface AcceptanceDialogProps extends Asking {
  onSwitch: () => void
  onClose: () => void
}

const AcceptanceDialog = ({ rows, isOn, onSwitch, onClose }: AcceptanceDialogProps) => (
  <Dialog title={isOn ? text.onTitle(rows.length) : text.offTitle(rows.length)} onClose={onClose}>
    <p>{rows.slice(0, SHOWN_NAMES).map(nameOf).join(', ')}</p>
    <p>{isOn ? text.onHint : text.offHint}</p>
    <Buttons>
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button variant="filled" onClick={onSwitch} data-autofocus>
        {isOn ? text.switchOn : text.switchOff}
      </Button>
    </Buttons>
  </Dialog>
)

const columnsOf = (onToggle: (row: Row) => void): Column<Row>[] => [
  {
    key: 'retailer',
    title: text.retailer,
    cell: (row) => (
      <>
        <Link to={paths.orders} search={{ tab: 'all', retailer: row.id }}>
          {nameOf(row)}
        </Link>
        <small>{placeOf(row)}</small>
        <small data-narrow>{isOn(row) ? text.states.on : text.states.off}</small>
      </>
    ),
  },
  {
    key: 'orders',
    title: text.orders,
    kind: 'number',
    wide: true,
    cell: ({ attributes: { ordersCount } }) => ordersCount,
  },
  {
    key: 'first',
    title: text.firstOrder,
    kind: 'number',
    wide: true,
    cell: ({ attributes: { firstOrderAt } }) => firstOrderAt && <When at={firstOrderAt} />,
  },
  {
    key: 'last',
    title: text.lastOrder,
    kind: 'number',
    wide: true,
    cell: ({ attributes: { lastOrderAt } }) => lastOrderAt && <When at={lastOrderAt} />,
  },
  {
    key: 'acceptance',
    title: text.acceptance,
    kind: 'fit',
    wide: true,
    cell: (row) => (
      <State
        tone={isOn(row) ? 'good' : 'info'}
        value={`automaticOrderValidationMode: ${row.attributes.automaticOrderValidationMode}`}
      >
        {isOn(row) ? text.states.on : text.states.off}
      </State>
    ),
  },
  {
    key: 'actions',
    title: text.actions,
    isTitleHidden: true,
    kind: 'number',
    cell: (row) => (
      <Button size="xs" onClick={() => onToggle(row)} aria-label={text.toggleOf(isOn(row), nameOf(row))}>
        {isOn(row) ? text.switchOff : text.switchOn}
      </Button>
    ),
  },
]
