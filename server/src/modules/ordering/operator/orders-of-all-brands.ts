/** Reads orders of all brands, for the operator. */
import { type Static, Type } from 'typebox'
import { orNull, uuid } from '../../../domain/fields.ts'
import {
  type Fragment,
  oneOf,
  oneOfTexts,
  planAnew,
  type Queryable,
  unionOf,
} from '../../../platform/database.ts'
import type { BrandId, RetailerId } from '../../../platform/ids.ts'
import { newestFirst, type Walk } from '../../../platform/queries/keyset.ts'
import { beginningWith } from '../../../platform/queries/like.ts'
import { variantTitles } from '../../catalog/index.ts'
import { brandNameOf, brandsByName, retailersByName, storeNameOf } from '../../identity/index.ts'
import { billingItemsOfOrder } from '../order/items.ts'
import type { Status } from '../order/move-table.ts'
import {
  amount,
  linesAsJson,
  type OrderWithLines,
  orderWithLinesVersion,
  type SingleOrderWithLines,
} from '../order/order-lines.ts'
import {
  brandOfCursor,
  listColumns,
  type OrderRow,
  ofBrand,
  ownersOfOrder,
  singleColumns,
} from '../order/order-row.ts'
import { REFERENCE } from '../reading/order-search.ts'

interface Names {
  brand_name: string
  store_name: string
}
export type OrderOfAnyBrand = OrderWithLines & Names
export type SingleOrderOfAnyBrand = SingleOrderWithLines & Names

/** Depends on the rows of the order and of its lines, and on the names of both accounts. */
export const orderOfAnyBrandVersion = (order: SingleOrderOfAnyBrand): string =>
  orderWithLinesVersion(order, [order.brand_name, order.store_name])

/** Finds the brand first, because `xmin` can only be read from the rows of one brand. */
export async function findOrderOfAnyBrand(
  db: Queryable,
  id: string,
): Promise<SingleOrderOfAnyBrand | undefined> {
  const owners = await ownersOfOrder(db, id)
  if (!owners) return undefined
  const [order] = await db<SingleOrderOfAnyBrand[]>`
    select ${singleColumns(db, owners.brandId)}, ${names(db)}, xmin as row_version,
      ${linesAsJson(db, owners.brandId)} as lines
    from ordering.orders
    where brand_id = ${owners.brandId} and id = ${id}`
  return order
}

const variantTitle = Type.Object(
  {
    title: Type.String({
      examples: ['Beeswax candle, Ivory'],
      description: 'The name of the product, and of the variant where that says more.',
    }),
    sku: orNull(Type.String({ examples: ['CND-001-IVORY'], description: 'The SKU; null if there is none.' })),
  },
  { title: 'VariantTitle', description: 'What people call a variant.' },
)

const charge = Type.Object(
  {
    type: Type.String({ examples: ['brand_platform_fees'], description: 'As that of a billing item.' }),
    amountWithVat: amount(-1089, 'With VAT; that of `brand_shipping_fees` is subtracted, others are added'),
  },
  { title: 'OrderCharge', description: 'A fee or a refund of an order.' },
)

/** Details besides the order itself, for people. */
export const operatorDetails = Type.Object(
  {
    variants: Type.Record(uuid(), variantTitle, { description: 'The variants of the lines, by their ids.' }),
    charges: Type.Array(charge, { description: 'What leads from the items to what the brand is paid.' }),
  },
  { title: 'OperatorOrderDetails', description: 'With `withDetails`: names, fees and refunds.' },
)

export async function readOperatorDetails(
  db: Queryable,
  { brand_id: brandId, id, lines }: SingleOrderOfAnyBrand,
): Promise<Static<typeof operatorDetails>> {
  const [titles, billingItems] = await Promise.all([
    variantTitles(
      db,
      brandId,
      lines.map(({ variant_id }) => variant_id),
    ),
    billingItemsOfOrder(db, brandId, id),
  ])
  return {
    variants: Object.fromEntries([...titles].map(([id, { title, sku }]) => [id, { title, sku }])),
    charges: billingItems.map(({ type, amount_minor, vat_minor }) => ({
      type,
      amountWithVat: amount_minor + vat_minor,
    })),
  }
}

const names = (db: Queryable) => db`
  ${brandNameOf(db, db`orders.brand_id`)} as brand_name, ${storeNameOf(db, db`orders.retailer_id`)} as store_name`

export interface AllOrdersFilter {
  id?: readonly string[]
  brand?: BrandId
  retailer?: RetailerId
  status?: readonly Status[]
  /** The matches of a search text. */
  matches?: MatchesOfAll
  submittedAt?: { from?: string; to?: string }
}

