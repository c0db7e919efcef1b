import { Type } from 'typebox'
import { brandOf } from '../../domain/actor.ts'
import { oneAnswer } from '../../http/answers/answers.ts'
import type { Http } from '../../http/http.ts'
import { document } from '../../http/operation.ts'
import { boughtVariants, withAddresses } from '../catalog/index.ts'
import type { OrderTrends } from '../ordering/index.ts'
import { type OverviewSources, type PendingGroup, readOverview } from './queries.ts'
import type { BrandOverview } from './resources.ts'
import { systemsOf, systemsSince } from './systems.ts'
import { isTimeZone } from './time-zone-days.ts'
import { trendDays, trendsOf } from './trends.ts'

const timeZone = Type.Refine(
  Type.String({
    maxLength: 64,
    expected: 'a time zone of the IANA database such as Europe/Brussels',
    examples: ['Europe/Brussels'],
  }),
  isTimeZone,
  () => 'must be a time zone of the IANA database such as Europe/Brussels',
)

/** Names and pictures are no figures: they may be a moment younger. */
const shownVariants = (pending: readonly PendingGroup[], trends: OrderTrends): string[] => [
  ...new Set([
    ...pending.flatMap(({ first }) => first.flatMap(({ card }) => card?.variantIds ?? [])),
    ...trends.running_out.map(({ variant_id }) => variant_id),
    ...trends.best_sellers.map(({ variant_id }) => variant_id),
  ]),
]

export function overviewRoutes(http: Http, brandOverview: BrandOverview, sources: OverviewSources): void {
  http.operation({
    tag: 'Overview',
    access: 'brand',
    method: 'GET',
    path: '/api/v1/brand-overview',
    id: 'getBrandOverview',
    summary: 'What waits for you, and how your sales develop',
    description:
      'For pages and programs that show the state of your business: all work that waits for a decision of yours, oldest first, the trends of the last 30 days, and the calls and webhooks of the last day.',
    query: {
      resource: brandOverview,
      parameters: {
        timeZone: {
          schema: timeZone,
          description: 'The time zone in which days begin and end; UTC unless told otherwise.',
        },
      },
    },
    answers: [oneAnswer(brandOverview, 'The overview at this moment.')],
    async handle(ctx, { query: { parameters } }) {
      const { db, actor, clock } = ctx
      const brandId = brandOf(actor)
      const now = clock.now()
      const zone = parameters.timeZone ?? 'UTC'
      const { days, period } = trendDays(now, zone)
      const asked = { account: actor.account, now, operations: http.operations }
      const dayBefore = systemsSince(now)
      const { pending, work, trends, calls, attempts } = await readOverview(db, brandId, sources, {
        asked,
        period,
        dayBefore,
      })
      const read = await boughtVariants(db, brandId, shownVariants(pending, trends))
      const variants = withAddresses(read, ctx)
      const shown = trendsOf({ days, timeZone: zone }, trends, variants)
      const systems = systemsOf(now, calls, attempts)
      return document(brandOverview, { id: brandId, pending, work, trends: shown, systems, variants })
    },
  })
}
