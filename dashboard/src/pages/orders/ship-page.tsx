/** Shipping one order: parcels, quotes, confirmation, labels, pickup. */
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { client, send } from '../../api/client.ts'
import {
  isMakingLabels,
  quotesQuery,
  recentParcelsQuery,
  type ShippedOrder,
  shippedOrderQuery,
} from '../../api/shipping-queries.ts'
import { Problem } from '../../parts/form.tsx'
import { whyNot } from '../../parts/next-actions.ts'
import { countryName, OrderState } from '../../parts/order-texts.tsx'
import { Columns, PageHeader, Section } from '../../parts/page.tsx'
import { LabelsFrame, PrintDialog } from '../../parts/print-dialog.tsx'
import { formatDay } from '../../parts/time.ts'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import { ConfirmQuoteDialog } from './confirm-quote-dialog.tsx'
import { ResetDialog } from './order-dialogs.tsx'
import { sentenceOf } from './order-shipping.tsx'
import { type Parcel, ParcelsForm } from './parcels-form.tsx'
import { PickupDialog } from './pickup-dialog.tsx'
import { QuotesSection, quoteRows } from './quotes-section.tsx'
import type { ShipSearch } from './search-parameters.ts'
import styles from './ship-page.module.css'
import { hasLabels, PickupState, Shipment } from './shipment-section.tsx'

const { shipping: text } = words
const route = getRouteApi('/shell/orders/$orderId/ship')

export function ShipPage() {
  const { orderId } = route.useParams()
  const { data: order, error } = useQuery(shippedOrderQuery(orderId))
  return (
    <>
      <PageHeader
        title={order ? titleOf(order) : text.ship}
        trail={order && <Trail order={order} />}
        state={order && <OrderState status={order.attributes.status} />}
      />
      <Problem error={error} />
      {order && (
        <Columns aside={<Destination order={order} />}>
          <Steps order={order} />
        </Columns>
      )}
    </>
  )
}

const Trail = ({ order: { id, attributes } }: { order: ShippedOrder }) => (
  <>
    <Link to={paths.orders}>{words.orders.title}</Link> /{' '}
    <Link to={paths.order} params={{ orderId: id }}>
      {attributes.reference}
    </Link>
  </>
)

const titleOf = ({ attributes: { shippingOverview } }: ShippedOrder) =>
  shippingOverview.provider === null ? text.ship : text.shipment

/** What is to be done depends on how far the order is. */
function Steps({ order }: { order: ShippedOrder }) {
  const { attributes } = order
  if (isMakingLabels(attributes)) {
    return (
      <Section title={text.labelsTitle}>
        <p role="status">{text.making}</p>
      </Section>
    )
  }
  if (order.actions.get('request-quotes')?.possible) return <Quoting orderId={order.id} />
  if (hasLabels(attributes)) return <Labels order={order} />
  return (
    <Section title={text.section}>
      {attributes.shippingOverview.provider === null ? (
        <p className={styles.hint}>{sentenceOf(order)}</p>
      ) : (
        <Shipment order={order} />
      )}
    </Section>
  )
}

function useDialogs() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const open = (dialog: ShipSearch) => void navigate({ search: (old) => ({ ...old, ...dialog }) })
  const close = () => void navigate({ search: ({ dialog: _closed, quote: _chosen, ...rest }) => rest })
  return { ...search, open, close }
}

function Quoting({ orderId }: { orderId: string }) {
  const { dialog, quote: quoteId, sort, open, close } = useDialogs()
  const navigate = route.useNavigate()
  const queryClient = useQueryClient()
  const { data: quotes, error } = useQuery(quotesQuery(orderId))
  const { data: recent, isPending: isLoading } = useQuery(recentParcelsQuery)
  const ask = async (parcels: Parcel[]) => {
    const path = { order: orderId }
    const fresh = await send(() =>
      client.request('POST', '/api/v1/orders/{order}/shipping-quotes', { path, body: { parcels } }),
    )
    queryClient.setQueryData(quotesQuery(orderId).queryKey, fresh)
  }
  if (!quotes || isLoading) return <Problem error={error} />
  const hasQuotes = quotes.data.length > 0
  const chosen = quoteRows(quotes).find(({ quoteUuid }) => quoteUuid === quoteId)
  return (
    <>
      <Section title={text.parcelsTitle} hint={text.parcelsHint}>
        <ParcelsForm
          initial={hasQuotes ? quotes.meta.parcels : (recent ?? []).slice(0, 1)}
          submitWord={hasQuotes ? text.askAgain : text.ask}
          onSubmit={ask}
        />
      </Section>
      {hasQuotes && (
        <QuotesSection
          quotes={quotes}
          sort={sort ?? 'cost'}
          onSort={(by) =>
            void navigate({
              search: ({ sort: _old, ...rest }) => (by === 'date' ? { ...rest, sort: by } : rest),
            })
          }
          onChoose={(quote) => open({ dialog: 'confirm', quote })}
        />
      )}
      {dialog === 'confirm' && chosen && (
        <ConfirmQuoteDialog quote={chosen} parcels={quotes.meta.parcels.length} onClose={close} />
      )}
    </>
  )
}

function Labels({ order }: { order: ShippedOrder }) {
  const { dialog, open, close } = useDialogs()
  const pickup = order.actions.get('schedule-pickup')
  const reset = order.actions.get('reset-labels')
  const { shippingOverview } = order.attributes
  const { transaction } = shippingOverview
  return (
    <>
      <Section
        title={text.labelsTitle}
        actions={
          <div className={styles.actions}>
            <Button onClick={() => open({ dialog: 'reset' })} {...disabledBy(reset)}>
              {text.reset}
            </Button>
            <Button variant="filled" onClick={() => open({ dialog: 'print' })}>
              {text.print}
            </Button>
          </div>
        }
      >
        <Shipment order={order} />
        {/* The dialog shows the same file. */}
        {dialog !== 'print' && (
          <div className={styles.below}>
            <LabelsFrame orderIds={[order.id]} />
          </div>
        )}
      </Section>
      <Section
        title={text.pickupTitle}
        actions={
          <Button onClick={() => open({ dialog: 'pickup' })} {...disabledBy(pickup)}>
            {transaction?.pickup ? text.bookAgain : text.book}
          </Button>
        }
      >
        <PickupState transaction={transaction} />
      </Section>
      {dialog === 'print' && <PrintDialog orderIds={[order.id]} onClose={close} />}
      {dialog === 'reset' && <ResetDialog orderId={order.id} onClose={close} />}
      {dialog === 'pickup' && <PickupDialog orderId={order.id} onClose={close} />}
    </>
  )
}

const disabledBy = (action: Parameters<typeof whyNot>[0]) =>
  action?.possible ? {} : { disabled: true, title: whyNot(action) }

function Destination({ order }: { order: ShippedOrder }) {
  const { shipToAddress, expectedShippingDates } = order.attributes.shippingOverview
  const { organisationName, name, street, postalCode, city, countryCode } = shipToAddress
  const lines = [organisationName, name, street, `${postalCode} ${city}`, countryName(countryCode)]
  const { maximum, updatedMaximum } = expectedShippingDates
  return (
    <>
      <Section title={text.shipTo}>
        <address className={styles.address}>
          {lines.filter(Boolean).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
      </Section>
      <Section title={text.shipBy}>
        <p>{formatDay(updatedMaximum ?? maximum)}</p>
      </Section>
    </>
  )
}
