/** Tells the users of a retailer that an order is on its way, with a link to it. */
import { settledUrl } from '../../../http/public-url.ts'
import { oneOf, type Queryable } from '../../../platform/database.ts'
import type { Consumer, RecordedEvent } from '../../../platform/events/outbox.ts'
import type { OrderId, RetailerId } from '../../../platform/ids.ts'
import { sendMailsLater } from '../../../platform/mail.ts'
import { brandNameOf, mailboxesOf } from '../../identity/index.ts'

/** Sends each mail once: an order is shipped once, and its mails are stored in the transaction that removes the event. */
export const tellRetailers: Consumer = async (tx, platform, events) => {
  const orders = await shippedOrders(tx, events)
  const boxes = await mailboxesOf(tx, [...new Set(orders.map(({ retailerId }) => retailerId))])
  const base = settledUrl(platform.config)
  await sendMailsLater(
    { ...platform, db: tx },
    orders.flatMap(({ id, retailerId, reference, brandName }) =>
      boxes
        .filter((box) => box.retailerId === retailerId)
        .map(({ email, firstName }) => ({
          to: email,
          accountId: retailerId,
          subject: `Your order ${reference} is on its way`,
          text: `Hello ${firstName},\n\n${oneLine(brandName)} has shipped your order ${reference}. Follow the parcels here, and confirm when they have arrived:\n\n${base}/dashboard/purchases/${id}\n`,
        })),
    ),
  )
}

interface ShippedOrder {
  id: OrderId
  retailerId: RetailerId
  reference: number
  brandName: string
}

/** Uses orders_pkey. The list of brands lets a distributed database ask their nodes only. */
const shippedOrders = async (db: Queryable, events: readonly RecordedEvent[]): Promise<ShippedOrder[]> =>
  await db<ShippedOrder[]>`
    select id, retailer_id as "retailerId", reference, ${brandNameOf(db, db`orders.brand_id`)} as "brandName"
    from ordering.orders
    where brand_id = any(${[...new Set(events.map(({ brandId }) => brandId))]}::uuid[])
      and id = ${oneOf(
        db,
        events.map(({ subjectId }) => subjectId),
      )}
    order by submitted_at, id`

/** A name with line breaks could imitate other parts of the mail. */
const oneLine = (name: string) => name.replaceAll(/\s+/g, ' ')