/** The matches of a search text among all orders. */
export interface MatchesOfAll {
  /** The first digits of references; undefined if the text is not a number. */
  digits: string | undefined
  brands: string[]
  retailers: string[]
}

/** The maximum of matching brands and of matching retailers, because the list reads a page of each. */
const MAX_ACCOUNTS = 20

export async function findMatchesOfAll(db: Queryable, q: string): Promise<MatchesOfAll> {
  const text = q.trim()
  const [found] = await planAnew(
    db<[Omit<MatchesOfAll, 'digits'>]>`
      select array(${brandsByName(db, text, MAX_ACCOUNTS)}) as brands,
        array(select id from (${retailersByName(db, text)}) as named limit ${MAX_ACCOUNTS}) as retailers`,
  )
  return { ...found, digits: REFERENCE.exec(text)?.[1] }
}

/**
 * One page, newest first. Uses orders_newest_of_all_idx, or the index of a filter. Planned anew if there is a filter: how
 * many orders match depends on its values.
 */
export async function listOrdersOfAllBrands(
  db: Queryable,
  filter: AllOrdersFilter,
  walk: Walk,
): Promise<(OrderRow & Names)[]> {
  const begins = await brandOfCursor(db, filter, walk)
  const rows = db<(OrderRow & Names)[]>`${selectOrdersOfAllBrands(db, filter, walk, begins)}`
  return await (Object.keys(filter).length === 0 ? rows : planAnew(rows))
}

export function selectOrdersOfAllBrands(
  db: Queryable,
  filter: AllOrdersFilter,
  walk: Walk,
  begins?: BrandId,
): Fragment {
  const page = newestFirst(
    db,
    walk,
    (cursor) => db`select created_at, id from ordering.orders where id = ${cursor} ${ofBrand(db, begins)}`,
  )
  return db`
    select ${listColumns(db, filter.brand)}, ${names(db)}
    from ordering.orders
    where true ${conditions(db, filter)} ${amongFirst(db, filter, page)} ${page}`
}

const conditions = (
  db: Queryable,
  { id, brand, retailer, status: statuses = [], submittedAt = {} }: AllOrdersFilter,
) => db`
  ${id === undefined ? db`` : db`and id = ${oneOf(db, id)}`}
  ${ofBrand(db, brand)}
  ${retailer === undefined ? db`` : db`and retailer_id = ${retailer}`}
  ${statuses.length === 1 ? db`and status = ${statuses[0] as Status}` : db``}
  ${statuses.length > 1 ? db`and status = ${oneOfTexts(db, statuses)}` : db``}
  ${submittedAt.from === undefined ? db`` : db`and submitted_at >= ${submittedAt.from}`}
  ${submittedAt.to === undefined ? db`` : db`and submitted_at < ${submittedAt.to}`}`

/**
 * If no index has the order of the list, limits it to candidates that contain the page: a page of each status, or for a search
 * text a page of each matching account and of the matching references.
 */
function amongFirst(db: Queryable, filter: AllOrdersFilter, page: Fragment): Fragment {
  const { matches, ...others } = filter
  if (matches) return db`and id = any(array(${matching(db, matches, others, page)}))`
  const { status: statuses = [], ...remaining } = others
  if (statuses.length < 2) return db``
  const rest = db`${conditions(db, remaining)} ${page}`
  return db`and id = any(array(${unionOf(db, firstOfEach(db, statuses, db`status`, rest))}))`
}

function matching(
  db: Queryable,
  { digits, brands, retailers }: MatchesOfAll,
  filter: AllOrdersFilter,
  page: Fragment,
): Fragment {
  const rest = db`${conditions(db, filter)} ${page}`
  const referenced =
    digits === undefined
      ? []
      : [db`select id from ordering.orders where reference::text like ${beginningWith(digits)} ${rest}`]
  const found = [
    ...firstOfEach(db, brands, db`brand_id`, rest),
    ...firstOfEach(db, retailers, db`retailer_id`, rest),
    ...referenced,
  ]
  return found.length === 0 ? db`select id from ordering.orders where false` : unionOf(db, found)
}

/**
 * A statement for each value: a lateral subquery with a limit would be refused for several brands
 * (docs/contributors/cluster-statements.md).
 */
const firstOfEach = (
  db: Queryable,
  values: readonly string[],
  column: Fragment,
  rest: Fragment,
): Fragment[] => values.map((value) => db`select id from ordering.orders where ${column} = ${value} ${rest}`)
