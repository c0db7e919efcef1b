/** The work that waits for a brand: a table for each kind, what waits longest first, each row leading to its decision. */
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { Known } from '@tradehall/client'
import { overviewQuery, type PendingGroup } from '../../api/home-queries.ts'
import { newestDeliveriesQuery } from '../../api/integrations-queries.ts'
import { useServerNow } from '../../api/server-time.ts'
import { IS_SANDBOX } from '../../environment.ts'
import { deliveryStateOf, hostAndPath, reasonOf } from '../../parts/delivery-parts.tsx'
import { ExampleOrder } from '../../parts/example-order.tsx'
import { Problem } from '../../parts/form.tsx'
import { Empty, Section } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { formatDay } from '../../parts/time.ts'
import { When } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import styles from './home.module.css'

const { pending: text } = words.home

type Kind = PendingGroup['kind']
type Item = PendingGroup['first'][number]

interface Target {
  to: string
  params?: Readonly<Record<string, string>>
  search?: Readonly<Record<string, string>>
}

interface Targets {
  all: Target
  one: (id: string) => Target
}

/** Where all work of a kind is listed, and where one piece of it is decided. */
const TARGETS: Readonly<Partial<Record<Kind, Targets>>> = {
  'orders-to-accept': {
    all: { to: paths.orders, search: { tab: 'to-accept' } },
    one: (orderId) => ({ to: paths.order, params: { orderId } }),
  },
  'orders-to-ship': {
    all: { to: paths.orders, search: { tab: 'to-ship' } },
    one: (orderId) => ({ to: paths.ship, params: { orderId } }),
  },
  'refused-receptions': {
    all: { to: paths.orders, search: { tab: 'refused' } },
    one: (orderId) => ({ to: paths.order, params: { orderId } }),
  },
  'labels-to-print': {
    all: { to: paths.labels, search: { show: 'to-print' } },
    one: (print) => ({ to: paths.labels, search: { show: 'to-print', print } }),
  },
  'pickups-to-schedule': {
    all: { to: paths.orders, search: { tab: 'labels' } },
    one: (orderId) => ({ to: paths.ship, params: { orderId }, search: { dialog: 'pickup' } }),
  },
  'failed-imports': {
    all: { to: paths.imports },
    one: (operationId) => ({ to: paths.import, params: { operationId } }),
  },
  'failing-webhooks': {
    all: { to: paths.webhooks },
    one: (subscriptionId) => ({ to: paths.webhook, params: { subscriptionId } }),
  },
  'disabled-webhooks': {
    all: { to: paths.webhooks },
    one: (subscriptionId) => ({ to: paths.webhook, params: { subscriptionId } }),
  },
  'unreadable-webhooks': {
    all: { to: paths.webhooks },
    one: (subscriptionId) => ({ to: paths.webhook, params: { subscriptionId } }),
  },
  'ending-calls': { all: { to: paths.deprecations }, one: () => ({ to: paths.deprecations }) },
} satisfies Record<Known<Kind>, Targets>

/** References of orders are short; addresses of receivers and paths are long. */
const isShortName = (kind: Kind) => !isAboutWebhooks(kind) && kind !== 'ending-calls'

const isAboutWebhooks = (kind: Kind) => kind.endsWith('-webhooks')

export function PendingWork() {
  const { data, error } = useQuery(overviewQuery)
  const groups = data?.pending.filter(({ count }) => count > 0)
  return (
    <>
      <Problem error={error} />
      {groups?.length === 0 && (
        <Section title={text.title}>
          <Empty action={IS_SANDBOX && <ExampleOrder />}>{text.nothing}</Empty>
        </Section>
      )}
      <div className={styles.groups}>
        {groups?.map((group) => (
          <Group key={group.kind} {...group} />
        ))}
      </div>
      {!data && !error && (
        <Section title={text.title}>
          <Table label={text.title} columns={[]} rows={undefined} idOf={String} />
        </Section>
      )}
    </>
  )
}

function Group({ kind, count, first }: PendingGroup) {
  const title = text.kinds[kind] ?? kind
  const targets = TARGETS[kind]
  const columns: Column<Item>[] = [
    {
      key: 'name',
      title: text.name,
      ...(isShortName(kind) && { kind: 'fit' }),
      cell: (item) => <Name kind={kind} item={item} />,
    },
    isAboutWebhooks(kind)
      ? { key: 'failure', title: text.failure, cell: ({ id }) => <NewestFailure subscription={id} /> }
      : { key: 'about', title: text.about, cell: ({ about }) => about },
    ...(first.some(({ dueOn }) => dueOn)
      ? [
          {
            key: 'due',
            title: text.due,
            kind: 'fit',
            cell: ({ dueOn }) => <Due on={dueOn} />,
          } as Column<Item>,
        ]
      : []),
    { key: 'since', title: text.since, kind: 'number', wide: true, cell: ({ since }) => <When at={since} /> },
  ]
  return (
    <Section
      title={title}
      actions={targets && <Link {...(targets.all as LinkProps)}>{text.all(count)}</Link>}
    >
      <Table label={title} columns={columns} rows={first} idOf={({ id }) => id} />
    </Section>
  )
}

function Name({ kind, item: { id, name, since } }: { kind: Kind; item: Item }) {
  const shown =
    kind === 'failed-imports'
      ? (text.imports[name] ?? name)
      : isAboutWebhooks(kind)
        ? hostAndPath(name)
        : name
  const targets = TARGETS[kind]
  return (
    <>
      {targets ? <Link {...(targets.one(id) as LinkProps)}>{shown}</Link> : shown}
      <small data-narrow>
        <When at={since} />
      </small>
    </>
  )
}

function Due({ on }: { on: string | null }) {
  const now = useServerNow()
  if (!on) return null
  // A day is over when the next one has begun.
  const isOver = Date.parse(on) + 86_400_000 <= now
  return (
    <>
      {formatDay(on)}
      {isOver && <small>{text.overdue}</small>}
    </>
  )
}

function NewestFailure({ subscription }: { subscription: string }) {
  const { data } = useQuery(newestDeliveriesQuery(subscription))
  const failed = data?.find(({ attributes }) => ['failing', 'failed'].includes(deliveryStateOf(attributes)))
  if (!failed) return null
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
