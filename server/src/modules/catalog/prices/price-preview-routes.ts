import { instant, name, uuid } from '../../../domain/fields.ts'
import { unknown } from '../../../domain/ownership.ts'
import { unprocessable } from '../../../domain/problems.ts'
import { pageAnswer } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { answerPage, PAGE } from '../../../http/lists/paging.ts'
import { forOperator, OPERATOR_API } from '../../../http/operator-api.ts'
import { findBrand } from '../../identity/index.ts'
import { hasVariant } from '../variants.ts'
import { ratePercent } from './discount-rule-resources.ts'
import { previewPrices } from './price-preview.ts'
import { pricePreview } from './price-preview-resources.ts'
import type { RuleChange } from './retailer-prices.ts'

const filters = {
  retailerId: {
    kind: 'one',
    schema: uuid(),
    required: true,
    description: 'The retailer who pays, with the rules of its segment.',
  },
  at: { kind: 'one', schema: instant('A moment.'), description: 'The moment of the prices; now by default.' },
  without: {
    kind: 'one',
    schema: uuid(),
    description: 'A stored rule that does not apply to the changed prices, because it is edited or deleted.',
  },
  draft: {
    kind: 'operators',
    operators: {
      ratePercent: {
        kind: 'one',
        schema: ratePercent,
        description: 'The discount of a rule that is not stored, in percent.',
      },
      retailerSegment: {
        kind: 'one',
        schema: name('concept-stores', 'A segment.'),
        description: 'The segment that gets it; every retailer by default.',
      },
      startsAt: {
        kind: 'one',
        schema: instant('A moment.'),
        description: 'Its first moment; that of the prices by default.',
      },
      endsAt: {
        kind: 'one',
        schema: instant('A moment.'),
        description: 'The first moment without it; none by default.',
      },
    },
  },
} as const

export function pricePreviewRoutes(http: Http): void {
  http.operation({
    ...forOperator,
    method: 'GET',
    path: `${OPERATOR_API}/brands/{brand}/price-previews`,
    id: 'previewPrices',
    summary: 'What a retailer pays for the products of a brand',
    description:
      'The variants that can be bought, with the price of a piece as orders are charged. `filter[draft]` and `filter[without]` tell what it would be with other rules; nothing is stored.',
    params: { brand: 'Id of the brand.' },
    query: { resource: pricePreview, filters, page: PAGE },
    answers: [pageAnswer(pricePreview, 'One page, the newest variants first.')],
    problems: [{ status: 422, description: 'A draft has no discount.' }],
    async handle({ db, clock }, { params, query }) {
      const brand = await findBrand(db, params.brand)
      if (!brand) throw unknown('brand', params.brand)
      const { retailerId = '', at, without, draft } = query.filter
      const now = at === undefined ? clock.now() : new Date(at)
      const request = {
        brandId: brand.id,
        currency: brand.currency,
        retailerId,
        at: now,
        change: changeOf({ without, draft }, now),
      }
      return await answerPage(
        pricePreview,
        query,
        (walk) => previewPrices(db, request, walk),
        (id) => hasVariant(db, brand.id, id),
      )
    },
  })
}

interface ChangeFilters {
  without: string | undefined
  draft: { ratePercent?: number; retailerSegment?: string; startsAt?: string; endsAt?: string } | undefined
}

function changeOf({ without, draft }: ChangeFilters, now: Date): RuleChange | null {
  if (without === undefined && draft === undefined) return null
  if (draft === undefined) return { without, draft: undefined }
  const { ratePercent, retailerSegment = null, startsAt, endsAt } = draft
  if (ratePercent === undefined)
    throw unprocessable('A draft needs filter[draft][ratePercent].', {
      parameter: 'filter[draft][ratePercent]',
    })
  return {
    without,
    draft: {
      ratePercent,
      retailerSegment,
      startsAt: startsAt === undefined ? now : new Date(startsAt),
      endsAt: endsAt === undefined ? null : new Date(endsAt),
    },
  }
}
