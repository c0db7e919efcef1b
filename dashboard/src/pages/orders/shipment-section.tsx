/** What was confirmed: who carries it, what it costs, the parcels with their labels, and the pickup. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { labelsOfOrderQuery, type Overview, type ShippedOrder } from '../../api/shipping-queries.ts'
import { carrierName } from '../../parts/carrier-name.ts'
import { formatMoney } from '../../parts/money.ts'
import { Properties } from '../../parts/properties.tsx'
import { formatDay } from '../../parts/time.ts'
import { When } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import { ParcelsTable } from './parcels-table.tsx'
import type { ShipSearch } from './search-parameters.ts'
import styles from './ship-page.module.css'

const { shipping: text } = words

export const hasLabels = ({ status }: Pick<ShippedOrder['attributes'], 'status'>) =>
  status === 'shipping_labels_generated'

export function Shipment({ order }: { order: ShippedOrder }) {
  const { shippingOverview: overview } = order.attributes
  return (
    <>
      <Properties items={factsOf(overview)} />
      {hasLabels(order.attributes) && <PrintedState orderId={order.id} />}
      {overview.parcels.length > 0 && (
        <div className={styles.below}>
          <ParcelsTable parcels={overview.parcels} />
        </div>
      )}
    </>
  )
}

function factsOf({ provider, latestQuote, tracking }: Overview) {
  const cost = latestQuote?.shippingCostsOverview
  return [
    ...(provider
      ? [[text.carriedBy, provider === 'marketplace' ? text.theMarketplace : carrierName(provider)] as const]
      : []),
    ...(cost ? [[cost.type === 'refund' ? text.gotBack : text.paid, formatMoney(cost)] as const] : []),
    ...(tracking ? [[text.tracking, <OwnTracking key="tracking" {...tracking} />] as const] : []),
  ]
}

const OwnTracking = ({ number, link }: NonNullable<Overview['tracking']>) =>
  link === '' ? (
    number
  ) : (
    <a href={link} target="_blank" rel="noreferrer">
      {number || link}
    </a>
  )

function PrintedState({ orderId }: { orderId: string }) {
  const { data: labels } = useQuery(labelsOfOrderQuery(orderId))
  if (!labels) return null
  const { printedAt } = labels.attributes
  return (
    <p className={styles.printed}>
      {printedAt ? <When at={printedAt} says={text.printedAt} /> : text.notPrinted}
    </p>
  )
}

export function PickupState({ transaction }: Pick<Overview, 'transaction'>) {
  const pickup = transaction?.pickup
  if (!pickup) return <p className={styles.hint}>{text.pickupNone}</p>
  const hour = (time: string) => time.slice(0, 5)
  return (
    <p>
      {text.pickupBooked(formatDay(pickup.pickupDate), hour(pickup.readyTime), hour(pickup.closeTime))}{' '}
      <small>{text.pickupReference(pickup.externalReferenceId)}</small>
    </p>
  )
}

/** A dialog of the page of shipping. */
const toDialog = (orderId: string, dialog: ShipSearch['dialog']) =>
  ({ component: Link, to: paths.ship, params: { orderId }, search: { dialog } }) as object

export const LabelActions = ({ orderId }: { orderId: string }) => (
  <Button {...toDialog(orderId, 'pickup')}>{text.book}</Button>
)

export const PrintAction = ({ orderId }: { orderId: string }) => (
  <Button variant="filled" {...toDialog(orderId, 'print')}>
    {text.print}
  </Button>
)
