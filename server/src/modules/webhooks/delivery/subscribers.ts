import type { Transaction } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { WebhooksSubscriptionsRow } from '../../../platform/rows.ts'

export type ActiveSubscription = Pick<WebhooksSubscriptionsRow, 'id' | 'application_id' | 'events'>

/**
 * The subscriptions of a brand that are not disabled, paused ones included: their deliveries are sent later. The lock
 * prevents their removal until the transaction ends, which would leave deliveries without a subscription.
 */
export async function lockActiveSubscriptions(
  tx: Transaction,
  brandId: BrandId,
): Promise<ActiveSubscription[]> {
  return await tx<ActiveSubscription[]>`
    select id, application_id, events
    from webhooks.subscriptions
    where brand_id = ${brandId} and disabled_at is null
    order by id
    for key share`
}
