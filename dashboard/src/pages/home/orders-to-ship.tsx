/** Accepted orders by the day until which they should be shipped. */
import { Button } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { Overview, PendingGroup, PendingItem } from '../../api/home-queries.ts'
import { formatMoney } from '../../parts/money.ts'
import { Section } from '../../parts/page.tsx'
import { State } from '../../parts/state.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { formatDay } from '../../parts/time.ts'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import styles from './home.module.css'
import { Items, OrderName } from './home-cells.tsx'
import { daysUntil, shortDay } from './today.ts'

const { toShip: text } = words.home

/** As many as stand beside a heading. */
const SHOWN_DAYS = 5

type Days = Overview['work']['toShip']

export function OrdersToShip({
  group: { count, first },
  days,
  today,
}: {
  group: PendingGroup
  days: Days
  today: string
}) {
  return (
    <Section
      title={text.title}
      actions={
        <div className={styles.actions}>
          <DueDays days={days} today={today} />
          <Link {...({ to: paths.orders, search: { tab: 'to-ship' } } as LinkProps)}>
            {words.home.all(count)}
          </Link>
        </div>
      }
    >
      <Table label={text.title} columns={columnsOf(today)} rows={first} idOf={({ id }) => id} />
    </Section>
  )
}

function DueDays({ days, today }: { days: Days; today: string }) {
  const overdue = days.filter(({ day }) => day < today).reduce((sum, { ordersCount }) => sum + ordersCount, 0)
  const coming = days.filter(({ day }) => day >= today).slice(0, SHOWN_DAYS)
  return (
    <ul className={styles.days} aria-label={text.byDay}>
      {overdue > 0 && (
        <li data-due="over">
          {text.overdue} <b>{overdue}</b>
        </li>
      )}
      {coming.map(({ day, ordersCount }) => (
        <li key={day} data-due={day === today ? 'today' : undefined}>
          {shortDay(day, today)} <b>{ordersCount}</b>
        </li>
      ))}
    </ul>
  )
}

const columnsOf = (today: string): readonly Column<PendingItem>[] => [
  {
    key: 'due',
    title: text.due,
    kind: 'fit',
    cell: ({ dueOn }) => dueOn && <Due on={dueOn} today={today} />,
  },
  { key: 'name', title: words.home.retailer, cell: (item) => <OrderName item={item} /> },
  { key: 'items', title: words.home.items, wide: true, cell: (item) => <Items item={item} /> },
  {
    key: 'amount',
    title: words.home.receive,
    kind: 'number',
    wide: true,
    cell: ({ order }) => order && formatMoney(order),
  },
  {
    key: 'action',
    title: words.home.action,
    isTitleHidden: true,
    kind: 'number',
    cell: ({ id, name }) => (
      <Button
        component={Link}
        to={paths.ship}
        params={{ orderId: id } as never}
        aria-label={text.shipOrder(name)}
      >
        {text.ship}
      </Button>
    ),
  },
]

function Due({ on, today }: { on: string; today: string }) {
  const days = daysUntil(on, today)
  if (days < 0) return <State tone="bad">{text.daysOver(-days)}</State>
  if (days === 0) return <State tone="wait">{words.home.today}</State>
  return formatDay(on)
}
