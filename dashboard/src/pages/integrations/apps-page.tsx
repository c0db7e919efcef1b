/** Private Apps: the credentials with which programs of a brand call the API. */

import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { AppsApi } from '../../api/accounts-queries.ts'
import { client, send, sendForData } from '../../api/client.ts'
import { applicationsQuery, ownDeprecatedCallsQuery, subscriptionsQuery } from '../../api/queries.ts'
import styles from '../../parts/apps.module.css'
import { Apps } from '../../parts/apps.tsx'
import { Problem } from '../../parts/form.tsx'
import { Empty } from '../../parts/page.tsx'
import type { AppsSearch } from '../../parts/search-parameters.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { words } from '../../words/index.ts'
import { IntegrationsHeader } from './integrations-header.tsx'

const { apps: text } = words
const { deprecations } = words.integrations
const route = getRouteApi('/shell/integrations/apps')

export function AppsPage() {
  const { data: apps, error } = useQuery(applicationsQuery)
  const { user } = useSession()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const open = (search: AppsSearch) => void navigate({ search })
  const create = (
    <Button variant="filled" onClick={() => open({ dialog: 'create' })}>
      {text.create}
    </Button>
  )
  return (
    <>
      <IntegrationsHeader title={text.title} actions={create} />
      <Apps
        api={OWN_APPS}
        apps={apps}
        error={error}
        search={search}
        open={open}
        developerEmail={user.email}
        ends={({ id }) => <Subscriptions applicationId={id} />}
        empty={
          <Empty title={text.emptyTitle} action={create}>
            {text.empty}
          </Empty>
        }
      />
      <EndingCalls />
    </>
  )
}

const APPLICATION = '/api/integrations/v1/applications/{application}'

const OWN_APPS: AppsApi = {
  create: (attributes) =>
    sendForData(() =>
      client.request('POST', '/api/integrations/v1/applications', {
        body: { data: { type: 'applications', attributes } },
      }),
    ),
  update: (id, attributes) =>
    send(() =>
      client.request('PATCH', APPLICATION, {
        path: { application: id },
        body: { data: { type: 'applications', id, attributes } },
      }),
    ),
  rotate: (id, overlapSeconds) =>
    sendForData(() =>
      client.request('POST', `${APPLICATION}/-actions/rotate-secret`, {
        path: { application: id },
        body: { data: { type: 'applications', attributes: { overlapSeconds } } },
      }),
    ),
  revoke: (id) =>
    send(() => client.request('POST', `${APPLICATION}/-actions/revoke`, { path: { application: id } })),
}

/** What ends with the app. */
function Subscriptions({ applicationId }: { applicationId: string }) {
  const { data, error } = useQuery(subscriptionsQuery)
  if (error) return <Problem error={error} />
  if (!data) return <Skeleton height={20} />
  const own = data.filter(({ relationships }) => relationships?.application?.data?.id === applicationId)
  return (
    <div>
      <p>{text.revokeSubscriptions(own.length)}</p>
      <ul className={styles.subscriptions}>
        {own.map(({ id, attributes: { url } }) => (
          <li key={id}>{url}</li>
        ))}
      </ul>
    </div>
  )
}

/** What will stop working has a page of its own. */
function EndingCalls() {
  const { data } = useQuery(ownDeprecatedCallsQuery)
  const count = data?.filter(({ attributes }) => attributes.endsAt !== null).length
  if (!count) return null
  return (
    <p className={styles.ending}>
      {deprecations.fromApps(count)} <Link to={paths.deprecations}>{deprecations.open}</Link>
    </p>
  )
}
