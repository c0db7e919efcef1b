/** Details that help people to decide about orders: the quantities, the expected shipping date, and missing stock. */
import { type Static, Type } from 'typebox'
import { uuid } from '../../../domain/fields.ts'
import { type Fragment, oneOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId, OrderId } from '../../../platform/ids.ts'
import { type BoughtVariant, boughtVariants, withAddresses } from '../../catalog/index.ts'
import type { Asked } from '../../pictures/index.ts'
import { shipBy } from './orders.ts'

const count = (example: number, description: string) =>
  Type.Integer({ minimum: 0, examples: [example], description })

export const shortItem = Type.Object(
  {
    id: uuid('Id of the item.'),
    ordered: count(6, 'How many packs are ordered.'),
    onHand: Type.Integer({ examples: [4], description: 'How many packs are on hand.' }),
  },
  { description: 'An item of which less is on hand than is ordered.' },
)

export const goods = Type.Array(
  Type.Object(
    {
      productVariantId: uuid('The variant.'),
      name: Type.String({ examples: ['Beeswax candle'], description: 'Name of its product.' }),
      imageUrl: Type.Union([Type.String(), Type.Null()], {
        examples: ['https://cdn.tradehall.test/products/beeswax-pillar.jpg'],
        description: 'The first image of the variant, or of its product; null when both have none.',
      }),
    },
    { title: 'PicturedVariant', description: 'A variant with its picture.' },
  ),
  { description: 'The first two of its variants.' },
)

/** Of `orders`. */
export const shownVariants = (db: Queryable): Fragment => db`variant_ids[1:2]`

/** The names and pictures of goods come from the catalog. */
export const showGoods = (
  variantIds: readonly string[] | null,
  variants: ReadonlyMap<string, BoughtVariant>,
): Static<typeof goods> =>
  (variantIds ?? []).map((id) => ({
    productVariantId: id,
    name: variants.get(id)?.productName ?? '',
    imageUrl: variants.get(id)?.imageUrl ?? null,
  }))

export const orderSummary = Type.Object(
  {
    isFirstOfRetailer: Type.Boolean({ description: 'Whether the retailer had not ordered from you before.' }),
    expectedShippingDate: Type.String({
      format: 'date',
      examples: ['2026-04-02'],
      description: 'The last day on which it is expected to be shipped.',
    }),
    itemsCount: count(4, 'How many items it has.'),
    piecesCount: count(38, 'How many pieces they are: packs times pieces in a pack.'),
    shortItems: Type.Array(shortItem, {
      description: 'Items of an order that waits to be accepted of which less is on hand than is ordered.',
    }),
    goods,
  },
  { title: 'OrderSummary', description: 'What people decide by when they look at an order.' },
)

export const retailerHistory = Type.Object(
  {
    earlierOrdersCount: count(13, 'How many orders the retailer has submitted to you before this one.'),
    previousSubmittedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      examples: ['2026-03-03T09:12:00.000Z'],
      description: 'When it submitted the one before; null if this is the first.',
    }),
  },
  { title: 'RetailerHistory', description: 'What the retailer has ordered from you before.' },
)

export type OrderSummary = Static<typeof orderSummary>

/** Summarizes orders of one brand, by id, in two statements. Uses items_position_key and customers_pkey. */
export async function summarizeOrders(
  ctx: { db: Queryable } & Asked,
  brandId: BrandId,
  ids: readonly OrderId[],
): Promise<Record<OrderId, OrderSummary>> {
  const { db } = ctx
  const rows = await db<(Omit<OrderSummary, 'goods'> & { id: OrderId; variantIds: string[] | null })[]>`
    select orders.id, ${shownVariants(db)} as "variantIds", coalesce(first_order_id = orders.id, false) as "isFirstOfRetailer",
      ${shipBy(db)}::text as "expectedShippingDate", "itemsCount", "piecesCount",
      case when status = 'ankor_confirmed' then "shortItems" else '[]' end as "shortItems"
    from ordering.orders
    left join ordering.customers
      on customers.brand_id = orders.brand_id and customers.retailer_id = orders.retailer_id
    cross join lateral (${itemFigures(db, brandId)}) as counted
    where orders.brand_id = ${brandId} and orders.id = ${oneOf(db, ids)}`
  const read = await boughtVariants(db, brandId, [
    ...new Set(rows.flatMap(({ variantIds }) => variantIds ?? [])),
  ])
  const variants = withAddresses(read, ctx)
  return Object.fromEntries(
    rows.map(({ id, variantIds, ...summary }) => [
      id,
      { ...summary, goods: showGoods(variantIds, variants) },
    ]),
  )
}

/** Of the items of `orders`, in a lateral subquery. */
export const itemFigures = (db: Queryable, brandId: BrandId): Fragment => db`
  select count(*)::integer as "itemsCount",
    coalesce(sum(quantity * unit_multiplier), 0)::integer as "piecesCount",
    coalesce(json_agg(
      json_build_object('id', items.id, 'ordered', quantity, 'onHand', stock_quantity) order by position
    ) filter (where stock_quantity < quantity), '[]') as "shortItems"
  from ordering.items
  left join stock.variant_quantities
    on variant_quantities.brand_id = items.brand_id and variant_quantities.variant_id = items.variant_id
  where items.brand_id = ${brandId} and order_id = orders.id`

/** Uses orders_retailer_idx. */
export async function readRetailerHistory(
  db: Queryable,
  order: { brand_id: BrandId; id: OrderId; retailer_id: string; submitted_at: Date },
): Promise<Static<typeof retailerHistory>> {
  const { brand_id, id, retailer_id, submitted_at } = order
  const [row] = await db<{ count: number; previous: Date | null }[]>`
    select count(*)::integer as count, max(submitted_at) as previous
    from ordering.orders
    where brand_id = ${brand_id} and retailer_id = ${retailer_id}
      and submitted_at <= ${submitted_at} and id <> ${id}`
  return {
    earlierOrdersCount: row?.count ?? 0,
    previousSubmittedAt: row?.previous?.toISOString() ?? null,
  }
}
