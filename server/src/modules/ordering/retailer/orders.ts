/** Reads the orders of a retailer. Here, the retailer owns an order instead of the brand. */
import { missing } from '../../../domain/ownership.ts'
import { type Fragment, planAnew, type Queryable, unionOf } from '../../../platform/database.ts'
import type { BrandId, OrderId, RetailerId } from '../../../platform/ids.ts'
import { inOrder, type Walk } from '../../../platform/queries/keyset.ts'
import { beginningWith } from '../../../platform/queries/like.ts'
import type { RowVersion } from '../../../platform/queries/row-version.ts'
import { type BoughtVariant, boughtVariants } from '../../catalog/index.ts'
import { brandNameOf, brandsNamed } from '../../identity/index.ts'
import type { RemovedItem } from '../order/items.ts'
import { STATUSES, type Status } from '../order/move-table.ts'
import {
  linesAsJson,
  type OrderLine,
  type OrderWithLines,
  orderWithLinesVersion,
  type SingleOrderWithLines,
} from '../order/order-lines.ts'
import {
  type BrandOrder,
  brandOfCursor,
  brandOfOrders,
  listColumns,
  ofBrand,
  ownersOfOrder,
  singleColumns,
} from '../order/order-row.ts'
import { everyStatus, type OrderCountRow } from '../reading/order-counts.ts'
import { REFERENCE } from '../reading/order-search.ts'
import { type OrderFilter, shipBy, statusAndDays } from '../reading/orders.ts'

/** A line with what a buyer sees of its variant. */
export type BoughtLine = OrderLine & { variant?: BoughtVariant | undefined }

/** With the shipping fee that the retailer pays; 0 from the brand's free-shipping threshold on. */
export type RetailerOrderRow = Omit<OrderWithLines, 'lines'> & {
  brand_name: string
  expected_on: string
  shipping_minor: number
  shipping_vat_minor: number
  lines?: BoughtLine[]
  /** The lines that the brand left out. */
  removed?: BoughtLine[]
}

type SingleRetailerOrderRow = Omit<RetailerOrderRow & SingleOrderWithLines, 'lines'> & {
  lines: (BoughtLine & RowVersion)[]
}

/** Depends on the rows of the order and of its lines, on the shipping fee, on the name of the brand, and on the variants. */
export const retailerOrderVersion = (order: SingleRetailerOrderRow): string => {
  const { shipping_minor, shipping_vat_minor, brand_name, lines, removed = [] } = order
  const names = JSON.stringify([brand_name, [...lines, ...removed].map(({ variant }) => variant)])
  return orderWithLinesVersion(order, [shipping_minor, shipping_vat_minor, names])
}

/** Uses orders_id_idx for the brand, because `xmin` can only be read from the rows of one brand. */
export async function readRetailerOrder(
  db: Queryable,
  retailerId: RetailerId,
  id: string,
): Promise<SingleRetailerOrderRow> {
  const { brandId } = await brandOrderOf(db, retailerId, id as OrderId)
  const [order] = await db<SingleRetailerOrderRow[]>`
    select ${singleColumns(db, brandId)}, xmin as row_version, ${retailerColumns(db, brandId)},
      ${linesAsJson(db, brandId)} as lines
    from ordering.orders
    where brand_id = ${brandId} and id = ${id}`
  if (!order) throw missing('order', id, { exists: false })
  const removed = (order.removed_items ?? []).map(asLine)
  const variants = await boughtVariants(
    db,
    order.brand_id,
    [...order.lines, ...removed].map(({ variant_id }) => variant_id),
  )
  const withVariant = <Line extends OrderLine>(line: Line) => ({
    ...line,
    variant: variants.get(line.variant_id),
  })
  return { ...order, lines: order.lines.map(withVariant), removed: removed.map(withVariant) }
}

const asLine = (item: RemovedItem): OrderLine => ({
  id: item.id,
  variant_id: item.productVariantId,
  quantity: 0,
  ordered_quantity: item.orderedQuantity,
  unit_multiplier: item.multipliedOrderedQuantity / item.orderedQuantity,
  unit_price_minor: item.brandUnitPrice,
  vat_rate: item.vatRate,
  amount_minor: 0,
  vat_minor: 0,
})

export interface RetailerOrderFilter extends Pick<OrderFilter, 'status' | 'submittedAt'> {
  brand?: BrandId
  /** The matches of a search text. */
  matches?: RetailerMatches
}

interface RetailerMatches {
  /** The first digits of references; undefined if the text is not a number. */
  digits: string | undefined
  /** Brands that the retailer has ordered from and that have the text in their name. */
  brands: string[]
}

/** Uses customers_retailer_idx. */
export async function findRetailerMatches(
  db: Queryable,
  retailerId: RetailerId,
  q: string,
): Promise<RetailerMatches> {
  const text = q.trim()
  const [found] = await planAnew(
    db<[Pick<RetailerMatches, 'brands'>]>`
      select array(
        select brand_id from ordering.customers
        where retailer_id = ${retailerId} and brand_id in (${brandsNamed(db, text)})
      ) as brands`,
  )
  return { ...found, digits: REFERENCE.exec(text)?.[1] }
}

