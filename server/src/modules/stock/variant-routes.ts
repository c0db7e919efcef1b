/** The stock of one variant: its movements with their causes, and its balance over time. */
import { Type } from 'typebox'
import { brandOf } from '../../domain/actor.ts'
import { instant } from '../../domain/fields.ts'
import { missing } from '../../domain/ownership.ts'
import { unprocessable } from '../../domain/problems.ts'
import { oneAnswer, pageAnswer } from '../../http/answers/answers.ts'
import type { Http } from '../../http/http.ts'
import { PAGE, readPage } from '../../http/lists/paging.ts'
import { document, pageDocument } from '../../http/operation.ts'
import type { Queryable } from '../../platform/database.ts'
import type { BrandId, VariantId } from '../../platform/ids.ts'
import { createdAt } from './reading/filters.ts'
import { hasTransaction } from './reading/movements.ts'
import { findVariantsOfAnyBrand, hasState } from './reading/states.ts'
import { readHistory } from './reading/variant-history.ts'
import { walkVariantMovements } from './reading/variant-movements.ts'
import { stockHistory, stockMovement } from './variant-resources.ts'

const DAY_MS = 86_400_000
/** More than a chart can show. */
const MAX_STEPS = 400
const DEFAULT_STEPS = 200

const shared = {
  tag: 'Stock',
  access: 'brand',
  params: { productVariant: 'Id of the variant.' },
} as const

export function variantStockRoutes(http: Http): void {
  http.operation({
    ...shared,
    method: 'GET',
    path: '/api/v1/product-variants/{productVariant}/stock-movements',
    id: 'listStockMovements',
    summary: 'What moved the stock of a variant',
    description: 'Every change of its stock with its cause. A variant of another brand answers 403.',
    query: {
      resource: stockMovement,
      include: ['order', 'application', 'supportSession'],
      filters: { createdAt },
      page: PAGE,
      parameters: {
        withBalances: {
          schema: Type.Boolean(),
          description:
            '`true` adds to each movement what there was afterwards. The further back the page, the more there is to compute.',
        },
      },
    },
    answers: [pageAnswer(stockMovement, 'Newest first.')],
    async handle({ db, actor }, { params: { productVariant: variantId }, query }) {
      const brandId = brandOf(actor)
      const wanted = {
        variantId,
        ...query.filter,
        withBalances: query.parameters.withBalances === true,
      }
      const page = await readPage(
        query,
        (walk) => walkVariantMovements(db, brandId, wanted, walk),
        (cursor) => hasTransaction(db, brandId, cursor),
      )
      // An empty page means either a variant without movements or an unknown variant, so only then is the variant read.
      if (page.rows.length === 0) await requireVariant(db, brandId, variantId)
      return pageDocument(stockMovement, page)
    },
  })

  http.operation({
    ...shared,
    method: 'GET',
    path: '/api/v1/product-variants/{productVariant}/stock-history',
    id: 'getStockHistory',
    summary: 'The stock of a variant over time',
    description:
      'What was on hand, reserved and available at each location in a range, for a chart. A variant of another brand answers 403.',
    query: {
      resource: stockHistory,
      parameters: {
        from: {
          schema: instant('A moment.'),
          description: 'Where the range begins; 30 days before its end by default.',
        },
        to: {
          schema: instant('A moment.'),
          description: 'Where the range ends, without this moment; now by default.',
        },
        steps: {
          schema: Type.Integer({ minimum: 1, maximum: MAX_STEPS, examples: [DEFAULT_STEPS] }),
          description: `Into how many steps the range is divided, each with at most one point; ${DEFAULT_STEPS} by default, at most ${MAX_STEPS}.`,
        },
      },
    },
    answers: [oneAnswer(stockHistory, 'The history.')],
    async handle({ db, actor, clock }, { params: { productVariant: variantId }, query }) {
      const { from, to, steps = DEFAULT_STEPS } = query.parameters
      // The end is exclusive, so one millisecond is added to include movements of the current instant.
      const end = to === undefined ? new Date(clock.now().getTime() + 1) : new Date(to)
      const begin = from === undefined ? new Date(end.getTime() - 30 * DAY_MS) : new Date(from)
      if (begin >= end)
        throw unprocessable('Expected a range that begins before it ends.', { parameter: 'from' })
      const brandId = brandOf(actor)
      const history = await readHistory(db, brandId, { variantId, from: begin, to: end, steps })
      if (!history) throw await missingVariant(db, variantId)
      return document(stockHistory, history)
    },
  })
}

async function requireVariant(db: Queryable, brandId: BrandId, id: VariantId): Promise<void> {
  if (!(await hasState(db, brandId, id))) throw await missingVariant(db, id)
}

const missingVariant = async (db: Queryable, id: VariantId) =>
  missing('product variant', id, { exists: (await findVariantsOfAnyBrand(db, [id])).length > 0 })
