import { brandOf } from '../../http/actor.ts'
import { operatorTag } from '../../http/operator-api.ts'
import type { Module } from '../../module.ts'
import { publishedEvents } from '../../platform/published-events.ts'
import { identityEvents } from '../identity/index.ts'
import { dispatchDue, startDispatcher } from './delivery/dispatcher.ts'
import { fanOut } from './delivery/fan-out.ts'
import { messageSchema } from './delivery/message.ts'
import { CONTEXT, createShowing, type Showing } from './delivery/showing.ts'
import { testRoutes } from './delivery/test-routes.ts'
import { listenedEvent, listeningRoutes } from './listening/routes.ts'
import { webhookDelivery } from './log/resources.ts'
import { purgeLogJob } from './log/retention.ts'
import { logRoutes } from './log/routes.ts'
import { collectWebhookFigures } from './metrics.ts'
import { operatorRoutes } from './subscriptions/operator-routes.ts'
import { subscriptionsOfApplications } from './subscriptions/queries.ts'
import { operatorSubscription, shown, webhookEvent, webhookSubscription } from './subscriptions/resources.ts'
import { subscriptionRoutes } from './subscriptions/routes.ts'
import { endWithApplication } from './subscriptions/subscriptions.ts'

/** The webhooks of a marketplace that is made of these modules: their events are what can be subscribed to. */
export function webhooksOf(modules: readonly Module[]): Module {
  const published = publishedEvents(modules)
  const resources = [webhookSubscription, operatorSubscription, webhookEvent, webhookDelivery, listenedEvent]
  const loaders = Object.assign({}, ...modules.map((module) => module.loaders ?? {}))
  let made: Showing | undefined
  const showing = () => {
    made ??= createShowing([...modules.flatMap((module) => module.resources ?? []), ...resources], loaders)
    return made
  }
  const tell = fanOut(published, showing)
  return {
    name: 'webhooks',
    schemas: ['webhooks'],
    tags: operatorTag,
    resources,
    loaders: {
      async webhookSubscriptionsOfApplications({ db, secrets, actor }, applicationIds) {
        // Others than brands have nothing that could be told.
        if (actor.account.kind !== 'brand') return []
        const rows = await subscriptionsOfApplications(db, brandOf(actor), applicationIds)
        return rows.map((row) => shown(secrets, row))
      },
    },
    jobs: [purgeLogJob],
    queue: {
      start: (platform, options) => startDispatcher(platform, published, options),
      runDue: (platform) => dispatchDue(platform, published),
    },
    consumers: [
      ...published.types.map((event) => ({ of: event, by: tell })),
      { of: identityEvents.applicationRevoked, by: endWithApplication },
    ],
    metrics: collectWebhookFigures,
    webhooks: { events: published.types, context: CONTEXT, body: messageSchema },
    routes(http) {
      subscriptionRoutes(http, published)
      testRoutes(http, published, showing)
      logRoutes(http, published)
      operatorRoutes(http)
    },
    testingRoutes: (http) => listeningRoutes(http, published),
  }
}