/**
 * One page, newest first. Reads a page of each status with orders_retailer_status_idx; these contain the page of the list. So
 * the index serves every choice of statuses and days in the order of the list, however rare they are. The orders of a few
 * brands are read with orders_retailer_idx and sorted.
 */
export async function listRetailerOrders(
  db: Queryable,
  retailerId: RetailerId,
  { status: statuses = STATUSES, ...filter }: RetailerOrderFilter,
  walk: Walk,
): Promise<RetailerOrderRow[]> {
  const begins = await brandOfCursor(db, filter, walk)
  const page = inOrder(
    db,
    walk,
    { key: db`submitted_at`, isDescending: true },
    (cursor) =>
      db`
        select submitted_at, id from ordering.orders
        where retailer_id = ${retailerId} and id = ${cursor} ${ofBrand(db, begins)}`,
  )
  const ids = areFew(filter)
    ? db`
      select id from ordering.orders
      where retailer_id = ${retailerId} and status = any(${statuses as Status[]}::text[]) ${conditions(db, filter)} ${page}`
    : db`
      select id
      from (${unionOf(
        db,
        statuses.map(
          (status) => db`
            select id, submitted_at from ordering.orders
            where retailer_id = ${retailerId} and status = ${status} ${conditions(db, filter)} ${page}`,
        ),
      )}) as first
      where true ${page}`
  const rows = db<RetailerOrderRow[]>`
    select ${listColumns(db, filter.brand)}, ${retailerColumns(db, filter.brand)}
    from ordering.orders
    where retailer_id = ${retailerId} ${ofBrand(db, filter.brand)} and id = any(array(${ids})) ${page}`
  return await (isNarrow(filter) ? planAnew(rows) : rows)
}

/**
 * Whether the orders are looked up brand by brand. With more brands, or with the first digits of references, which most orders
 * may share, a scan in the order of the list finds a page sooner.
 */
const areFew = ({ brand, matches }: RetailerOrderFilter) =>
  brand !== undefined ||
  (matches !== undefined && matches.digits === undefined && matches.brands.length <= FEW_BRANDS)
const FEW_BRANDS = 500

/** How many orders match depends on the text or the brand, and no cached plan suits both few and many. */
const isNarrow = ({ brand, matches }: RetailerOrderFilter) => brand !== undefined || matches !== undefined

const conditions = (db: Queryable, { brand, matches, ...days }: Omit<RetailerOrderFilter, 'status'>) => db`
  ${statusAndDays(db, days)}
  ${ofBrand(db, brand)}
  ${matches === undefined ? db`` : db`and ${isMatch(db, matches)}`}`

/** Uses orders_retailer_idx and orders_reference_of_all_idx together, or filters a scan in the order of the list. */
const isMatch = (db: Queryable, { digits, brands }: RetailerMatches): Fragment => db`(
  brand_id = any(${brands}::uuid[])
  ${digits === undefined ? db`` : db`or reference::text like ${beginningWith(digits)}`}
)`

/** All statuses in the order of an order's life. Uses orders_retailer_status_idx alone, unless a brand or a text is given. */
export async function countRetailerOrders(
  db: Queryable,
  retailerId: RetailerId,
  filter: Omit<RetailerOrderFilter, 'status'>,
): Promise<OrderCountRow[]> {
  const counting = db<{ status: Status; count: number }[]>`
    select status, count(*)::integer as count
    from ordering.orders
    where retailer_id = ${retailerId} ${conditions(db, filter)}
    group by status`
  return everyStatus(await (isNarrow(filter) ? planAnew(counting) : counting))
}

export async function hasRetailerOrder(db: Queryable, retailerId: RetailerId, id: string): Promise<boolean> {
  return (await ownersOfOrder(db, id))?.retailerId === retailerId
}

/** Throws 404 for an order that does not exist, and 403 for one of another retailer. */
export async function brandOrderOf(
  db: Queryable,
  retailerId: RetailerId,
  orderId: OrderId,
): Promise<BrandOrder> {
  const owners = await ownersOfOrder(db, orderId)
  if (owners?.retailerId !== retailerId) throw missing('order', orderId, { exists: owners !== undefined })
  return { brandId: owners.brandId, orderId }
}

const retailerColumns = (db: Queryable, brandId: BrandId | undefined) => db`
  ${brandNameOf(db, db`orders.brand_id`)} as brand_name, ${shipBy(db)}::text as expected_on,
  ${shippingSum(db, brandId, 'amount_minor')} as shipping_minor,
  ${shippingSum(db, brandId, 'vat_minor')} as shipping_vat_minor`

const shippingSum = (db: Queryable, brandId: BrandId | undefined, column: 'amount_minor' | 'vat_minor') => db`
  (
    select coalesce(sum(${db(column)}), 0)
    from ordering.billing_items
    where billing_items.brand_id = ${brandOfOrders(db, brandId)} and order_id = orders.id
      and type = 'brand_flat_shipping_fees'
  )`
