/** Jobs and events that need a decision, and the queue by kind. */
import { getRouteApi } from '@tanstack/react-router'
import { PageHeader, Tabs } from '../../parts/page.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import { EventsTab } from './events-tab.tsx'
import { JobsTab } from './jobs-tab.tsx'

const { jobs: text } = words.systems
const route = getRouteApi('/shell/operator/jobs')

export function JobsPage() {
  const { tab } = route.useSearch()
  return (
    <>
      <PageHeader title={text.title} />
      <Tabs
        label={text.title}
        tabs={[
          { to: paths.jobs, search: {}, title: text.tabs.jobs },
          { to: paths.jobs, search: { tab: 'events' }, title: text.tabs.events },
        ]}
      />
      {tab === 'events' ? <EventsTab /> : <JobsTab />}
    </>
  )
}
