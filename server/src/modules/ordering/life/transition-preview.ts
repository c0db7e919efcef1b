/** What a transition of a brand would do: it is carried out with all of its checks, and then taken back. */
import { attribute, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { uuid } from '../../../domain/fields.ts'
import { rolledBack } from '../../../platform/database.ts'
import type { Work } from '../../../platform/work.ts'
import { billingItemsOfOrder, type ItemRow, itemsOfOrder, orderedQuantity } from '../order/items.ts'
import type { Status } from '../order/move-table.ts'
import { amount } from '../order/order-lines.ts'
import type { BrandOrder } from '../order/order-row.ts'
import { status } from '../resources.ts'
import type { Mover } from './history-writer.ts'
import { lockOrder } from './moves.ts'
import type { Transition } from './transition-bodies.ts'
import { transitions } from './transitions.ts'

interface PreviewedAmounts {
  total_minor: number
  total_vat_minor: number
  net_minor: number
  billingItems: readonly { type: string; amount_minor: number; vat_minor: number }[]
}

interface TransitionPreview {
  /** The id of the order. */
  id: string
  from: Status
  to: Status
  before: PreviewedAmounts
  after: PreviewedAmounts
  items: readonly { before: ItemRow; after: ItemRow | undefined }[]
}

/** Holds the lock of the order for as long as the transition would. */
export async function previewTransition(
  work: Work,
  order: BrandOrder,
  by: Mover,
  body: { data: { type: Transition } },
): Promise<TransitionPreview> {
  return await rolledBack(work.db, async (tx) => {
    const inside = { ...work, db: tx }
    const { brandId, orderId } = order
    const locked = await lockOrder(tx, brandId, orderId)
    const readParts = () =>
      Promise.all([itemsOfOrder(tx, brandId, orderId), billingItemsOfOrder(tx, brandId, orderId)])
    const [items, billingItems] = await readParts()
    const moved = await transitions[body.data.type](inside, order, by, body)
    const [keptItems, newBillingItems] = await readParts()
    return {
      id: orderId,
      from: locked.status,
      to: moved.status,
      before: { ...locked, billingItems },
      after: { ...moved, billingItems: newBillingItems },
      items: items.map((before) => ({ before, after: keptItems.find(({ id }) => id === before.id) })),
    }
  })
}

const amounts = (title: string, description: string) =>
  Type.Object(
    {
      brandTotalAmount: amount(9000, 'All items without VAT'),
      brandTotalAmountVat: amount(1980, 'The VAT of all items'),
      brandTotalAmountWithVat: amount(10_980, 'All items with VAT'),
      brandNetAmount: amount(9900, 'What the brand is paid: the total with VAT and the billing items'),
      billingItems: Type.Array(
        Type.Object(
          {
            type: Type.String({ examples: ['brand_platform_fees'], description: 'As of a billing item.' }),
            amount: amount(-900, 'Without VAT'),
            amountVat: amount(-180, 'The VAT'),
            amountWithVat: amount(-1080, 'With VAT'),
          },
          { title: 'PreviewedBillingItem', description: 'A fee or a refund.' },
        ),
        { description: 'All fees and refunds of the order.' },
      ),
    },
    { title, description },
  )

const previewedItem = Type.Object(
  {
    id: uuid('Id of the item.'),
    productVariantId: uuid('What is ordered.'),
    orderedQuantity: Type.Integer({ examples: [3], description: 'How many packs were ordered.' }),
    quantityBefore: Type.Integer({ examples: [3], description: 'How many packs it has now.' }),
    quantityAfter: Type.Integer({
      examples: [1],
      description: 'How many it would have; 0 if it would disappear.',
    }),
    brandAmountBefore: amount(2700, 'All pieces without VAT now'),
    brandAmountAfter: amount(900, 'All pieces without VAT then'),
  },
  { title: 'PreviewedItem', description: 'An item now, and as it would be.' },
)

const showAmounts = ({ total_minor, total_vat_minor, net_minor, billingItems }: PreviewedAmounts) => ({
  brandTotalAmount: total_minor,
  brandTotalAmountVat: total_vat_minor,
  brandTotalAmountWithVat: total_minor + total_vat_minor,
  brandNetAmount: net_minor,
  billingItems: billingItems.map(({ type, amount_minor, vat_minor }) => ({
    type,
    amount: amount_minor,
    amountVat: vat_minor,
    amountWithVat: amount_minor + vat_minor,
  })),
})

export const transitionPreview = resource<TransitionPreview>()({
  name: 'transitionPreview',
  type: 'transition-previews',
  description: 'What a transition would change of an order, whose id it has.',
  attributes: {
    from: attribute(status, 'from', { description: 'The status now.' }),
    to: attribute(status, 'to', { description: 'The status that the transition leads to.' }),
    before: attribute(amounts('AmountsBefore', 'The amounts now.'), (row) => showAmounts(row.before)),
    after: attribute(amounts('AmountsAfter', 'The amounts as they would be.'), (row) =>
      showAmounts(row.after),
    ),
    items: attribute(
      Type.Array(previewedItem, { description: 'All items that the order has now, in their order.' }),
      (row) =>
        row.items.map(({ before, after }) => ({
          id: before.id,
          productVariantId: before.variant_id,
          orderedQuantity: orderedQuantity(before),
          quantityBefore: before.quantity,
          quantityAfter: after?.quantity ?? 0,
          brandAmountBefore: before.amount_minor,
          brandAmountAfter: after?.amount_minor ?? 0,
        })),
    ),
  },
})
