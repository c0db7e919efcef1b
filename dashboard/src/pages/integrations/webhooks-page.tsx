/** Webhooks: which receiver is told of what, and how it is doing. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { mayManageApps } from '../../access.ts'
import { healthQuery, type Subscription, type WebhookHealth } from '../../api/integrations-queries.ts'
import { applicationsQuery, subscriptionsQuery } from '../../api/queries.ts'
import { hostAndPath } from '../../parts/delivery-parts.tsx'
import { Empty } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { WebhookState } from '../../parts/webhook-state.tsx'
import { paths } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { words } from '../../words/index.ts'
import { HealthBars } from './health-bars.tsx'
import { IntegrationsHeader } from './integrations-header.tsx'
import type { WebhooksSearch } from './search-parameters.ts'
import { WebhookDialogs } from './webhook-dialogs.tsx'
import { WebhookMenu } from './webhook-menu.tsx'

const { webhooks: text } = words.integrations
const route = getRouteApi('/shell/integrations/webhooks')

export function WebhooksPage() {
  const { data: subscriptions, error } = useQuery(subscriptionsQuery)
  const { data: health } = useQuery(healthQuery)
  const session = useSession()
  const isOwner = mayManageApps(session)
  const { data: apps } = useQuery({ ...applicationsQuery, enabled: isOwner })
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const open = (search: WebhooksSearch) => void navigate({ search })
  const appNames = new Map(apps?.map(({ id, attributes }) => [id, attributes.name]))
  const healthById = new Map(health?.map((one) => [one.id, one]))
  const create = isOwner && (
    <Button variant="filled" onClick={() => open({ dialog: 'create' })}>
      {text.create}
    </Button>
  )
  return (
    <>
      <IntegrationsHeader title={text.title} actions={create} />
      <Table
        label={text.title}
        columns={columnsOf({ appNames, healthById, open })}
        rows={subscriptions}
        error={error}
        idOf={({ id }) => id}
        empty={
          <Empty title={text.emptyTitle} action={create}>
            {text.empty}
          </Empty>
        }
      />
      <WebhookDialogs search={search} onClose={() => open({})} />
    </>
  )
}

interface Shown {
  appNames: ReadonlyMap<string, string>
  healthById: ReadonlyMap<string, WebhookHealth>
  open: (search: WebhooksSearch) => void
}

const columnsOf = ({ appNames, healthById, open }: Shown): Column<Subscription>[] => [
  {
    key: 'receiver',
    title: text.receiver,
    cell: ({ id, attributes: { url }, relationships }) => (
      <>
        <Link to={paths.webhook} params={{ subscriptionId: id }}>
          {hostAndPath(url)}
        </Link>
        <small>{appNames.get(relationships?.application?.data?.id ?? '')}</small>
      </>
    ),
  },
  {
    key: 'events',
    title: text.events,
    wide: true,
    cell: ({ attributes: { events } }) => (
      <span title={events.join('\n')}>{text.eventsCount(events.length)}</span>
    ),
  },
  {
    key: 'health',
    title: text.health,
    wide: true,
    cell: ({ id }) => {
      const found = healthById.get(id)
      return found && <HealthBars health={found} />
    },
  },
  {
    key: 'state',
    title: text.state,
    kind: 'fit',
    cell: ({ attributes }) => <WebhookState webhook={attributes} />,
  },
  {
    key: 'actions',
    title: text.actionsTitle,
    isTitleHidden: true,
    kind: 'number',
    cell: (subscription) => (
      <WebhookMenu webhook={subscription} open={(dialog) => open({ dialog, webhook: subscription.id })} />
    ),
  },
]
