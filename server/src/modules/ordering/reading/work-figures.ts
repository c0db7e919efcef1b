/** What the open orders of a brand come to: for its overview, as parts of one statement. */
import { type Static, Type } from 'typebox'
import { type Fragment, limitTo, type Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { goods, itemFigures, shortItem, shownVariants } from './order-summaries.ts'
import { shipBy } from './orders.ts'

const integer = (example: number, description: string) => Type.Integer({ examples: [example], description })

const sums = (description: string) =>
  Type.Array(
    Type.Object(
      {
        currency: Type.String({ pattern: '^[A-Z]{3}$', examples: ['EUR'], description: 'Of the amount.' }),
        ordersCount: integer(6, 'How many orders.'),
        amount: integer(183_319, 'What you receive for them, in minor units.'),
      },
      { title: 'SumOfOrders', description: 'Orders in one currency.' },
    ),
    { description },
  )

export const workFigures = Type.Object(
  {
    toAccept: sums('Orders that wait to be accepted, one entry for each currency.'),
    unpaid: sums('Orders that were shipped and are not paid out yet, one entry for each currency.'),
    toShip: Type.Array(
      Type.Object(
        {
          day: Type.String({
            format: 'date',
            examples: ['2026-03-06'],
            description: 'The day until which they are expected to be shipped.',
          }),
          ordersCount: integer(3, 'How many orders.'),
        },
        { title: 'OrdersDue', description: 'Accepted orders of one day.' },
      ),
      { description: 'How many accepted orders are due on which day, earliest first; at most 60 days.' },
    ),
  },
  { title: 'WorkFigures', description: 'What the open orders come to.' },
)

export type WorkFigures = Static<typeof workFigures>

const MAX_DAYS = 60

/** A subquery with one JSON object. Uses orders_status_idx and orders_status_ship_by_idx. */
export const selectWorkFigures = (db: Queryable, brandId: BrandId): Fragment => db`
  select json_build_object(
    'toAccept', (${sumsOf(db, brandId, db`('ankor_confirmed')`)}),
    'unpaid', (${sumsOf(db, brandId, db`('shipped', 'received', 'invoiced')`)}),
    'toShip', (
      select coalesce(json_agg(json_build_object('day', day, 'ordersCount', orders) order by day), '[]')
      from (
        select ${shipBy(db)} as day, count(*) as orders
        from ordering.orders
        where brand_id = ${brandId} and status = 'brand_confirmed'
        group by day
        order by day
        ${limitTo(db, MAX_DAYS)}
      ) as days
    )
  )`

const sumsOf = (db: Queryable, brandId: BrandId, statuses: Fragment): Fragment => db`
  select coalesce(json_agg(json_build_object(
    'currency', currency, 'ordersCount', orders, 'amount', amount
  ) order by currency), '[]')
  from (
    select currency, count(*) as orders, sum(net_minor) as amount
    from ordering.orders
    where brand_id = ${brandId} and status in ${statuses}
    group by currency
  ) as sums`

export const orderCard = Type.Object(
  {
    currency: Type.String({ pattern: '^[A-Z]{3}$', examples: ['EUR'], description: 'Of the amount.' }),
    amount: integer(21_195, 'What you receive for it, in minor units.'),
    city: Type.Union([Type.String(), Type.Null()], {
      examples: ['Hamburg'],
      description: 'The town of the billing address.',
    }),
    itemsCount: integer(4, 'How many items it has.'),
    piecesCount: integer(96, 'How many pieces they are.'),
    shortItems: Type.Array(shortItem, {
      description: 'Items of which less is on hand than is ordered, in an order that waits to be accepted.',
    }),
    goods,
  },
  { title: 'OrderCard', description: 'What an order is about.' },
)

/** An order as the statement reads it: the names and pictures of its goods come from the catalog. */
export type SelectedCard = Omit<Static<typeof orderCard>, 'goods'> & { variantIds: string[] | null }

/** A subquery with the card of one order. Uses orders_pkey and items_position_key. */
export const selectOrderCard = (db: Queryable, brandId: BrandId, id: Fragment): Fragment => db`
  select json_build_object(
    'currency', currency, 'amount', net_minor, 'city', billing_address ->> 'city', 'itemsCount', "itemsCount",
    'piecesCount', "piecesCount", 'variantIds', ${shownVariants(db)},
    'shortItems', case when status = 'ankor_confirmed' then "shortItems" else '[]' end
  )
  from ordering.orders
  cross join lateral (${itemFigures(db, brandId)}) as counted
  where orders.brand_id = ${brandId} and orders.id = ${id}`
