import { JSON_API, type Query } from '@tradehall/jsonapi'
import { type TSchema, Type } from 'typebox'
import { brandOf } from '../../../domain/actor.ts'
import { instant, uuid } from '../../../domain/fields.ts'
import { pageAnswer } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { PAGE, readPage } from '../../../http/lists/paging.ts'
import { type Ctx, document, type Operation, pageDocument, rendered } from '../../../http/operation.ts'
import type { PublishedEvents } from '../../../platform/events/published-events.ts'
import { readSubscriptionOfAnyBrand, subscriptionOfAnyBrand } from '../subscriptions/operator-routes.ts'
import type { SubscriptionKey } from '../subscriptions/queries.ts'
import { inactiveSubscription, ofSubscription, shared, subscriptionKeyOf } from '../subscriptions/routes.ts'
import { readSubscription } from '../subscriptions/subscriptions.ts'
import {
  type DeliveryFilter,
  type DeliveryRow,
  type DeliveryScope,
  hasDelivery,
  listDeliveries,
  readDelivery,
  redeliver,
  redeliverAllFailed,
  redeliverFailed,
} from './deliveries.ts'
import { presentDelivery, redeliverBody, STATES, webhookDelivery } from './resources.ts'

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
  brandRoutes(http, published)
  redeliverRoutes(http)
}

export const RETENTION = 'Kept for 14 days. The single delivery has its attempts and what was sent.'

export const filtersOf = ({ names }: PublishedEvents) =>
  ({
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
        to: { kind: 'one', schema: instant('A moment.'), description: 'Only what was recorded before then.' },
      },
    },
  }) as const

export const present = async ({ config }: Ctx, delivery: Promise<DeliveryRow>) =>
  document(webhookDelivery, presentDelivery(config, await delivery))

export async function readDeliveries(
  { db, config }: Ctx,
  scope: DeliveryScope,
  query: Pick<Query, 'page'> & { filter: DeliveryFilter },
) {
  return await readPage(
    query,
    async (walk) =>
      (await listDeliveries(db, scope, query.filter, walk)).map((row) => presentDelivery(config, row)),
    (id) => hasDelivery(db, scope, id),
  )
}

function readRoutes(
  http: Http,
  published: PublishedEvents,
  { of, ids, subscriptionKeyOf }: LogAudience,
): void {
  http.operation({
    ...of,
    method: 'GET',
    path: `${of.path}/deliveries`,
    id: ids.list,
    summary: 'What was sent to a subscription',
    description: RETENTION,
    query: { resource: webhookDelivery, filters: filtersOf(published), page: PAGE },
    answers: [pageAnswer(webhookDelivery, 'Newest first.')],
    async handle(ctx, { params, query }) {
      const key = await subscriptionKeyOf(ctx, params)
      const page = await readDeliveries(ctx, key, query)
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
      return await present(ctx, readDelivery(ctx.db, await subscriptionKeyOf(ctx, params), params.delivery))
    },
  })
}

const OF_BRAND = '/api/v1/webhook-deliveries'

