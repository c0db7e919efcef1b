/** Smaller work, one block for each kind, with whom it is about and what to do. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Known } from '@tradehall/client'
import type { PendingGroup, PendingItem } from '../../api/home-queries.ts'
import { hostAndPath } from '../../parts/delivery-parts.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import styles from './home.module.css'

const { other: text } = words.home

interface Target {
  to: string
  params?: Readonly<Record<string, string>>
  search?: Readonly<Record<string, string>>
}

interface Kind {
  /** Where all of it is done. */
  all: Target
  /** Where the only one is done. */
  one?: (id: string) => Target
  /** Undefined: how many there are says enough, because the same orders stand elsewhere. */
  nameOf?: (item: PendingItem) => string
}

const webhook: Kind = {
  all: { to: paths.webhooks },
  one: (subscriptionId) => ({ to: paths.webhook, params: { subscriptionId } }),
  nameOf: ({ name }) => hostAndPath(name),
}

/** In the order in which they are shown. */
const KINDS: Readonly<Record<Exclude<Known<PendingGroup['kind']>, `orders-to-${string}`>, Kind>> = {
  'labels-to-print': {
    all: { to: paths.labels, search: { show: 'to-print' } },
    nameOf: ({ name, about }) => about ?? name,
  },
  'pickups-to-schedule': {
    all: { to: paths.orders, search: { tab: 'labels' } },
    one: (orderId) => ({ to: paths.ship, params: { orderId }, search: { dialog: 'pickup' } }),
  },
  'refused-receptions': {
    all: { to: paths.orders, search: { tab: 'refused' } },
    one: (orderId) => ({ to: paths.order, params: { orderId } }),
    nameOf: ({ name, about }) => about ?? name,
  },
  'failing-webhooks': webhook,
  'disabled-webhooks': webhook,
  'unreadable-webhooks': webhook,
  'failed-imports': {
    all: { to: paths.imports },
    one: (operationId) => ({ to: paths.import, params: { operationId } }),
    nameOf: ({ name }) => text.imports[name] ?? name,
  },
  'ending-calls': { all: { to: paths.deprecations }, nameOf: ({ name, about }) => about ?? name },
}

const SHOWN_NAMES = 3

export function OtherWork({ groups }: { groups: readonly PendingGroup[] }) {
  const shown = Object.entries(KINDS).flatMap(([name, kind]) => {
    const group = groups.find((one) => one.kind === name)
    return group && group.count > 0 ? [{ kind, group }] : []
  })
  if (shown.length === 0) return null
  return (
    <div className={styles.band}>
      {shown.map(({ kind, group }) => (
        <Block key={group.kind} kind={kind} group={group} />
      ))}
    </div>
  )
}

function Block({
  kind: { all, one, nameOf },
  group: { kind, count, first },
}: {
  kind: Kind
  group: PendingGroup
}) {
  const { title, action, note } = text.kinds[kind] ?? {
    title: kind,
    action: words.home.all(count),
    note: undefined,
  }
  const [only] = first
  const target = one && only && count === 1 ? one(only.id) : all
  return (
    <section aria-label={title}>
      <div className={styles.blockHead}>
        <h2>{title}</h2>
        <small>{count}</small>
      </div>
      {nameOf ? (
        <ul>
          {[...new Set(first.map(nameOf))].slice(0, SHOWN_NAMES).map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      ) : (
        <p>{note}</p>
      )}
      <Button
        component={Link}
        {...(target as object as { to: string })}
        aria-label={text.actionFor(action, title)}
      >
        {action}
      </Button>
    </section>
  )
}
