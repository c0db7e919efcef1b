/** What was sent to all receivers, newest first. */

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useBulk } from '../../api/bulk.ts'
import {
  type DeliveriesSearch,
  deliveriesQuery,
  eventsQuery,
  type ListedDelivery,
  redeliverSince,
  resend,
} from '../../api/integrations-queries.ts'
import { type Changes, changedSearch } from '../../api/list-pages.ts'
import { subscriptionsQuery } from '../../api/queries.ts'
import { BulkDialog } from '../../parts/bulk-dialog.tsx'
import {
  createdColumn,
  hostAndPath,
  isAboutOrder,
  resultColumn,
  stateColumn,
} from '../../parts/delivery-parts.tsx'
import { ChoiceFilter, DaysFilter, Filters, SearchField } from '../../parts/filters.tsx'
import { List } from '../../parts/list.tsx'
import { Empty } from '../../parts/page.tsx'
import { RedeliverDialog } from '../../parts/redeliver-dialog.tsx'
import { useSelection } from '../../parts/selection.ts'
import { SelectionBar } from '../../parts/selection-bar.tsx'
import type { Column } from '../../parts/table.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import { ownEventColumn } from './delivery-link.tsx'
import { IntegrationsHeader } from './integrations-header.tsx'
import { OrderLink } from './order-link.tsx'

const { deliveries: text } = words.integrations
const route = getRouteApi('/shell/integrations/deliveries')
const STATES = ['failed', 'waiting', 'delivered'] as const
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function DeliveriesPage() {
  const { dialog, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: subscriptions } = useQuery(subscriptionsQuery)
  const receivers = new Map(subscriptions?.map(({ id, attributes }) => [id, attributes.url]))
  const open = (dialog?: 'again') => void navigate({ search: { ...search, ...(dialog && { dialog }) } })

  // A change of a filter begins at the first page.
  const change = (changed: Changes<DeliveriesSearch>) =>
    void navigate({ search: changedSearch(search, changed), replace: true })
  return (
    <>
      <IntegrationsHeader
        title={text.title}
        actions={<Button onClick={() => open('again')}>{text.again}</Button>}
      />
      <DeliveryFilters search={search} receivers={receivers} change={change} />
      <Deliveries search={search} receivers={receivers} />
      {dialog === 'again' && <RedeliverDialog of="all" redeliver={redeliverSince} onClose={() => open()} />}
    </>
  )
}

/** The addresses of receivers by the id of their subscription. */
type Receivers = ReadonlyMap<string, string>

interface FiltersProps {
  search: DeliveriesSearch
  receivers: Receivers
  change: (changed: Changes<DeliveriesSearch>) => void
}

function DeliveryFilters({ search, receivers, change }: FiltersProps) {
  const { data: events } = useQuery(eventsQuery)
  return (
    <Filters label={text.filters}>
      <SearchField
        label={text.resource}
        value={search.resource}
        onChange={(resource) => change({ resource: resource && UUID.test(resource) ? resource : undefined })}
      />
      <ChoiceFilter
        label={text.state}
        all={text.allStates}
        value={search.state}
        choices={STATES.map((value) => ({ value, label: text.states[value] ?? value }))}
        onChange={(state) => change({ state: state as DeliveriesSearch['state'] })}
      />
      <ChoiceFilter
        label={text.event}
        all={text.allEvents}
        value={search.event}
        choices={(events ?? []).flatMap(({ id, attributes: { otherNames } }) =>
          [id, ...otherNames].map((value) => ({ value, label: value })),
        )}
        onChange={(event) => change({ event })}
      />
      <ChoiceFilter
        label={text.receiver}
        all={text.allReceivers}
        value={search.subscription}
        choices={[...receivers].map(([value, url]) => ({ value, label: hostAndPath(url) }))}
        onChange={(subscription) => change({ subscription })}
      />
      <DaysFilter label={text.days} {...search} onChange={change} />
    </Filters>
  )
}

const columnsOf = (receivers: Receivers): Column<ListedDelivery>[] => [
  ownEventColumn,
  stateColumn,
  resultColumn,
  {
    key: 'receiver',
    title: text.receiver,
    wide: true,
    cell: ({ attributes: { subscriptionId } }) => hostAndPath(receivers.get(subscriptionId) ?? text.gone),
  },
  {
    key: 'order',
    title: text.order,
    kind: 'fit',
    wide: true,
    cell: ({ attributes }) => isAboutOrder(attributes) && <OrderLink id={attributes.subjectId} />,
  },
  {
    key: 'attempts',
    title: text.attempts,
    kind: 'number',
    wide: true,
    cell: ({ attributes }) => attributes.attemptsCount,
  },
  createdColumn,
]

function Deliveries({ search, receivers }: Omit<FiltersProps, 'change'>) {
  const page = useQuery(deliveriesQuery(search))
  const { ids, rows, select } = useSelection(page.data?.rows)
  const bulk = useBulk(['webhook-deliveries'])
  async function resendSelected() {
    const byId = new Map(rows.map((row) => [row.id, row]))
    const { succeeded } = await bulk.start(
      rows.map(({ id, attributes }) => ({ id, name: attributes.event })),
      ({ id }) => resend(byId.get(id) as ListedDelivery),
    )
    const sent = new Set(succeeded.map(({ id }) => id))
    select(new Set([...ids].filter((id) => !sent.has(id))))
  }
  const isFiltered = Object.keys(search).length > 0
  return (
    <>
      <List
        label={text.title}
        columns={columnsOf(receivers)}
        idOf={({ id }) => id}
        page={page}
        empty={<Empty>{isFiltered ? text.noneMatching : text.none}</Empty>}
        selection={{ selected: ids, onChange: select, nameOf: ({ attributes }) => attributes.event }}
      />
      <SelectionBar count={rows.length} onClear={() => select(new Set())}>
        <Button variant="filled" onClick={() => void resendSelected()}>
          {text.resend(rows.length)}
        </Button>
      </SelectionBar>
      <BulkDialog
        title={text.resendTitle}
        bulk={bulk}
        link={({ id, name }) => (
          <Link to={paths.delivery} params={{ deliveryId: id }}>
            {name}
          </Link>
        )}
      />
    </>
  )
}
