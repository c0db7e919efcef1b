/** How the server is doing. It reads itself again while somebody looks at it. */
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { HEALTH_PATH, healthQuery, type SystemHealth } from '../../api/systems-queries.ts'
import { Problem } from '../../parts/form.tsx'
import { PageHeader, Section } from '../../parts/page.tsx'
import { State, type Tone } from '../../parts/state.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { formatDateTime, formatRelative } from '../../parts/time.ts'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import { formatBytes, formatFigure } from './figures.ts'
import styles from './health.module.css'

const { health: text } = words.systems
const TONES: Record<string, Tone> = { ok: 'good', warning: 'wait', failing: 'bad' }

type Check = SystemHealth['attributes']['checks'][number]
type Process = SystemHealth['attributes']['processes'][number]

const HealthState = ({ state }: { state: string }) => (
  <State tone={TONES[state] ?? 'info'}>{text.states[state] ?? state}</State>
)

export function HealthPage() {
  const { data, error } = useQuery(healthQuery)
  const { attributes } = data ?? {}
  return (
    <>
      <PageHeader
        title={text.title}
        state={attributes && <HealthState state={attributes.state} />}
        actions={
          <Button component="a" href={HEALTH_PATH} target="_blank" rel="noreferrer">
            {text.asJson}
          </Button>
        }
      />
      <Problem error={error} />
      {attributes ? (
        <>
          <p className={styles.overall} role="status">
            {attributes.sentence}
          </p>
          <ul className={styles.checks} aria-label={text.title}>
            {attributes.checks.map((check) => (
              <CheckRow key={check.name} check={check} />
            ))}
          </ul>
          <Section title={text.processes}>
            <Table
              label={text.processes}
              columns={processColumns(Date.parse(attributes.checkedAt))}
              rows={attributes.processes}
              idOf={({ host, pid, startedAt }) => `${host} ${pid} ${startedAt}`}
            />
          </Section>
        </>
      ) : (
        !error && <Skeleton height={480} />
      )}
    </>
  )
}

/** Where something can be done about it. */
const LINKS: Record<string, ReactNode> = {
  jobs: <Link to={paths.jobs}>{text.open.jobs}</Link>,
  events: (
    <Link to={paths.jobs} search={{ tab: 'events' }}>
      {text.open.events}
    </Link>
  ),
  webhooks: <Link to={paths.endpoints}>{text.open.webhooks}</Link>,
}

function CheckRow({ check: { name, state, sentence, figures } }: { check: Check }) {
  const shown = Object.entries(figures)
  return (
    <li className={styles.check}>
      <div className={styles.head}>
        <h2>{text.checks[name] ?? name}</h2>
        <HealthState state={state} />
      </div>
      <div>
        <p>
          {sentence} {LINKS[name]}
        </p>
        {shown.length > 0 && (
          <dl className={styles.figures}>
            {shown.map(([figure, value]) => (
              <div key={figure}>
                <dt>{text.figures[figure] ?? figure}</dt>
                <dd>{formatFigure(figure, value)}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </li>
  )
}

/** Times of processes are real ones, and so is the moment of the answer. */
function processColumns(nowMs: number): Column<Process>[] {
  const when = (at: string) => <span title={formatDateTime(at)}>{formatRelative(at, nowMs)}</span>
  return [
    {
      key: 'process',
      title: text.process,
      cell: ({ role, host, pid }) => (
        <>
          {text.role[role] ?? role}
          <small>
            {host} · {pid}
          </small>
        </>
      ),
    },
    {
      key: 'seen',
      title: text.seen,
      kind: 'fit',
      cell: ({ isGone, seenAt }) => (
        <>
          <State tone={isGone ? 'bad' : 'good'}>{isGone ? text.gone : text.alive}</State>
          {isGone && <small>{when(seenAt)}</small>}
        </>
      ),
    },
    { key: 'version', title: text.version, kind: 'fit', cell: ({ version }) => version },
    {
      key: 'started',
      title: text.started,
      kind: 'number',
      wide: true,
      cell: ({ startedAt }) => when(startedAt),
    },
    {
      key: 'memory',
      title: text.memory,
      kind: 'number',
      wide: true,
      cell: ({ memoryBytes }) => formatBytes(memoryBytes),
    },
    {
      key: 'loop',
      title: text.loop,
      kind: 'number',
      wide: true,
      cell: ({ eventLoopDelayMs }) => formatFigure('Ms', eventLoopDelayMs),
    },
    {
      key: 'disk',
      title: text.disk,
      kind: 'number',
      wide: true,
      cell: ({ diskFreeBytes }) => diskFreeBytes !== null && formatBytes(diskFreeBytes),
    },
  ]
}
