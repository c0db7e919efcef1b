/** Home of brands: the work that waits for them, and trends. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { mayManageApps } from '../../access.ts'
import { applicationsQuery } from '../../api/queries.ts'
import { Empty, PageHeader, Section } from '../../parts/page.tsx'
import { paths } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { words } from '../../words/index.ts'
import { PendingWork } from './pending-work.tsx'

const { home } = words

/** Charts are no part of the first load. */
const Trends = lazy(async () => ({ default: (await import('./trends.tsx')).Trends }))

export function HomePage() {
  const session = useSession()
  return (
    <>
      <PageHeader title={home.title} />
      <PendingWork />
      {mayManageApps(session) && <Connect />}
      <Suspense>
        <Trends />
      </Suspense>
    </>
  )
}

/** For brands that have connected nothing yet. */
function Connect() {
  const { data: apps } = useQuery(applicationsQuery)
  if (apps?.length !== 0) return null
  return (
    <Section title={home.connect}>
      <Empty action={<Link to={paths.apps}>{home.connectAction}</Link>}>{home.connectHint}</Empty>
    </Section>
  )
}
