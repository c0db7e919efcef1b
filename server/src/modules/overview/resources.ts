/** The resource `brand-overviews`. */
import { attribute, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { orNull, uuid } from '../../domain/fields.ts'
import type { PendingWork } from '../../module.ts'
import type { BoughtVariant } from '../catalog/index.ts'
import { orderCard, type SelectedCard, showGoods, type WorkFigures, workFigures } from '../ordering/index.ts'
import { MAX_LISTED_ITEMS, type PendingGroup } from './queries.ts'
import { systems, type systemsOf } from './systems.ts'
import { SOLD_DAYS, TREND_DAYS, TREND_WEEKS, type trendsOf } from './trends.ts'

export interface OverviewRow {
  /** The id of the brand. */
  id: string
  pending: readonly PendingGroup[]
  work: WorkFigures
  variants: ReadonlyMap<string, BoughtVariant>
  trends: ReturnType<typeof trendsOf>
  systems: ReturnType<typeof systemsOf>
}

const day = (example: string, description: string) =>
  Type.String({ format: 'date', examples: [example], description })
const integer = (example: number, description: string) => Type.Integer({ examples: [example], description })
const text = (example: string, description: string) => Type.String({ examples: [example], description })

const item = Type.Object(
  {
    id: uuid('Id of what waits; work on labels and pickups is named by its order.'),
    name: text('1000042', 'What people call it, such as the reference of an order.'),
    about: orNull(text('Harbour Lane Stores', 'Whom or what it concerns, if anything.')),
    since: Type.String({
      format: 'date-time',
      examples: ['2026-03-02T07:50:00.000Z'],
      description: 'Since when it waits.',
    }),
    dueOn: orNull(day('2026-03-06', 'The day until which it should be done; null where there is none.')),
    order: orNull(orderCard, { description: 'The order to accept or to ship; null for other work.' }),
  },
  { title: 'PendingItem', description: 'Something that waits for you.' },
)

const groupSchema = (kinds: readonly PendingWork[]) =>
  Type.Object(
    {
      kind: Type.Enum(
        kinds.map(({ kind }) => kind),
        {
          examples: ['orders-to-accept'],
          description: `What has to be done. ${kinds.map(({ kind, description }) => `\`${kind}\`: ${description}`).join(' ')}`,
        },
      ),
      count: integer(7, 'How many wait.'),
      first: Type.Array(item, {
        description: `The ${MAX_LISTED_ITEMS} that wait longest; where there are due days, those that are due first.`,
      }),
    },
    { title: 'PendingGroup', description: 'Work of one kind.' },
  )

const picture = orNull(
  text('https://cdn.tradehall.test/products/beeswax-pillar.jpg', 'Its first image, if it has one.'),
)

const sales = Type.Object(
  {
    currency: Type.String({ pattern: '^[A-Z]{3}$', examples: ['EUR'], description: 'Of all amounts here.' }),
    ordersCount: integer(22, 'How many orders in all.'),
    amount: integer(842_150, 'What you receive for them in all, in minor units.'),
    before: Type.Object(
      {
        ordersCount: integer(19, 'How many orders.'),
        amount: integer(751_900, 'What you receive for them, in minor units.'),
      },
      { title: 'SalesBefore', description: 'The same of as many days before.' },
    ),
    bestSellers: Type.Array(
      Type.Object(
        {
          productId: uuid('The product.'),
          productName: text('Beeswax pillar', 'Its name.'),
          imageUrl: picture,
          piecesCount: integer(212, 'How many pieces were ordered.'),
          retailersCount: integer(9, 'How many retailers ordered it.'),
          amount: integer(184_300, 'What was ordered of it, without VAT and before fees, in minor units.'),
        },
        { title: 'BestSeller', description: 'A product that sells well.' },
      ),
      { description: 'The five with the highest amounts, highest first.' },
    ),
    days: Type.Array(
      Type.Object({
        day: day('2026-03-02', 'The day on which the orders were submitted.'),
        ordersCount: integer(2, 'How many orders.'),
        amount: integer(48_300, 'What you receive for them, in minor units.'),
      }),
      { description: 'All days, oldest first.' },
    ),
    retailers: Type.Array(
      Type.Object({
        retailerId: uuid('The retailer.'),
        storeName: text('Harbour Lane Stores', 'What its store is called now.'),
        ordersCount: integer(5, 'How many orders.'),
        amount: integer(201_400, 'What you receive for them, in minor units.'),
      }),
      { description: 'The ten with the highest amounts, highest first.' },
    ),
  },
  { title: 'SalesTrend', description: 'Orders in one currency.' },
)

const times = {
  ordersCount: integer(20, 'How many of the orders have been accepted.'),
  medianSeconds: orNull(integer(14_400, 'Half of them were accepted within this time; null without orders.')),
  slowSeconds: orNull(integer(72_000, 'Nine of ten were accepted within this time; null without orders.')),
}

const acceptance = Type.Object(
  {
    ...times,
    weeks: Type.Array(
      Type.Object({ from: day('2026-02-24', 'The first of the seven days of submission.'), ...times }),
      { description: `The last ${TREND_WEEKS} times seven days, oldest first.` },
    ),
  },
  {
    title: 'AcceptanceTrend',
    description: 'The time from the submission of orders to their first acceptance.',
  },
)

const runningOut = Type.Object(
  {
    productVariantId: uuid('The variant.'),
    productId: uuid('Its product.'),
    productName: text('Beeswax candle', 'Name of the product.'),
    variantName: text('Ivory', 'Name of the variant.'),
    sku: text('CND-001-IVORY', 'Its SKU.'),
    imageUrl: picture,
    availableQuantity: integer(40, 'How many packs can be sold.'),
    soldQuantity: integer(56, `How many packs were ordered in the last ${SOLD_DAYS} days.`),
    daysLeft: integer(20, 'After how many days nothing is left at this rate, rounded down.'),
  },
  { title: 'RunningOutVariant', description: 'A variant whose stock will end.' },
)

const trends = Type.Object(
  {
    timeZone: text('Europe/Brussels', 'The time zone of the days.'),
    from: day('2026-02-01', 'The first day.'),
    to: day('2026-03-02', 'The last day: that of the request.'),
    sales: Type.Array(sales, {
      description:
        'One entry for each currency that orders of the period have. Rejected and cancelled orders do not count.',
    }),
    acceptance,
    outOfStockCount: integer(
      2,
      `How many variants that were sold in the last ${SOLD_DAYS} days are out of stock.`,
    ),
    lowStockCount: integer(1, 'How many of the others last less than two weeks at this rate.'),
    runningOut: Type.Array(runningOut, {
      description:
        'The ten variants whose stock ends first if as much is ordered as before. Variants that are always in stock are left out.',
    }),
  },
  { title: 'Trends', description: `How the orders of the last ${TREND_DAYS} days went.` },
)

export const brandOverviewOf = (kinds: readonly PendingWork[]) =>
  resource<OverviewRow>()({
    name: 'brandOverview',
    type: 'brand-overviews',
    description:
      'What waits for a brand, how its sales develop, and what its systems did. Its id is that of the brand.',
    attributes: {
      pending: attribute(
        Type.Array(groupSchema(kinds), {
          description: 'All kinds of work: what waits longest first, then those without any.',
        }),
        ({ pending, variants }) => pending.toSorted(byAge).map((group) => showGroup(group, variants)),
      ),
      work: attribute(workFigures, 'work'),
      trends: attribute(trends, 'trends'),
      systems: attribute(systems, 'systems'),
    },
  })

export type BrandOverview = ReturnType<typeof brandOverviewOf>

const instantsOf = ({ first }: PendingGroup) => first.map(({ since }) => Date.parse(since))

const byAge = (one: PendingGroup, other: PendingGroup) => {
  const [oldest, otherOldest] = [one, other].map((group) => Math.min(...instantsOf(group)))
  // Empty groups have infinite values, whose difference would not be 0.
  return oldest === otherOldest ? 0 : Number(oldest) - Number(otherOldest)
}

const showGroup = ({ kind, count, first }: PendingGroup, variants: ReadonlyMap<string, BoughtVariant>) => ({
  kind,
  count,
  first: first.map(({ id, name, about, since, due_on, card }) => ({
    id,
    name,
    about,
    since: new Date(since).toISOString(),
    dueOn: due_on,
    order: card && showCard(card, variants),
  })),
})

const showCard = ({ variantIds, ...card }: SelectedCard, variants: ReadonlyMap<string, BoughtVariant>) => ({
  ...card,
  goods: showGoods(variantIds, variants),
})
