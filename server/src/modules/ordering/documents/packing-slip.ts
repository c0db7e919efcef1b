/** The sheet that is packed with the goods of an order. It has no prices, as shops may show it to anybody. */
import { missing } from '../../../domain/ownership.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { variantTitles } from '../../catalog/index.ts'
import { dayOf } from '../intake/shipping-dates.ts'
import { type BrandOrder, findOrder, type OrderRow, ownersOfOrder } from '../order/order-row.ts'
import { brandName, type Goods, goodsOf } from './goods.ts'
import type { Sheet } from './sheet.ts'

export async function packingSlip(
  db: Queryable,
  { brandId, orderId }: BrandOrder,
): Promise<{ sheet: Sheet; filename: string }> {
  const [order, goods, author] = await Promise.all([
    findOrder(db, brandId, orderId),
    goodsOf(db, brandId, [orderId]),
    brandName(db, brandId),
  ])
  if (!order) throw missing('order', orderId, { exists: (await ownersOfOrder(db, orderId)) !== undefined })
  const left = await leftOut(db, brandId, order)
  const to = order.shipping_address
  const sheet: Sheet = {
    title: `Packing slip ${order.reference}`,
    author,
    madeAt: order.updated_at,
    heading: [
      `From ${author}`,
      `Ordered on ${dayOf(order.submitted_at)}`,
      '',
      ...[
        to?.organisationName,
        to?.name,
        to?.street,
        [to?.postalCode, to?.city].filter(Boolean).join(' '),
        to?.countryCode,
      ].filter((line): line is string => Boolean(line)),
    ],
    columns: [
      { title: 'SKU', share: 24 },
      { title: 'Product', share: 52 },
      { title: 'Packs', share: 10, align: 'right' },
      { title: 'Pieces', share: 12, align: 'right' },
    ],
    rows: [
      ...[...goods, ...left].map(({ sku, title, imageUrl, packs, orderedPacks, pieces }) => ({
        cells: [sku, title, String(packs), String(pieces)],
        picture: imageUrl,
        ...(packs < orderedPacks && { notes: [`${packs} of ${orderedPacks} accepted`] }),
      })),
      { cells: ['', 'Total', ...totals(goods)], isBold: true },
    ],
    hasBoxes: false,
  }
  return { sheet, filename: `packing-slip-${order.reference}.pdf` }
}

/** What was ordered and is not in the parcel, so that nobody looks for it. */
async function leftOut(
  db: Queryable,
  brandId: BrandId,
  { removed_items }: Pick<OrderRow, 'removed_items'>,
): Promise<Pick<Goods, 'sku' | 'title' | 'imageUrl' | 'packs' | 'orderedPacks' | 'pieces'>[]> {
  const items = removed_items ?? []
  if (items.length === 0) return []
  const titles = await variantTitles(db, brandId, [
    ...new Set(items.map(({ productVariantId }) => productVariantId)),
  ])
  return items.map(({ productVariantId, orderedQuantity }) => {
    const { sku = null, title = '', imageUrl = null } = titles.get(productVariantId) ?? {}
    return { sku: sku ?? '', title, imageUrl, packs: 0, orderedPacks: orderedQuantity, pieces: 0 }
  })
}

export const totals = (goods: readonly { packs: number; pieces: number }[]): [string, string] => [
  String(goods.reduce((sum, { packs }) => sum + packs, 0)),
  String(goods.reduce((sum, { pieces }) => sum + pieces, 0)),
]