/** The same log for all subscriptions of a brand. */
function brandRoutes(http: Http, published: PublishedEvents): void {
  http.operation({
    ...shared,
    method: 'GET',
    path: OF_BRAND,
    id: 'listAllWebhookDeliveries',
    summary: 'What was sent to all your subscriptions',
    description: `${RETENTION} What was sent to a subscription that has ended since is listed too.`,
    query: {
      resource: webhookDelivery,
      filters: {
        ...filtersOf(published),
        subscription: {
          kind: 'one',
          schema: uuid(),
          description: 'Only deliveries to this subscription.',
        },
        resource: {
          kind: 'one',
          schema: uuid(),
          description: 'Only deliveries about this resource, such as an order.',
        },
        request: {
          kind: 'one',
          schema: uuid(),
          description: 'Only deliveries that the request with this `X-Request-Id` caused.',
        },
      },
      page: PAGE,
    },
    answers: [pageAnswer(webhookDelivery, 'Newest first.')],
    async handle(ctx, { query }) {
      return pageDocument(webhookDelivery, await readDeliveries(ctx, { brandId: brandOf(ctx.actor) }, query))
    },
  })

  http.operation({
    ...shared,
    method: 'GET',
    path: `${OF_BRAND}/{delivery}`,
    params: { delivery: 'Id of the delivery.' },
    id: 'getAnyWebhookDelivery',
    summary: 'One delivery to any of your subscriptions',
    description: 'With its attempts and their headers, and with the body, byte for byte as it is sent.',
    query: { resource: webhookDelivery },
    answers: [{ status: 200, description: 'The delivery.', resource: webhookDelivery }],
    async handle(ctx, { params }) {
      return await present(ctx, readDelivery(ctx.db, { brandId: brandOf(ctx.actor) }, params.delivery))
    },
  })

  http.operation({
    ...shared,
    ...redelivery({
      skipped: Type.Integer({
        examples: [0],
        description: 'How many are not sent, because their subscription is paused or disabled.',
      }),
    }),
    method: 'POST',
    path: `${OF_BRAND}/-actions/redeliver`,
    id: 'redeliverAllFailedWebhooks',
    support: 'write',
    summary: 'Send again all that failed since a time, to all subscriptions',
    description: `${FOR_RECEIVERS_THAT_WERE_DOWN} Subscriptions that are paused or disabled are left out.`,
    async handle(ctx, { body: { data } }) {
      return metaDocument(await redeliverAllFailed(ctx, brandOf(ctx.actor), data.attributes))
    },
  })
}

export const FOR_RECEIVERS_THAT_WERE_DOWN =
  'For a receiver that was down. What failed before that time stays as it is. A `dryRun` only counts.'

/** The body and the response for the redelivery of many deliveries. */
export const redelivery = (counts: Record<string, TSchema> = {}) =>
  ({
    body: redeliverBody,
    bodyExample: { data: { type: 'webhook-deliveries', attributes: { since: '2026-04-01T00:00:00Z' } } },
    answers: [
      {
        status: 200,
        description: 'How many.',
        contentType: JSON_API,
        schema: Type.Object({
          meta: Type.Object(
            {
              redelivered: Type.Integer({ examples: [12], description: 'How many are sent again.' }),
              matching: Type.Optional(
                Type.Integer({ examples: [12], description: 'In a dry run: how many would be sent again.' }),
              ),
              ...counts,
            },
            { description: 'What was done.' },
          ),
        }),
      },
    ],
  }) as const

export const metaDocument = (meta: object) => rendered(JSON.stringify({ jsonapi: { version: '1.0' }, meta }))

function redeliverRoutes(http: Http): void {
  http.operation({
    ...shared,
    ...ofDelivery,
    method: 'POST',
    path: `${ofDelivery.path}/-actions/redeliver`,
    id: 'redeliverWebhook',
    support: 'write',
    summary: 'Send a delivery again',
    description:
      'The same bytes with the same event id, also when it had arrived, with a new series of attempts if it fails.',
    query: { resource: webhookDelivery },
    answers: [{ status: 200, description: 'The delivery, which waits now.', resource: webhookDelivery }],
    problems: [inactiveSubscription],
    async handle(ctx, { params }) {
      return await present(ctx, redeliver(ctx, subscriptionKeyOf(ctx, params), params.delivery))
    },
  })

  http.operation({
    ...shared,
    ...ofSubscription,
    ...redelivery(),
    method: 'POST',
    path: `${ofSubscription.path}/deliveries/-actions/redeliver`,
    id: 'redeliverFailedWebhooks',
    support: 'write',
    summary: 'Send again all that failed since a time',
    description: FOR_RECEIVERS_THAT_WERE_DOWN,
    problems: [inactiveSubscription],
    async handle(ctx, { params, body: { data } }) {
      return metaDocument(await redeliverFailed(ctx, subscriptionKeyOf(ctx, params), data.attributes))
    },
  })
}
