/** Orders that wait to be accepted. Where nothing is short they are accepted in place. */
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useBulk } from '../../api/bulk.ts'
import { client, send } from '../../api/client.ts'
import { messageOf } from '../../api/errors.ts'
import type { PendingGroup, PendingItem, SumOfOrders } from '../../api/home-queries.ts'
import { Problem } from '../../parts/form.tsx'
import { formatMoney } from '../../parts/money.ts'
import { Waiting } from '../../parts/order-texts.tsx'
import { Section } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import styles from './home.module.css'
import { Goods, Items, OrderName } from './home-cells.tsx'

const { toAccept: text } = words.home

const isInStock = ({ order }: PendingItem) => order?.shortItems.length === 0

const accept = (id: string) => send(() => client.orders.accept(id))
const RENEWED = ['orders', 'brand-overviews']

export function OrdersToAccept({
  group: { count, first },
  sums,
}: {
  group: PendingGroup
  sums: readonly SumOfOrders[]
}) {
  const bulk = useBulk(RENEWED)
  const ready = first.filter(isInStock)
  const failed = bulk.progress?.failed ?? []
  return (
    <Section
      title={text.title}
      hint={text.receive(sums.map(formatMoney).join(' · '))}
      actions={
        <div className={styles.actions}>
          <Link {...({ to: paths.orders, search: { tab: 'to-accept' } } as LinkProps)}>
            {words.home.all(count)}
          </Link>
          {ready.length > 1 && (
            <Button
              variant="filled"
              loading={bulk.progress?.isRunning ?? false}
              onClick={() => void bulk.start(ready, ({ id }) => accept(id))}
            >
              {text.acceptReady(ready.length)}
            </Button>
          )}
        </div>
      }
    >
      <Problem>{failed.map(({ item, problem }) => text.failed(item.name, problem)).join(' ')}</Problem>
      <Table label={text.title} columns={COLUMNS} rows={first} idOf={({ id }) => id} />
    </Section>
  )
}

const COLUMNS: readonly Column<PendingItem>[] = [
  {
    key: 'goods',
    title: words.home.goods,
    isTitleHidden: true,
    kind: 'fit',
    wide: true,
    cell: (item) => <Goods item={item} />,
  },
  { key: 'name', title: words.home.retailer, cell: (item) => <OrderName item={item} /> },
  {
    key: 'items',
    title: words.home.items,
    wide: true,
    cell: (item) => <Items item={item} />,
  },
  {
    key: 'waiting',
    title: text.waiting,
    kind: 'number',
    wide: true,
    cell: ({ since }) => <Waiting since={since} />,
  },
  {
    key: 'amount',
    title: words.home.receive,
    kind: 'number',
    cell: ({ order }) => order && formatMoney(order),
  },
  {
    key: 'action',
    title: words.home.action,
    isTitleHidden: true,
    kind: 'number',
    cell: (item) => <Action item={item} />,
  },
]

function Action({ item }: { item: PendingItem }) {
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => accept(item.id),
    onSettled: () => Promise.all(RENEWED.map((type) => queryClient.invalidateQueries({ queryKey: [type] }))),
  })
  if (!isInStock(item))
    return (
      <Button
        component={Link}
        to={paths.order}
        params={{ orderId: item.id } as never}
        aria-label={text.checkOrder(item.name)}
      >
        {text.check}
      </Button>
    )
  return (
    <>
      <Button
        variant="outline"
        loading={isPending}
        onClick={() => mutate()}
        aria-label={text.acceptOrder(item.name)}
      >
        {words.orders.accept}
      </Button>
      <Problem>{error ? messageOf(error) : ''}</Problem>
    </>
  )
}
