import { Type } from 'typebox'
import { uuid } from '../../../domain/fields.ts'
import { unknown } from '../../../domain/ownership.ts'
import { pageAnswer } from '../../../http/answers.ts'
import type { Http } from '../../../http/http.ts'
import { document } from '../../../http/operation.ts'
import { forOperator, OPERATOR_API } from '../../../http/operator-api.ts'
import { answerPageOfAll, PAGE } from '../../../http/paging.ts'
import type { Queryable } from '../../../platform/database.ts'
import { findSubscriptionOfAnyBrand, listSubscriptionsOfAllBrands, type SubscriptionRow } from './queries.ts'
import { operatorSubscription } from './resources.ts'

export const subscriptionOfAnyBrand = {
  ...forOperator,
  path: `${OPERATOR_API}/webhook-subscriptions/{webhookSubscription}`,
  params: { webhookSubscription: 'Id of the subscription.' },
} as const

export async function readSubscriptionOfAnyBrand(db: Queryable, id: string): Promise<SubscriptionRow> {
  const found = await findSubscriptionOfAnyBrand(db, id)
  if (!found) throw unknown('webhook subscription', id)
  return found
}

export function operatorRoutes(http: Http): void {
  http.operation({
    ...forOperator,
    method: 'GET',
    path: `${OPERATOR_API}/webhook-subscriptions`,
    id: 'listAilingWebhookSubscriptions',
    summary: 'Webhook subscriptions whose receivers fail',
    description:
      'Of all brands: those whose attempts fail, and those that were disabled because of it. `filter[state]=any` lists all others too.',
    query: {
      resource: operatorSubscription,
      filters: {
        state: {
          kind: 'one',
          schema: Type.Enum(['failing', 'disabled', 'any']),
          description: 'Only those that are still tried, only those that are not, or all that there are.',
        },
        brand: { kind: 'one', schema: uuid(), description: 'Only those of this brand.' },
      },
      page: PAGE,
    },
    answers: [pageAnswer(operatorSubscription, 'Newest first.')],
    async handle({ db }, { query }) {
      const { state, brand } = query.filter
      const all = {
        db,
        filter: { state, brandId: brand },
        list: listSubscriptionsOfAllBrands,
        find: findSubscriptionOfAnyBrand,
      }
      return await answerPageOfAll(operatorSubscription, query, all)
    },
  })
  http.operation({
    ...subscriptionOfAnyBrand,
    method: 'GET',
    id: 'getWebhookSubscriptionAsOperator',
    summary: 'A webhook subscription',
    description: 'Of any brand, without its signing secret.',
    query: { resource: operatorSubscription },
    answers: [{ status: 200, description: 'The subscription.', resource: operatorSubscription }],
    async handle({ db }, { params }) {
      return document(operatorSubscription, await readSubscriptionOfAnyBrand(db, params.webhookSubscription))
    },
  })
}
