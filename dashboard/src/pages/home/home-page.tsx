/** Home: the work that waits for whoever is signed in. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { isBrand, isOperator, isRetailer, mayManageApps } from '../../access.ts'
import { messageOf } from '../../api/errors.ts'
import { ailingSubscriptionsQuery, applicationsQuery, purchasesQuery } from '../../api/queries.ts'
import { Problem } from '../../parts/form.tsx'
import { formatMoney } from '../../parts/money.ts'
import { Empty, PageHeader, Section } from '../../parts/page.tsx'
import { State, type Tone } from '../../parts/state.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
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
      {isBrand(session) && <PendingWork />}
      {mayManageApps(session) && <Connect />}
      {isBrand(session) && (
        <Suspense>
          <Trends />
        </Suspense>
      )}
      {isRetailer(session) && <Purchases />}
      {isOperator(session) && <Endpoints />}
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

interface Row {
  id: string
  attributes: { reference: number; submittedAt: string }
}

/** On narrow screens with the time, for which there is no column. */
const orderColumn = (name: (row: Row) => ReactNode): Column<Row> => ({
  key: 'order',
  title: home.order,
  kind: 'fit',
  cell: ({ id, attributes: { reference, submittedAt } }) => (
    <>
      {name({ id, attributes: { reference, submittedAt } })}
      <small data-narrow>
        <When at={submittedAt} />
      </small>
    </>
  ),
})

const submittedColumn: Column<{ attributes: { submittedAt: string } }> = {
  key: 'submitted',
  title: home.submitted,
  kind: 'number',
  wide: true,
  cell: ({ attributes: { submittedAt } }) => <When at={submittedAt} />,
}

const TONES: Record<string, Tone> = {
  ankor_confirmed: 'wait',
  rejected: 'bad',
  reception_refused: 'bad',
  cancelled: 'bad',
  received: 'good',
  invoiced: 'good',
  brand_paid: 'good',
}

function Purchases() {
  const { data: orders, error } = useQuery(purchasesQuery)
  type Row = NonNullable<typeof orders>[number]
  const columns: Column<Row>[] = [
    orderColumn(({ attributes }) => attributes.reference),
    {
      key: 'status',
      title: home.status,
      cell: ({ attributes: { status } }) => (
        <State tone={TONES[status] ?? 'info'} value={status}>
          {words.orderStatuses[status] ?? status}
        </State>
      ),
    },
    {
      key: 'amount',
      title: home.amount,
      kind: 'number',
      cell: ({ attributes: { totalAmountWithVat, currency } }) =>
        formatMoney({ amount: totalAmountWithVat, currency }),
    },
    submittedColumn,
  ]
  return (
    <Section title={home.purchases}>
      <Problem>{error ? messageOf(error) : ''}</Problem>
      {orders?.length === 0 ? (
        <Empty>{home.noPurchases}</Empty>
      ) : (
        <Table label={home.purchases} columns={columns} rows={orders} idOf={({ id }) => id} />
      )}
    </Section>
  )
}

function Endpoints() {
  const { data: subscriptions, error } = useQuery(ailingSubscriptionsQuery)
  type Row = NonNullable<typeof subscriptions>[number]
  const columns: Column<Row>[] = [
    { key: 'receiver', title: home.receiver, cell: ({ attributes }) => attributes.url },
    {
      key: 'began',
      title: home.began,
      kind: 'number',
      cell: ({ attributes: { failingSince, disabledAt, createdAt } }) => (
        <When at={failingSince ?? disabledAt ?? createdAt} />
      ),
    },
  ]
  return (
    <Section title={home.endpoints}>
      <Problem>{error ? messageOf(error) : ''}</Problem>
      {subscriptions?.length === 0 ? (
        <Empty>{home.noEndpoints}</Empty>
      ) : (
        <Table label={home.endpoints} columns={columns} rows={subscriptions} idOf={({ id }) => id} />
      )}
    </Section>
  )
}
