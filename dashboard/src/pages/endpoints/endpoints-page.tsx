/** Receivers of webhooks of all brands: those that fail, unless told otherwise. */

import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type Changes, changedSearch } from '../../api/list-pages.ts'
import { type Endpoint, type EndpointsSearch, endpointsQuery } from '../../api/systems-queries.ts'
import { AccountFilter } from '../../parts/account-picker.tsx'
import { AttemptResult, hostAndPath } from '../../parts/delivery-parts.tsx'
import { ChoiceFilter, Filters } from '../../parts/filters.tsx'
import { List } from '../../parts/list.tsx'
import { Empty, PageHeader } from '../../parts/page.tsx'
import type { Column } from '../../parts/table.tsx'
import { WebhookState } from '../../parts/webhook-state.tsx'
import { When } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'

const { endpoints: text } = words.systems
const route = getRouteApi('/shell/operator/endpoints')

export function EndpointsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const page = useQuery(endpointsQuery(search))
  const change = (changed: Changes<EndpointsSearch>) =>
    void navigate({ search: changedSearch(search, changed), replace: true })
  const isFiltered = Object.keys(search).length > 0
  return (
    <>
      <PageHeader title={text.title} />
      <Filters label={text.filters}>
        <ChoiceFilter
          label={text.state}
          all={text.states.ailing}
          value={search.state}
          choices={(['failing', 'disabled', 'unreadable', 'any'] as const).map((value) => ({
            value,
            label: text.states[value],
          }))}
          onChange={(state) => change({ state: state as EndpointsSearch['state'] })}
        />
        <AccountFilter kind="brand" value={search.brand} onChange={(brand) => change({ brand })} />
      </Filters>
      <List
        label={text.title}
        columns={COLUMNS}
        idOf={({ id }) => id}
        page={page}
        empty={<Empty>{isFiltered ? text.noneMatching : text.none}</Empty>}
      />
    </>
  )
}

const COLUMNS: Column<Endpoint>[] = [
  {
    key: 'receiver',
    title: text.receiver,
    cell: ({ id, attributes }) => (
      <>
        <Link to={paths.endpoint} params={{ subscriptionId: id }}>
          {hostAndPath(attributes.url)}
        </Link>
        <small>
          <Link to={paths.endpoints} search={{ brand: attributes.brandId, state: 'any' }}>
            {attributes.brandName ?? text.brandUnknown}
          </Link>
          {' · '}
          {attributes.applicationName}
        </small>
      </>
    ),
  },
  {
    key: 'state',
    title: text.state,
    kind: 'fit',
    cell: ({ attributes }) => <WebhookState webhook={attributes} />,
  },
  {
    key: 'reason',
    title: text.reason,
    wide: true,
    cell: ({ attributes: { lastFailure } }) => lastFailure && <AttemptResult attempt={lastFailure} />,
  },
  {
    key: 'waiting',
    title: text.waiting,
    kind: 'number',
    wide: true,
    cell: ({ attributes }) => text.count(attributes.waitingDeliveries),
  },
  {
    key: 'failed',
    title: text.failed,
    kind: 'number',
    wide: true,
    cell: ({ attributes }) => text.count(attributes.failedDeliveries),
  },
  {
    key: 'since',
    title: text.since,
    kind: 'number',
    wide: true,
    cell: ({ attributes: { disabledAt, failingSince, secretUnreadableSince } }) => {
      const since = disabledAt ?? secretUnreadableSince ?? failingSince
      return since && <When at={since} />
    },
  },
]
