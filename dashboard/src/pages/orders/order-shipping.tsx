/** The shipping of an order, as a section of its page. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { messageOf } from '../../api/errors.ts'
import { isMakingLabels, type ShippedOrder, shippedOrderQuery } from '../../api/shipping-queries.ts'
import { Problem } from '../../parts/form.tsx'
import { Section } from '../../parts/page.tsx'
import { formatDate } from '../../parts/time.ts'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import styles from './ship-page.module.css'
import { hasLabels, LabelActions, PickupState, Shipment } from './shipment-section.tsx'

const { shipping: text } = words

export function OrderShipping({ orderId }: { orderId: string }) {
  const { data: order, error } = useQuery(shippedOrderQuery(orderId))
  return (
    <Section title={text.section} actions={order && <Actions order={order} />}>
      <Problem>{error ? messageOf(error) : ''}</Problem>
      {order && <Body order={order} />}
    </Section>
  )
}

function Actions({ order: { id, attributes, actions } }: { order: ShippedOrder }) {
  if (hasLabels(attributes)) return <LabelActions orderId={id} />
  if (!actions.get('request-quotes')?.possible) return null
  return (
    <Button component={Link} to={paths.ship} params={{ orderId: id } as never} variant="filled">
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

/** Before anything is confirmed. An accepted order may lack settings of the brand; the API says which. */
export function sentenceOf({ attributes: { status, shippingOverview }, actions }: ShippedOrder): string {
  const { maximum, updatedMaximum } = shippingOverview.expectedShippingDates
  const reason = actions.get('request-quotes')?.reason
  if (status === 'brand_confirmed') return reason ?? text.readyToShip(formatDate(updatedMaximum ?? maximum))
  if (status === 'ankor_confirmed') return text.notYet
  return status === 'fulfillment_requested' ? text.elsewhere : text.ended
}
