/** The goods of orders, for picking and packing. */
import { oneOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId, OrderId } from '../../../platform/ids.ts'
import { variantTitles } from '../../catalog/index.ts'
import { type BrandAddress, brandAddress } from '../../identity/index.ts'

export interface Goods {
  orderId: OrderId
  variantId: string
  sku: string
  title: string
  /** As rows of the catalog have it. */
  imageUrl: string | null
  packs: number
  orderedPacks: number
  pieces: number
}

/** The lines of orders of a brand, in the order of their positions. Uses items_position_key. */
export async function goodsOf(
  db: Queryable,
  brandId: BrandId,
  orderIds: readonly string[],
): Promise<Goods[]> {
  const lines = await db<Omit<Goods, 'sku' | 'title' | 'imageUrl'>[]>`
    select order_id as "orderId", variant_id as "variantId", quantity as packs,
      coalesce(ordered_quantity, quantity) as "orderedPacks", quantity * unit_multiplier as pieces
    from ordering.items
    where brand_id = ${brandId} and order_id = ${oneOf(db, orderIds)}
    order by order_id, position`
  const titles = await variantTitles(db, brandId, [...new Set(lines.map(({ variantId }) => variantId))])
  return lines.map((line) => {
    const { sku = null, title = '', imageUrl = null } = titles.get(line.variantId) ?? {}
    return { ...line, sku: sku ?? '', title, imageUrl }
  })
}

export async function brandName(db: Queryable, brandId: BrandId): Promise<string> {
  const [row] = await db<{ brand: BrandAddress }[]>`select ${brandAddress(db, brandId)} as brand`
  return row?.brand.name ?? ''
}
