/** Redelivery by the operator, and the log of one brand. */
import { unknown } from '../../../domain/ownership.ts'
import { pageAnswer } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { PAGE } from '../../../http/lists/paging.ts'
import { type Ctx, pageDocument } from '../../../http/operation.ts'
import { forOperator, OPERATOR_API } from '../../../http/operator-api.ts'
import type { PublishedEvents } from '../../../platform/events/published-events.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { authorOf, hasBrand, writeBrandAudit } from '../../identity/index.ts'
import { readSubscriptionOfAnyBrand, subscriptionOfAnyBrand } from '../subscriptions/operator-routes.ts'
import type { SubscriptionRow } from '../subscriptions/queries.ts'
import { inactiveSubscription } from '../subscriptions/routes.ts'
import { redeliver, redeliverFailed } from './deliveries.ts'
import { webhookDelivery } from './resources.ts'
import {
  FOR_RECEIVERS_THAT_WERE_DOWN,
  filtersOf,
  metaDocument,
  present,
  RETENTION,
  readDeliveries,
  redelivery,
} from './routes.ts'

const TOLD = 'The brand sees in its audit that the operator did it.'
const keyOf = ({ brand_id: brandId, id: subscriptionId }: SubscriptionRow) => ({ brandId, subscriptionId })

export function operatorLogRoutes(http: Http, published: PublishedEvents): void {
  http.operation({
    ...forOperator,
    method: 'GET',
    path: `${OPERATOR_API}/brands/{brand}/webhook-deliveries`,
    params: { brand: 'Id of the brand.' },
    id: 'listWebhookDeliveriesOfBrand',
    summary: 'What was sent to all subscriptions of a brand',
    description: RETENTION,
    query: { resource: webhookDelivery, filters: filtersOf(published), page: PAGE },
    answers: [pageAnswer(webhookDelivery, 'Newest first.')],
    async handle(ctx, { params: { brand: brandId }, query }) {
      const page = await readDeliveries(ctx, { brandId }, query)
      if (page.rows.length === 0 && !(await hasBrand(ctx.db, brandId))) throw unknown('brand', brandId)
      return pageDocument(webhookDelivery, page)
    },
  })

  http.operation({
    ...subscriptionOfAnyBrand,
    method: 'POST',
    path: `${subscriptionOfAnyBrand.path}/deliveries/{delivery}/-actions/redeliver`,
    params: { ...subscriptionOfAnyBrand.params, delivery: 'Id of the delivery.' },
    id: 'redeliverWebhookAsOperator',
    summary: 'Send a delivery again',
    description: `The same bytes with the same event id, with a new series of attempts if it fails. ${TOLD}`,
    query: { resource: webhookDelivery },
    answers: [{ status: 200, description: 'The delivery, which waits now.', resource: webhookDelivery }],
    problems: [inactiveSubscription],
    async handle(ctx, { params }) {
      const subscription = await readSubscriptionOfAnyBrand(ctx.db, params.webhookSubscription)
      const sent = inTransaction(ctx, async (work) => {
        const delivery = await redeliver(work, keyOf(subscription), params.delivery)
        await audit(ctx, work, subscription, `${delivery.event_type} ${delivery.id}`)
        return delivery
      })
      return await present(ctx, sent)
    },
  })

  http.operation({
    ...subscriptionOfAnyBrand,
    ...redelivery(),
    method: 'POST',
    path: `${subscriptionOfAnyBrand.path}/deliveries/-actions/redeliver`,
    id: 'redeliverFailedWebhooksAsOperator',
    summary: 'Send again all that failed since a time',
    description: `${FOR_RECEIVERS_THAT_WERE_DOWN} ${TOLD}`,
    problems: [inactiveSubscription],
    async handle(ctx, { params, body: { data } }) {
      const subscription = await readSubscriptionOfAnyBrand(ctx.db, params.webhookSubscription)
      const result = await inTransaction(ctx, async (work) => {
        const counts = await redeliverFailed(work, keyOf(subscription), data.attributes)
        if (counts.redelivered > 0) {
          const what = `${counts.redelivered} that failed since ${data.attributes.since}`
          await audit(ctx, work, subscription, what)
        }
        return counts
      })
      return metaDocument(result)
    },
  })
}

const audit = ({ actor }: Ctx, work: Work, { brand_id, url }: SubscriptionRow, what: string) =>
  writeBrandAudit(work, authorOf(actor), 'redeliver-webhooks', brand_id, `${url}: ${what}`)
