/** What reached the server of the sandbox, renewed while it is looked at. */

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { mayManageApps } from '../../access.ts'
import {
  CALLERS,
  type ListedRequest,
  type RequestsSearch,
  requestsQuery,
} from '../../api/integrations-queries.ts'
import { type Changes, changedSearch } from '../../api/list-pages.ts'
import { applicationsQuery } from '../../api/queries.ts'
import { formatDuration } from '../../parts/delivery-parts.tsx'
import { ChoiceFilter, Filters, SearchField } from '../../parts/filters.tsx'
import { List } from '../../parts/list.tsx'
import { Empty } from '../../parts/page.tsx'
import { State } from '../../parts/state.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { words } from '../../words/index.ts'
import { IntegrationsHeader } from './integrations-header.tsx'
import { callerOf, readable, toneOfStatus } from './request-parts.ts'

const { requests: text } = words.integrations
const route = getRouteApi('/shell/integrations/requests')
const POLL_MS = 2000
const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const

export function RequestsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { paused: isPaused = false, after, before, ...filters } = search
  // Older pages do not change; hidden tabs do not poll.
  const isLive = !isPaused && after === undefined && before === undefined
  const page = useQuery({ ...requestsQuery(search), refetchInterval: isLive && POLL_MS })
  const session = useSession()
  const { data: apps } = useQuery({ ...applicationsQuery, enabled: mayManageApps(session) })
  const appNames = new Map(apps?.map(({ id, attributes }) => [id, attributes.name]))

  const change = (changed: Changes<RequestsSearch>) =>
    void navigate({ search: changedSearch(search, changed), replace: true })
  return (
    <>
      <IntegrationsHeader
        title={text.title}
        state={<State tone={isPaused ? 'wait' : 'good'}>{isPaused ? text.paused : text.live}</State>}
        actions={
          <Button onClick={() => change({ paused: isPaused ? undefined : true })}>
            {isPaused ? text.goOn : text.pause}
          </Button>
        }
      />
      <RequestFilters search={search} appNames={appNames} change={change} />
      <List
        label={text.title}
        columns={columnsOf(appNames)}
        idOf={({ id }) => id}
        page={page}
        empty={<Empty>{Object.keys(filters).length > 0 ? text.noneMatching : text.none}</Empty>}
      />
    </>
  )
}

/** The names of apps by their id. */
type AppNames = ReadonlyMap<string, string>

interface FiltersProps {
  search: RequestsSearch
  appNames: AppNames
  change: (changed: Changes<RequestsSearch>) => void
}

const RequestFilters = ({ search, appNames, change }: FiltersProps) => (
  <Filters label={text.filters}>
    <SearchField label={text.path} value={search.path} onChange={(path) => change({ path })} />
    <ChoiceFilter
      label={text.status}
      all={text.allStatuses}
      value={search.statusClass}
      choices={Object.entries(text.statusClasses).map(([value, label]) => ({ value, label }))}
      onChange={(value) => change({ statusClass: value as RequestsSearch['statusClass'] })}
    />
    <ChoiceFilter
      label={text.method}
      all={text.allMethods}
      value={search.method}
      choices={METHODS.map((value) => ({ value, label: value }))}
      onChange={(value) => change({ method: value as RequestsSearch['method'] })}
    />
    <ChoiceFilter
      label={text.caller}
      all={text.allApps}
      value={search.app}
      choices={[
        ...[...appNames].map(([value, label]) => ({ value, label })),
        ...CALLERS.map((value) => ({ value, label: text.callers[value] })),
      ]}
      onChange={(app) => change({ app })}
    />
  </Filters>
)

const columnsOf = (appNames: AppNames): Column<ListedRequest>[] => [
  {
    key: 'request',
    title: text.request,
    cell: ({ id, attributes: { method, url, requestedAt, ignoredMembers } }) => (
      <>
        <Link to={paths.request} params={{ requestId: id }}>
          {method} {readable(url)}
        </Link>
        <small data-narrow>
          <When at={requestedAt} />
        </small>
        {ignoredMembers.length > 0 && <small>{text.ignoredCount(ignoredMembers.length)}</small>}
      </>
    ),
  },
  {
    key: 'status',
    title: text.status,
    kind: 'fit',
    cell: ({ attributes: { status } }) => <State tone={toneOfStatus(status)}>{String(status)}</State>,
  },
  {
    key: 'caller',
    title: text.caller,
    kind: 'fit',
    wide: true,
    cell: ({ attributes }) => callerOf(attributes, appNames),
  },
  {
    key: 'duration',
    title: text.duration,
    kind: 'number',
    wide: true,
    cell: ({ attributes: { durationMs } }) => formatDuration(Math.round(durationMs)),
  },
  {
    key: 'when',
    title: text.when,
    kind: 'number',
    wide: true,
    cell: ({ attributes: { requestedAt } }) => <When at={requestedAt} />,
  },
]
