import { Type } from 'typebox'
import { uuid } from '../../../domain/fields.ts'
import { unknown } from '../../../domain/ownership.ts'
import { pageAnswer } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { answerPageOfAll, PAGE } from '../../../http/lists/paging.ts'
import { document } from '../../../http/operation.ts'
import { forOperator, OPERATOR_API } from '../../../http/operator-api.ts'
import type { Queryable } from '../../../platform/database.ts'
import { inTransaction } from '../../../platform/work.ts'
import { authorOf, writeBrandAudit } from '../../identity/index.ts'
import { describeSubscriptions, listSubscriptionsOfAllBrands } from './operator-subscriptions.ts'
import { findSubscriptionOfAnyBrand, type SubscriptionRow } from './queries.ts'
import { operatorSubscription } from './resources.ts'
import { resumeSubscription } from './subscriptions.ts'

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

async function one(db: Queryable, row: SubscriptionRow) {
  const [described] = await describeSubscriptions(db, [row])
  return document(operatorSubscription, described ?? null)
}

export function operatorRoutes(http: Http): void {
  http.operation({
    ...forOperator,
    method: 'GET',
    path: `${OPERATOR_API}/webhook-subscriptions`,
    id: 'listAilingWebhookSubscriptions',
    summary: 'Webhook subscriptions whose receivers fail',
    description:
      'Of all brands: those whose attempts fail, those that were disabled because of it, and those whose signing secret no secret key opens. `filter[state]=any` lists all others too.',
    query: {
      resource: operatorSubscription,
      filters: {
        state: {
          kind: 'one',
          schema: Type.Enum(['failing', 'disabled', 'unreadable', 'any']),
          description:
            'Only those that are still tried, only those that are not, only those whose signing secret cannot be read, or all that there are.',
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
      return await one(db, await readSubscriptionOfAnyBrand(db, params.webhookSubscription))
    },
  })
  http.operation({
    ...subscriptionOfAnyBrand,
    method: 'POST',
    path: `${subscriptionOfAnyBrand.path}/-actions/resume`,
    id: 'resumeWebhookSubscriptionAsOperator',
    summary: 'Let the deliveries of a subscription go out again',
    description:
      'Also when the server disabled it, or the brand paused it. What waits is sent; what has failed is sent with `redeliver`. The brand sees in its audit that the operator did it.',
    query: { resource: operatorSubscription },
    answers: [{ status: 200, description: 'The subscription.', resource: operatorSubscription }],
    async handle(ctx, { params }) {
      const { brand_id: brandId, id } = await readSubscriptionOfAnyBrand(ctx.db, params.webhookSubscription)
      const resumed = await inTransaction(ctx, async (work) => {
        const row = await resumeSubscription(work, brandId, id)
        await writeBrandAudit(work, authorOf(ctx.actor), 'resume-webhook', brandId, row.url)
        return row
      })
      return await one(ctx.db, resumed)
    },
  })
}
