/** Home of brands: what to do next and what it is worth, how sales develop, and what programs did. */
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { mayManageApps } from '../../access.ts'
import { messageOf } from '../../api/errors.ts'
import { type Overview, overviewQuery } from '../../api/home-queries.ts'
import { useLater } from '../../api/later.ts'
import { IS_SANDBOX } from '../../environment.ts'
import { ExampleOrder } from '../../parts/example-order.tsx'
import { Problem } from '../../parts/form.tsx'
import { Empty, PageHeader, Section } from '../../parts/page.tsx'
import { paths } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { words } from '../../words/index.ts'
import { Facts } from './facts.tsx'
import { FirstSteps } from './first-steps.tsx'
import styles from './home.module.css'
import { OrdersToAccept } from './orders-to-accept.tsx'
import { OrdersToShip } from './orders-to-ship.tsx'
import { OtherWork } from './other-work.tsx'
import { rememberedFirst, rememberFirst } from './remembered-first.ts'
import type { HomeSearch } from './search-parameters.ts'
import { Systems } from './systems.tsx'
import { formatLongDay } from './today.ts'

const { home } = words
const route = getRouteApi('/shell/')

/** Charts are no part of the first load. */
const Trends = lazy(async () => ({ default: (await import('./trends.tsx')).Trends }))

export function HomePage() {
  const { data, error } = useQuery(overviewQuery)
  return (
    <>
      <PageHeader title={home.title} note={data && formatLongDay(data.trends.to)} />
      <Problem>{error ? messageOf(error) : ''}</Problem>
      {data ? <Work overview={data} /> : !error && <Skeleton height={480} />}
    </>
  )
}

function Work({ overview }: { overview: Overview }) {
  const { pending, work, trends, systems } = overview
  const isLater = useLater()
  const navigate = route.useNavigate()
  const { first = rememberedFirst() } = route.useSearch()
  const lead = (first: NonNullable<HomeSearch['first']>) => {
    rememberFirst(first)
    void navigate({ search: { first }, replace: true })
  }
  const find = (kind: string) => pending.find((group) => group.kind === kind && group.count > 0)
  const [toAccept, toShip] = [find('orders-to-accept'), find('orders-to-ship')]
  const isIdle = pending.every(({ count }) => count === 0)
  const ofSystems = systems.applicationsCount > 0 && (
    <Systems systems={systems} first={first} onFirst={lead} />
  )
  return (
    <>
      {first === 'systems' && ofSystems}
      <Facts overview={overview} />
      {IS_SANDBOX && <FirstSteps />}
      <div className={styles.home}>
        <div>
          {isIdle && (
            <Section title={home.work}>
              <Empty action={IS_SANDBOX && <ExampleOrder />}>{home.nothing}</Empty>
            </Section>
          )}
          {toAccept && <OrdersToAccept group={toAccept} sums={work.toAccept} />}
          {toShip && <OrdersToShip group={toShip} days={work.toShip} today={trends.to} />}
        </div>
        <div>
          <Suspense fallback={<Skeleton height={320} />}>
            {isLater ? <Trends trends={trends} /> : <Skeleton height={320} />}
          </Suspense>
        </div>
      </div>
      <OtherWork groups={pending} />
      {first === 'orders' && ofSystems}
      {systems.applicationsCount === 0 && <Connect />}
    </>
  )
}

/** For brands that have connected nothing yet. */
function Connect() {
  if (!mayManageApps(useSession())) return null
  return (
    <Section title={home.connect}>
      <Empty action={<Link to={paths.apps}>{home.connectAction}</Link>}>{home.connectHint}</Empty>
    </Section>
  )
}
