import type { Http } from '../../../http/http.ts'
import { document } from '../../../http/operation.ts'
import type { PublishedEvents } from '../../../platform/events/published-events.ts'
import { presentDelivery, webhookDelivery } from '../log/resources.ts'
import { subscriptionBodies } from '../subscriptions/resources.ts'
import { inactiveSubscription, ofSubscription, shared, subscriptionKeyOf } from '../subscriptions/routes.ts'
import type { EventRenderer } from './event-renderer.ts'
import { sendTestEvent } from './test-events.ts'

export function testRoutes(http: Http, published: PublishedEvents, renderer: () => EventRenderer): void {
  http.operation({
    ...shared,
    ...ofSubscription,
    method: 'POST',
    path: `${ofSubscription.path}/-actions/test`,
    id: 'testWebhookSubscription',
    support: 'write',
    summary: 'Send a sample event to a subscription',
    description:
      'Signed and sent like any other, with an invented resource and `test` in `meta.event`. Follow the delivery to see what came back.',
    query: { resource: webhookDelivery },
    body: subscriptionBodies(published).test,
    bodyExample: { data: { type: 'webhook-subscriptions', attributes: { event: 'order.shipped' } } },
    answers: [{ status: 201, description: 'The delivery, which waits now.', resource: webhookDelivery }],
    problems: [inactiveSubscription],
    async handle(ctx, { params, body: { data } }) {
      const { event } = data.attributes
      const key = subscriptionKeyOf(ctx, params)
      const delivery = await sendTestEvent(ctx, key, { published, renderer: renderer() }, event as string)
      return document(webhookDelivery, presentDelivery(ctx.config, delivery), { status: 201 })
    },
  })
}
