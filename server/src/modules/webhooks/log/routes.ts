import { JSON_API } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { instant } from '../../../domain/fields.ts'
import { pageAnswer } from '../../../http/answers.ts'
import type { Http } from '../../../http/http.ts'
import { type Ctx, document, type Operation, pageDocument, rendered } from '../../../http/operation.ts'
import { PAGE, readPage } from '../../../http/paging.ts'
import type { PublishedEvents } from '../../../platform/published-events.ts'
import { readSubscriptionOfAnyBrand, subscriptionOfAnyBrand } from '../subscriptions/operator-routes.ts'
import type { SubscriptionKey } from '../subscriptions/queries.ts'
import { inactiveSubscription, ofSubscription, shared, subscriptionKeyOf } from '../subscriptions/routes.ts'
import { readSubscription } from '../subscriptions/subscriptions.ts'
import { hasDelivery, listDeliveries, readDelivery, redeliver, redeliverFailed } from './deliveries.ts'
import { redeliverBody, STATES, webhookDelivery } from './resources.ts'

const ofDelivery = {
  path: `${ofSubscription.path}/deliveries/{delivery}`,
  params: { ...ofSubscription.params, delivery: 'Id of the delivery.' },
} as const

/** The log has the same routes for brands and for the operator. The brand comes from the token or from the subscription. */
interface LogAudience {
  of: Pick<Operation, 'tag' | 'access' | 'path'> & { params: typeof ofSubscription.params }
  ids: { list: string; one: string }
  subscriptionKeyOf(
    ctx: Ctx,
    params: { webhookSubscription: string },
  ): SubscriptionKey | Promise<SubscriptionKey>
}

const FOR_BRAND: LogAudience = {
  of: { ...shared, ...ofSubscription },
  ids: { list: 'listWebhookDeliveries', one: 'getWebhookDelivery' },
  subscriptionKeyOf,
}

const FOR_OPERATOR: LogAudience = {
  of: subscriptionOfAnyBrand,
  ids: { list: 'listWebhookDeliveriesAsOperator', one: 'getWebhookDeliveryAsOperator' },
  async subscriptionKeyOf({ db }, { webhookSubscription: subscriptionId }) {
    const { brand_id: brandId } = await readSubscriptionOfAnyBrand(db, subscriptionId)
    return { brandId, subscriptionId }
  },
}

export function logRoutes(http: Http, published: PublishedEvents): void {
  for (const audience of [FOR_BRAND, FOR_OPERATOR]) readRoutes(http, published, audience)
  redeliverRoutes(http)
}

function readRoutes(
  http: Http,
  { names }: PublishedEvents,
  { of, ids, subscriptionKeyOf }: LogAudience,
): void {
  http.operation({
    ...of,
    method: 'GET',
    path: `${of.path}/deliveries`,
    id: ids.list,
    summary: 'What was sent to a subscription',
    description: 'Kept for 14 days. The single delivery has its attempts and what was sent.',
    query: {
      resource: webhookDelivery,
      filters: {
        state: { kind: 'one', schema: Type.Enum([...STATES]), description: 'Only deliveries in this state.' },
        event: { kind: 'one', schema: Type.Enum([...names]), description: 'Only deliveries of this event.' },
        createdAt: {
          kind: 'operators',
          operators: {
            from: {
              kind: 'one',
              schema: instant('A moment.'),
              description: 'Only what was recorded then or later.',
            },
            to: {
              kind: 'one',
              schema: instant('A moment.'),
              description: 'Only what was recorded before then.',
            },
          },
        },
      },
      page: PAGE,
    },
    answers: [pageAnswer(webhookDelivery, 'Newest first.')],
    async handle(ctx, { params, query }) {
      const key = await subscriptionKeyOf(ctx, params)
      const page = await readPage(
        query,
        (walk) => listDeliveries(ctx.db, key, query.filter, walk),
        (id) => hasDelivery(ctx.db, key, id),
      )
      if (page.rows.length === 0) await readSubscription(ctx.db, key.brandId, key.subscriptionId)
      return pageDocument(webhookDelivery, page)
    },
  })

  http.operation({
    ...of,
    method: 'GET',
    path: `${of.path}/deliveries/{delivery}`,
    params: { ...of.params, delivery: 'Id of the delivery.' },
    id: ids.one,
    summary: 'One delivery with its attempts',
    description: 'And with the body, byte for byte as it is sent.',
    query: { resource: webhookDelivery },
    answers: [{ status: 200, description: 'The delivery.', resource: webhookDelivery }],
    async handle(ctx, { params }) {
      return document(
        webhookDelivery,
        await readDelivery(ctx.db, await subscriptionKeyOf(ctx, params), params.delivery),
      )
    },
  })
}

function redeliverRoutes(http: Http): void {
  http.operation({
    ...shared,
    ...ofDelivery,
    method: 'POST',
    path: `${ofDelivery.path}/-actions/redeliver`,
    id: 'redeliverWebhook',
    summary: 'Send a delivery again',
    description:
      'The same bytes with the same event id, also when it had arrived, with a new series of attempts if it fails.',
    query: { resource: webhookDelivery },
    answers: [{ status: 200, description: 'The delivery, which waits now.', resource: webhookDelivery }],
    problems: [inactiveSubscription],
    async handle(ctx, { params }) {
      return document(webhookDelivery, await redeliver(ctx, subscriptionKeyOf(ctx, params), params.delivery))
    },
  })

  http.operation({
    ...shared,
    ...ofSubscription,
    method: 'POST',
    path: `${ofSubscription.path}/deliveries/-actions/redeliver`,
    id: 'redeliverFailedWebhooks',
    summary: 'Send again all that failed since a time',
    description: 'For a receiver that was down. What failed before that time stays as it is.',
    body: redeliverBody,
    bodyExample: { data: { type: 'webhook-deliveries', attributes: { since: '2026-04-01T00:00:00Z' } } },
    answers: [
      {
        status: 200,
        description: 'How many.',
        contentType: JSON_API,
        schema: Type.Object({
          meta: Type.Object(
            { redelivered: Type.Integer({ examples: [12], description: 'How many are sent again.' }) },
            { description: 'What was done.' },
          ),
        }),
      },
    ],
    problems: [inactiveSubscription],
    async handle(ctx, { params, body }) {
      const redelivered = await redeliverFailed(
        ctx,
        subscriptionKeyOf(ctx, params),
        body.data.attributes.since,
      )
      return rendered(JSON.stringify({ jsonapi: { version: '1.0' }, meta: { redelivered } }))
    },
  })
}
