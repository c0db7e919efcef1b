import { brandOf } from '../../../domain/actor.ts'
import type { Http } from '../../../http/http.ts'
import { document } from '../../../http/operation.ts'
import type { KnownEvents } from '../known-events.ts'
import { webhookDelivery } from '../log/resources.ts'
import { subscriptionBodies } from '../subscriptions/resources.ts'
import { ofSubscription, shared } from '../subscriptions/routes.ts'
import type { Showing } from './showing.ts'
import { sendTestEvent } from './test-events.ts'

export function testRoutes(http: Http, known: KnownEvents, showing: () => Showing): void {
  http.operation({
    ...shared,
    ...ofSubscription,
    method: 'POST',
    path: `${ofSubscription.path}/-actions/test`,
    id: 'testWebhookSubscription',
    summary: 'Send a sample event to a subscription',
    description:
      'Signed and sent like any other, with an invented resource and `test` in `meta.event`. Follow the delivery to see what came back.',
    query: { resource: webhookDelivery },
    body: subscriptionBodies(known).test,
    bodyExample: { data: { type: 'webhook-subscriptions', attributes: { event: 'order.shipped' } } },
    answers: [{ status: 201, description: 'The delivery, which waits now.', resource: webhookDelivery }],
    problems: [{ status: 409, description: 'The subscription is paused or disabled.' }],
    async handle(ctx, { params, body: { data } }) {
      const place = { brandId: brandOf(ctx.actor), subscriptionId: params.webhookSubscription }
      const { event } = data.attributes
      const delivery = await sendTestEvent(ctx, place, { known, showing: showing() }, event as string)
      return document(webhookDelivery, delivery, { status: 201 })
    },
  })
}
