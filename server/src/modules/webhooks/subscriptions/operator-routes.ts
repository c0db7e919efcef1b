import { Type } from 'typebox'
import { uuid } from '../../../http/fields.ts'
import type { Http } from '../../../http/http.ts'
import { forOperator, OPERATOR_API } from '../../../http/operator-api.ts'
import { answerPage, PAGE } from '../../../http/paging.ts'
import { findSubscriptionOfAnyBrand, listAiling } from './queries.ts'
import { ailingSubscription } from './resources.ts'

export function operatorRoutes(http: Http): void {
  http.operation({
    ...forOperator,
    method: 'GET',
    path: `${OPERATOR_API}/webhook-subscriptions`,
    id: 'listAilingWebhookSubscriptions',
    summary: 'Webhook subscriptions whose receivers fail',
    description: 'Of all brands: those whose attempts fail, and those that were disabled because of it.',
    query: {
      resource: ailingSubscription,
      filters: {
        state: {
          kind: 'one',
          schema: Type.Enum(['failing', 'disabled']),
          description: 'Only those that are still tried, or only those that are not.',
        },
        brand: { kind: 'one', schema: uuid(), description: 'Only those of this brand.' },
      },
      page: PAGE,
    },
    answers: [
      { status: 200, description: 'Newest first.', resource: ailingSubscription, many: true, paged: true },
    ],
    async handle({ db }, { query }) {
      const { state, brand } = query.filter
      return await answerPage(
        ailingSubscription,
        query,
        (walk) => listAiling(db, { state, brandId: brand }, walk),
        async (id) => (await findSubscriptionOfAnyBrand(db, id)) !== undefined,
      )
    },
  })
}
