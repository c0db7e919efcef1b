/** The shipping of an order, as a section of its page. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isMakingLabels, type ShippedOrder, shippedOrderQuery } from '../../api/shipping-queries.ts'
import { Problem } from '../../parts/form.tsx'
import { whyNot } from '../../parts/next-actions.ts'
import { Section } from '../../parts/page.tsx'
import { formatDay } from '../../parts/time.ts'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import styles from './ship-page.module.css'
import { hasLabels, LabelActions, PickupState, PrintAction, Shipment } from './shipment-section.tsx'

const { shipping: text } = words

export function OrderShipping({ orderId }: { orderId: string }) {
  const { data: order, error } = useQuery(shippedOrderQuery(orderId))
  return (
    <Section
      title={text.section}
      actions={order && hasLabels(order.attributes) && <LabelActions orderId={orderId} />}
    >
      <Problem error={error} />
      {order && <Body order={order} />}
    </Section>
  )
}

/** The next step of the shipping, in the place of the primary action of the page. */
export function ShippingAction({ orderId }: { orderId: string }) {
  const { data: order } = useQuery(shippedOrderQuery(orderId))
  if (!order) return null
  if (hasLabels(order.attributes)) return <PrintAction orderId={orderId} />
  if (!order.actions.get('request-quotes')?.possible) return null
  return (
    <Button component={Link} to={paths.ship} params={{ orderId } as never} variant="filled">
      {text.ship}
    </Button>
  )
}

function Body({ order }: { order: ShippedOrder }) {
  const { status, shippingOverview } = order.attributes
  if (isMakingLabels(order.attributes)) return <p role="status">{text.making}</p>
  if (shippingOverview.provider === null) return <p className={styles.hint}>{sentenceOf(order)}</p>
  return (
    <>
      <Shipment order={order} />
      {status === 'shipping_labels_generated' && (
        <div className={styles.below}>
          <PickupState transaction={shippingOverview.transaction} />
        </div>
      )}
    </>
  )
}

/** Before anything is confirmed. An accepted order may lack settings of the brand; the server says which. */
export function sentenceOf({ attributes: { status, shippingOverview }, actions }: ShippedOrder): string {
  const { maximum, updatedMaximum } = shippingOverview.expectedShippingDates
  const reason = whyNot(actions.get('request-quotes'))
  if (status === 'brand_confirmed') return reason ?? text.readyToShip(formatDay(updatedMaximum ?? maximum))
  if (status === 'ankor_confirmed') return text.notYet
  return status === 'fulfillment_requested' ? text.elsewhere : text.ended
}
