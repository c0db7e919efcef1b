/** What a payout is made of: its transfers, and the amounts of their orders as the API tells them. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type Payout, payoutQuery } from '../../api/money-queries.ts'
import { orderQuery } from '../../api/orders-queries.ts'
import { Problem } from '../../parts/form.tsx'
import { formatMoney } from '../../parts/money.ts'
import { PageHeader, Section } from '../../parts/page.tsx'
import { Properties } from '../../parts/properties.tsx'
import { formatDate, formatDateTime } from '../../parts/time.ts'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import { OrderItems } from '../orders/order-items.tsx'
import { PayoutState } from './payout-state.tsx'

const { payout: text } = words.money
const route = getRouteApi('/shell/money/payouts/$payoutId')

type Transfer = Payout['attributes']['transfers'][number]

export function PayoutPage() {
  const { payoutId } = route.useParams()
  const { data: payout } = useSuspenseQuery(payoutQuery(payoutId))
  const { amount, status, arrivedAt, pspId, transfers } = payout.attributes
  return (
    <>
      <PageHeader
        trail={
          <Link to={paths.money} search={{ tab: 'payouts' }}>
            {words.money.title}
          </Link>
        }
        title={text.title(formatDate(arrivedAt))}
        state={<PayoutState status={status} />}
      />
      <Section title={text.facts} isTitleHidden>
        <Properties
          items={[
            [text.amount, formatMoney(amount)],
            [text.arrived, formatDateTime(arrivedAt)],
            ...(pspId ? ([[text.reference, pspId]] as const) : []),
          ]}
        />
      </Section>
      {transfers.map((transfer) => (
        <TransferSection key={transfer.uuid} transfer={transfer} />
      ))}
    </>
  )
}

function TransferSection({ transfer: { type, amount, source } }: { transfer: Transfer }) {
  const title = `${text.types[type] ?? type} ${source.reference}`
  return (
    <Section
      title={title}
      hint={source.customerStoreName ?? ''}
      actions={
        source.type === 'internal' ? (
          <Link to={paths.order} params={{ orderId: source.uuid }}>
            {text.openOrder}
          </Link>
        ) : (
          formatMoney(amount)
        )
      }
    >
      {source.type === 'internal' ? <Composition order={source.uuid} /> : <p>{text.external}</p>}
    </Section>
  )
}

function Composition({ order }: { order: string }) {
  const { data, error } = useQuery(orderQuery(order))
  if (error) return <Problem error={error} />
  return data ? <OrderItems order={data} editing={undefined} errors={{}} /> : null
}
