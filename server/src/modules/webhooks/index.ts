import { brandOf } from '../../domain/actor.ts'
import { operatorTag } from '../../http/operator-api.ts'
import type { Module } from '../../module.ts'
import { identityEvents } from '../identity/index.ts'
import { sendDue, startCouriers } from './delivery/couriers.ts'
import { fanOut } from './delivery/fan-out.ts'
import { messageSchema } from './delivery/message.ts'
import { CONTEXT, createShowing, type Showing } from './delivery/showing.ts'
import { testRoutes } from './delivery/test-routes.ts'
import { knownEvents } from './known-events.ts'
import { webhookDelivery } from './log/resources.ts'
import { purgeLogJob } from './log/retention.ts'
import { logRoutes } from './log/routes.ts'
import { collectWebhookFigures } from './metrics.ts'
import { operatorRoutes } from './subscriptions/operator-routes.ts'
import { subscriptionsOfApplications } from './subscriptions/queries.ts'
import { operatorSubscription, shown, webhookEvent, webhookSubscription } from './subscriptions/resources.ts'
import { subscriptionRoutes } from './subscriptions/routes.ts'
import { endWithApplication } from './subscriptions/subscriptions.ts'

export { signatureHeaders } from './delivery/signing.ts'
export { type KnownEvents, knownEvents } from './known-events.ts'
export { type HeardEvent, hearEvents, listeningSecret } from './listening/listening.ts'

/** The webhooks of a marketplace that is made of these modules: their events are what can be subscribed to. */
export function webhooksOf(modules: readonly Module[]): Module {
  const known = knownEvents(modules.flatMap((module) => module.events ?? []))
  const resources = [webhookSubscription, operatorSubscription, webhookEvent, webhookDelivery]
  const loaders = Object.assign({}, ...modules.map((module) => module.loaders ?? {}))
  let made: Showing | undefined
  const showing = () => {
    made ??= createShowing([...modules.flatMap((module) => module.resources ?? []), ...resources], loaders)
    return made
  }
  const tell = fanOut(known, showing)
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
      start: (platform, options) => startCouriers(platform, known, options),
      runDue: (platform) => sendDue(platform, known),
    },
    consumers: [
      ...known.list.map((event) => ({ of: event, by: tell })),
      { of: identityEvents.applicationRevoked, by: endWithApplication },
    ],
    metrics: collectWebhookFigures,
    webhooks: { events: known.list, context: CONTEXT, body: messageSchema },
    routes(http) {
      subscriptionRoutes(http, known)
      testRoutes(http, known, showing)
      logRoutes(http, known)
      operatorRoutes(http)
    },
  }
}
