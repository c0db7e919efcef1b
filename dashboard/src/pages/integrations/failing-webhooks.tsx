/** On Home: receivers that fail, each with its newest failure. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { newestDeliveriesQuery } from '../../api/integrations-queries.ts'
import { subscriptionsQuery } from '../../api/queries.ts'
import { Section } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import { deliveryStateOf, hostAndPath, reasonOf } from './delivery-parts.tsx'

const { home: text } = words.integrations

export function FailingWebhooks() {
  const { data } = useQuery(subscriptionsQuery)
  const failing = data?.filter(({ attributes }) => attributes.failingSince || attributes.disabledAt) ?? []
  if (failing.length === 0) return null
  const columns: Column<(typeof failing)[number]>[] = [
    { key: 'receiver', title: text.receiver, cell: ({ attributes }) => hostAndPath(attributes.url) },
    { key: 'delivery', title: text.delivery, cell: ({ id }) => <NewestFailure subscription={id} /> },
    {
      key: 'since',
      title: text.since,
      kind: 'number',
      wide: true,
      cell: ({ attributes: { failingSince, disabledAt, createdAt } }) => (
        <When at={failingSince ?? disabledAt ?? createdAt} />
      ),
    },
  ]
  return (
    <Section title={text.title}>
      <Table label={text.title} columns={columns} rows={failing} idOf={({ id }) => id} />
    </Section>
  )
}

function NewestFailure({ subscription }: { subscription: string }) {
  const { data } = useQuery(newestDeliveriesQuery(subscription))
  const failed = data?.find(({ attributes }) => ['failing', 'failed'].includes(deliveryStateOf(attributes)))
  if (!failed)
    return (
      <Link to={paths.webhook} params={{ subscriptionId: subscription }}>
        {text.delivery}
      </Link>
    )
  const { event, lastAttempt } = failed.attributes
  return (
    <>
      <Link to={paths.delivery} params={{ deliveryId: failed.id }}>
        {event}
      </Link>
      {lastAttempt && <small>{reasonOf(lastAttempt)}</small>}
    </>
  )
}
