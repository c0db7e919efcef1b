/** What programs did in the last day: for those who look after them, before everything else. */
import { Button } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { mayManageApps } from '../../access.ts'
import type { SystemsFigures } from '../../api/home-queries.ts'
import { IS_SANDBOX } from '../../environment.ts'
import { Bars } from '../../parts/bars.tsx'
import { Section } from '../../parts/page.tsx'
import { State } from '../../parts/state.tsx'
import { formatDateTime } from '../../parts/time.ts'
import { When } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { words } from '../../words/index.ts'
import styles from './home.module.css'
import type { HomeSearch } from './search-parameters.ts'

const { systems: text } = words.home

type Hour = SystemsFigures['hours'][number]

interface SystemsProps {
  systems: SystemsFigures
  first: NonNullable<HomeSearch['first']>
  onFirst: (first: NonNullable<HomeSearch['first']>) => void
}

export function Systems({ systems, first, onFirst }: SystemsProps) {
  const { callsCount, refusedCount, failedCount, deliveredCount, undeliveredCount } = systems
  const requests = useRequestsPage()
  const isFirst = first === 'systems'
  const barsOf = (figureOf: (hour: Hour) => number, titleOf: (hour: string, value: number) => string) =>
    systems.hours.map((hour) => ({
      title: titleOf(formatDateTime(hour.startsAt), figureOf(hour)),
      value: figureOf(hour),
    }))
  return (
    <Section
      title={text.title}
      actions={
        <Button onClick={() => onFirst(isFirst ? 'orders' : 'systems')}>
          {isFirst ? text.ordersFirst : text.systemsFirst}
        </Button>
      }
    >
      <div className={styles.systems}>
        <Figure title={text.requests} to={requests} figure={callsCount}>
          <Bars
            label={text.requestsCount(callsCount)}
            values={barsOf((hour) => hour.callsCount, text.requestsAt)}
          />
        </Figure>
        <Figure
          title={text.errors}
          to={IS_SANDBOX ? { to: paths.requests, search: { statusClass: '4xx' } } : requests}
          figure={refusedCount + failedCount}
        >
          {failedCount > 0 && <State tone="bad">{text.failed(failedCount)}</State>}
          {refusedCount > 0 && <State tone="wait">{text.refused(refusedCount)}</State>}
        </Figure>
        <Figure title={text.delivered} to={{ to: paths.deliveries }} figure={deliveredCount}>
          <Bars
            label={text.deliveredCount(deliveredCount)}
            values={barsOf((hour) => hour.deliveredCount, text.deliveredAt)}
          />
          {undeliveredCount > 0 && <State tone="bad">{text.undelivered(undeliveredCount)}</State>}
        </Figure>
      </div>
      <Applications applications={systems.applications} />
    </Section>
  )
}

/** Production keeps no requests: there the apps tell what they called. */
function useRequestsPage(): Target {
  const mayOpenApps = mayManageApps(useSession())
  if (IS_SANDBOX) return { to: paths.requests }
  return { to: mayOpenApps ? paths.apps : paths.webhooks }
}

interface Target {
  to: string
  search?: Readonly<Record<string, string>>
}

interface FigureProps {
  title: string
  to: Target
  figure: number
  children: ReactNode
}

const Figure = ({ title, to, figure, children }: FigureProps) => (
  <div>
    <Link {...(to as LinkProps)} className={styles.fact}>
      <span>{title}</span>
      <b>{figure}</b>
    </Link>
    {children}
  </div>
)

function Applications({ applications }: Pick<SystemsFigures, 'applications'>) {
  if (applications.length === 0) return <p className={styles.noCalls}>{text.noCalls}</p>
  return (
    <ul className={styles.applications} aria-label={text.applications}>
      {applications.map(({ applicationId, name, callsCount, refusedCount, failedCount, lastCalledAt }) => (
        <li key={applicationId}>
          {name}
          <small data-errors={refusedCount + failedCount > 0 || undefined}>
            {text.callsOf(callsCount, refusedCount + failedCount)}
          </small>
          <small>
            <When at={lastCalledAt} />
          </small>
        </li>
      ))}
    </ul>
  )
}
