import { brandOf } from '../../domain/actor.ts'
import { operatorTag } from '../../http/operator-api.ts'
import type { Module } from '../../module.ts'
import { publishedEvents } from '../../platform/events/published-events.ts'
import { fill } from '../../platform/extension-points.ts'
import { identityEvents } from '../identity/index.ts'
import { timelineSources } from '../ordering/index.ts'
import { deliverDue, startDelivering } from './delivery/delivery.ts'
import { dueBrands, findForgottenDeliveriesJob } from './delivery/due-brands.ts'
import { CONTEXT, createEventRenderer, type EventRenderer } from './delivery/event-renderer.ts'
import { fanOut } from './delivery/fan-out.ts'
import { messageSchema } from './delivery/message.ts'
import { keepWaitsOfDeliveries } from './delivery/queue.ts'
import { sendingRoutes } from './delivery/sending-routes.ts'
import { testRoutes } from './delivery/test-routes.ts'
import { webhookCheck } from './health.ts'
import { listenedEvent, listeningRoutes } from './listening/routes.ts'
import { deliveryActivity } from './log/activity.ts'
import { effectsOnWebhooks } from './log/effects.ts'
import { operatorLogRoutes } from './log/operator-routes.ts'
import { webhookDelivery } from './log/resources.ts'
import { purgeLogJob } from './log/retention.ts'
import { logRoutes } from './log/routes.ts'
import { deliveriesOfOrder } from './log/timeline.ts'
import { collectWebhookMetrics } from './metrics.ts'
import { subscriptionActivity } from './subscriptions/activity.ts'
import { healthRoutes } from './subscriptions/health-routes.ts'
import { operatorRoutes } from './subscriptions/operator-routes.ts'
import { ailingReceivers } from './subscriptions/pending-receivers.ts'
import { subscriptionsOfApplications } from './subscriptions/queries.ts'
import { selectAttemptsByHour } from './subscriptions/receiver-hours.ts'
import {
  operatorSubscription,
  webhookEvent,
  webhookHealth,
  webhookSubscription,
  withSecret,
} from './subscriptions/resources.ts'
import { subscriptionRoutes } from './subscriptions/routes.ts'
import { sealedSecrets } from './subscriptions/signing-secrets.ts'
import { endWithApplication } from './subscriptions/subscriptions.ts'

/** Publishes the events of the given modules: brands subscribe to them and receive them as HTTP requests. */
export function webhooksOf(modules: readonly Module[]): Module {
  const published = publishedEvents(modules)
  const resources = [
    webhookSubscription,
    operatorSubscription,
    webhookEvent,
    webhookHealth,
    webhookDelivery,
    listenedEvent,
  ]
  const loaders = Object.assign({}, ...modules.map((module) => module.loaders ?? {}))
  let created: EventRenderer | undefined
  const renderer = () => {
    created ??= createEventRenderer(
      [...modules.flatMap((module) => module.resources ?? []), ...resources],
      loaders,
    )
    return created
  }
  const publish = fanOut(published, renderer)
  return {
    name: 'webhooks',
    schemas: ['webhooks'],
    fills: [fill(timelineSources, deliveriesOfOrder)],
    tags: operatorTag,
    resources,
    loaders: {
      async webhookSubscriptionsOfApplications(ctx, applicationIds) {
        const { db, actor } = ctx
        // Only brands have subscriptions.
        if (actor.account.kind !== 'brand') return []
        const rows = await subscriptionsOfApplications(db, brandOf(actor), applicationIds)
        return rows.map((row) => withSecret(ctx, row))
      },
    },
    jobs: [purgeLogJob, findForgottenDeliveriesJob],
    queue: {
      start: (platform, options) => startDelivering(platform, published, options),
      runDue: (platform) => deliverDue(platform, published),
    },
    keepWaits: async (tx, movedBackMs) => {
      await keepWaitsOfDeliveries(tx, movedBackMs)
      await dueBrands.keepWaits(tx, movedBackMs)
    },
    consumers: [
      ...published.types.map((event) => ({ of: event, by: publish })),
      { of: identityEvents.applicationRevoked, by: endWithApplication },
    ],
    activity: [subscriptionActivity, deliveryActivity],
    pending: ailingReceivers,
    attemptsByHour: selectAttemptsByHour,
    health: [webhookCheck],
    sealed: sealedSecrets,
    effects: effectsOnWebhooks,
    metrics: collectWebhookMetrics,
    webhooks: { events: published.types, context: CONTEXT, body: messageSchema },
    routes(http) {
      subscriptionRoutes(http, published)
      testRoutes(http, published, renderer)
      logRoutes(http, published)
      healthRoutes(http)
      operatorRoutes(http)
      operatorLogRoutes(http, published)
    },
    testingRoutes(http) {
      listeningRoutes(http, published)
      sendingRoutes(http)
    },
  }
}
