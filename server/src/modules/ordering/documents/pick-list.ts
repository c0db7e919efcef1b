/** The quantities to pick for several orders together, by SKU, with the quantity of each order. */
import { missing } from '../../../domain/ownership.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { Work } from '../../../platform/work.ts'
import { loadOrders, ownersOfOrder } from '../order/order-row.ts'
import { brandName, type Goods, goodsOf } from './goods.ts'
import { totals } from './packing-slip.ts'
import type { Sheet, SheetRow } from './sheet.ts'

/** More orders than fit on a trolley. Their ids still fit into the URL of a request. */
export const MAX_PICKED_ORDERS = 100

/** The number of orders that fit into a line of the sheet. */
const ORDERS_PER_LINE = 6

export async function pickList(
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  brandId: BrandId,
  ids: readonly string[],
): Promise<Sheet> {
  const wanted = [...new Set(ids)]
  const [orders, goods, author] = await Promise.all([
    loadOrders(db, brandId, wanted),
    goodsOf(db, brandId, wanted),
    brandName(db, brandId),
  ])
  const references = new Map(orders.map(({ id, reference }) => [id, reference]))
  const absent = wanted.find((id) => !references.has(id))
  if (absent !== undefined) {
    throw missing('order', absent, { exists: (await ownersOfOrder(db, absent)) !== undefined })
  }
  return {
    title: 'Pick list',
    author,
    madeAt: clock.now(),
    heading: [
      `${orders.length} ${orders.length === 1 ? 'order' : 'orders'}: ${[...references.values()].toSorted((one, other) => one - other).join(', ')}`,
    ],
    columns: [
      { title: 'SKU', share: 24 },
      { title: 'Product, and packs by order', share: 50 },
      { title: 'Packs', share: 10, align: 'right' },
      { title: 'Pieces', share: 12, align: 'right' },
    ],
    rows: [...pickRows(goods, references), { cells: ['', 'Total', ...totals(goods)], isBold: true }],
    hasBoxes: true,
  }
}

/** One row for each variant, sorted by SKU as people read it: A-2 before A-10. */
function pickRows(goods: readonly Goods[], references: ReadonlyMap<string, number>): SheetRow[] {
  const byVariant = [...Map.groupBy(goods, ({ variantId }) => variantId).values()]
  const compare = new Intl.Collator('en', { numeric: true }).compare
  return byVariant
    .map((lines) => {
      const [{ sku, title, imageUrl } = { sku: '', title: '', imageUrl: null }] = lines
      const shares = lines
        .map(({ orderId, packs }) => ({ reference: references.get(orderId) ?? 0, packs }))
        .toSorted((one, other) => one.reference - other.reference)
        .map(({ reference, packs }) => `${reference} × ${packs}`)
      return { cells: [sku, title, ...totals(lines)], picture: imageUrl, notes: linesOf(shares) }
    })
    .toSorted(
      (one, other) =>
        compare(one.cells[0] ?? '', other.cells[0] ?? '') ||
        compare(one.cells[1] ?? '', other.cells[1] ?? ''),
    )
}

const linesOf = (shares: readonly string[]): string[] =>
  Array.from({ length: Math.ceil(shares.length / ORDERS_PER_LINE) }, (_, i) =>
    shares.slice(i * ORDERS_PER_LINE, (i + 1) * ORDERS_PER_LINE).join(' · '),
  )
