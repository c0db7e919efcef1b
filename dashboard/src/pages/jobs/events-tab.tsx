/** Events that could not be handed on. */

import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { changedSearch } from '../../api/list-pages.ts'
import {
  discardEvent,
  discardEvents,
  type ParkedEvent,
  parkedEventsQuery,
  retryEvent,
  retryEvents,
} from '../../api/systems-queries.ts'
import { CopyLink } from '../../parts/copy-button.tsx'
import { ChoiceFilter, Filters } from '../../parts/filters.tsx'
import { List } from '../../parts/list.tsx'
import { Empty } from '../../parts/page.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { words } from '../../words/index.ts'
import { type Decided, useDecisions } from './decisions.tsx'
import styles from './jobs.module.css'

const { jobs: text } = words.systems
const route = getRouteApi('/shell/operator/jobs')
const ACTS = {
  retryOne: retryEvent,
  retryMany: retryEvents,
  discardOne: discardEvent,
  discardMany: discardEvents,
}

const decidedOf = ({ id, attributes: { event, lost } }: ParkedEvent): Decided => ({ id, name: event, lost })

export function EventsTab() {
  const { discard: _discard, ...search } = route.useSearch()
  const { after, before } = search
  const navigate = route.useNavigate()
  const state = search.state === 'retrying' ? search.state : undefined
  const page = useQuery(
    parkedEventsQuery({ ...(state && { state }), ...(after && { after }), ...(before && { before }) }),
  )
  const decisions = useDecisions('parked-events', 'event', ACTS)
  decisions.remember((page.data?.rows ?? []).map(decidedOf))
  return (
    <>
      <Filters label={text.filters}>
        <ChoiceFilter
          label={text.state}
          all={text.states.parked}
          value={state}
          choices={[{ value: 'retrying', label: text.states.retrying }]}
          onChange={(value) =>
            void navigate({
              search: changedSearch(search, { state: value === 'retrying' ? value : undefined }),
              replace: true,
            })
          }
        />
      </Filters>
      <List
        label={text.tabs.events}
        columns={columnsOf(state, decisions.actions)}
        idOf={({ id }) => id}
        page={page}
        empty={<Empty>{text.noEvents[state ?? 'parked']}</Empty>}
        {...(!state && {
          selection: {
            selected: decisions.selected,
            onChange: decisions.setSelected,
            nameOf: ({ id, attributes }: ParkedEvent) => `${attributes.event} ${id}`,
          },
        })}
      />
      {decisions.view}
    </>
  )
}

const columnsOf = (
  state: 'retrying' | undefined,
  actionsOf: (event: Decided) => ReactNode,
): Column<ParkedEvent>[] => [
  {
    key: 'event',
    title: text.event,
    cell: ({ attributes: { event, meaning, brandName, subjectId, requestId, lastError } }) => (
      <>
        <code>{event}</code>
        <small>{meaning}</small>
        {lastError && <small data-narrow>{lastError}</small>}
        <small>
          {brandName} <CopyLink text={subjectId}>{text.copySubject}</CopyLink>
          {requestId && <CopyLink text={requestId}>{text.copyRequest}</CopyLink>}
        </small>
      </>
    ),
  },
  {
    key: 'error',
    title: text.error,
    wide: true,
    cell: ({ attributes: { lastError } }) => (
      <span className={styles.error}>{lastError ?? text.noError}</span>
    ),
  },
  {
    key: 'attempts',
    title: text.attempts,
    kind: 'number',
    wide: true,
    cell: ({ attributes }) => attributes.attemptsCount,
  },
  {
    key: 'when',
    title: text.when[state ?? 'parked'],
    kind: 'number',
    wide: true,
    cell: ({ attributes: { parkedAt, nextAttemptAt, occurredAt } }) => (
      <When at={parkedAt ?? nextAttemptAt ?? occurredAt} />
    ),
  },
  ...(state
    ? []
    : [
        {
          key: 'actions',
          title: text.actions,
          isTitleHidden: true,
          kind: 'number' as const,
          cell: (event: ParkedEvent) => actionsOf(decidedOf(event)),
        },
      ]),
]
