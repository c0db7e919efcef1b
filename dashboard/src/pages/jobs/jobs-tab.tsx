/** Jobs by state, those that are parked first, and the queue by kind. */

import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Known } from '@tradehall/client'
import { type Changes, changedSearch } from '../../api/list-pages.ts'
import {
  discardJob,
  discardJobs,
  type Job,
  type JobKind,
  type JobsSearch,
  jobKindsQuery,
  jobsQuery,
  retryJob,
  retryJobs,
} from '../../api/systems-queries.ts'
import { CopyLink } from '../../parts/copy-button.tsx'
import { ChoiceFilter, Filters } from '../../parts/filters.tsx'
import { List } from '../../parts/list.tsx'
import { Empty, Section } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { words } from '../../words/index.ts'
import { type Decided, useDecisions } from './decisions.tsx'
import styles from './jobs.module.css'

const { jobs: text } = words.systems
const route = getRouteApi('/shell/operator/jobs')
const STATES = ['retrying', 'waiting', 'running'] as const
const ACTS = { retryOne: retryJob, retryMany: retryJobs, discardOne: discardJob, discardMany: discardJobs }

const decidedOf = ({ id, attributes: { kind, lost } }: Job): Decided => ({ id, name: kind, lost })

export function JobsTab() {
  const { tab: _tab, discard: _discard, ...search } = route.useSearch()
  const page = useQuery(jobsQuery(search))
  const { data: kinds } = useQuery(jobKindsQuery)
  const decisions = useDecisions('jobs', 'job', ACTS)
  const state = search.state ?? 'parked'
  const isDecided = state === 'parked' || state === 'retrying'
  decisions.remember((page.data?.rows ?? []).map(decidedOf))
  const columns: Column<Job>[] = [
    ...columnsOf(state),
    ...(isDecided
      ? [
          {
            key: 'actions',
            title: text.actions,
            isTitleHidden: true,
            kind: 'number' as const,
            cell: (job: Job) => decisions.actions(decidedOf(job)),
          },
        ]
      : []),
  ]
  return (
    <>
      <JobFilters search={search} kinds={kinds} />
      <List
        label={text.tabs.jobs}
        columns={columns}
        idOf={({ id }) => id}
        page={page}
        empty={<Empty>{search.kind ? text.noneMatching : text.none[state]}</Empty>}
        {...(state === 'parked' && {
          selection: {
            selected: decisions.selected,
            onChange: decisions.setSelected,
            nameOf: ({ id, attributes }: Job) => `${attributes.kind} ${id}`,
          },
        })}
      />
      {decisions.view}
      <Kinds kinds={kinds} />
    </>
  )
}

interface JobFiltersProps {
  search: JobsSearch
  kinds: readonly JobKind[] | undefined
}

function JobFilters({ search, kinds = [] }: JobFiltersProps) {
  const navigate = route.useNavigate()
  const change = (changed: Changes<JobsSearch>) =>
    void navigate({ search: changedSearch(search, changed), replace: true })
  return (
    <Filters label={text.filters}>
      <ChoiceFilter
        label={text.state}
        all={text.states.parked}
        value={search.state}
        choices={STATES.map((value) => ({ value, label: text.states[value] }))}
        onChange={(state) => change({ state: state as JobsSearch['state'] })}
      />
      <ChoiceFilter
        label={text.kind}
        all={text.allKinds}
        value={search.kind}
        choices={kinds.map(({ id }) => ({ value: id, label: id }))}
        onChange={(kind) => change({ kind })}
      />
    </Filters>
  )
}

const whenOf = ({ state, lastAttemptAt, nextAttemptAt, createdAt }: Job['attributes']) =>
  (state === 'parked' ? lastAttemptAt : state === 'running' ? createdAt : nextAttemptAt) ?? createdAt

const columnsOf = (state: Known<Job['attributes']['state']>): Column<Job>[] => [
  {
    key: 'job',
    title: text.job,
    cell: ({ attributes: { kind, meaning, brandName, about, requestId, lastError } }) => (
      <>
        <code title={meaning}>{kind}</code>
        <small>{meaning}</small>
        {lastError && <small data-narrow>{lastError}</small>}
        <small>
          {brandName}{' '}
          {Object.entries(about).map(([name, id]) => (
            <CopyLink key={name} text={id}>
              {text.copyAbout(name)}
            </CopyLink>
          ))}
          {requestId && <CopyLink text={requestId}>{text.copyRequest}</CopyLink>}
        </small>
      </>
    ),
  },
  ...(state === 'parked' || state === 'retrying'
    ? [
        {
          key: 'error',
          title: text.error,
          wide: true,
          cell: ({ attributes: { lastError } }: Job) => (
            <span className={styles.error}>{lastError ?? text.noError}</span>
          ),
        },
      ]
    : []),
  {
    key: 'attempts',
    title: text.attempts,
    kind: 'number',
    wide: true,
    cell: ({ attributes: { attemptsCount, maxAttempts } }) => text.attemptsOf(attemptsCount, maxAttempts),
  },
  {
    key: 'when',
    title: text.when[state],
    kind: 'number',
    wide: true,
    cell: ({ attributes }) => <When at={whenOf(attributes)} />,
  },
]

const COUNTS = ['parked', 'retrying', 'waiting', 'running', 'due'] as const

const KIND_COLUMNS: Column<JobKind>[] = [
  {
    key: 'kind',
    title: text.kind,
    cell: ({ id, attributes: { meaning } }) => (
      <>
        <code>{id}</code>
        <small>{meaning}</small>
      </>
    ),
  },
  ...COUNTS.map(
    (name): Column<JobKind> => ({
      key: name,
      title: text[name],
      kind: 'number',
      wide: name !== 'parked' && name !== 'due',
      cell: ({ attributes }) => attributes[name],
    }),
  ),
  {
    key: 'lag',
    title: text.lag,
    kind: 'number',
    cell: ({ attributes: { oldestDueAt } }) => oldestDueAt && <When at={oldestDueAt} />,
  },
]

/** Kinds without jobs would only make the list long. */
function Kinds({ kinds }: { kinds: readonly JobKind[] | undefined }) {
  const queued = kinds?.filter(({ attributes }) => COUNTS.some((name) => attributes[name] > 0))
  return (
    <Section title={text.kinds} hint={text.kindsHint}>
      <Table
        label={text.kinds}
        columns={KIND_COLUMNS}
        rows={queued}
        idOf={({ id }) => id}
        empty={<Empty>{text.noneQueued}</Empty>}
      />
    </Section>
  )
}
