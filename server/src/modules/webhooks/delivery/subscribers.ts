import type { Transaction } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { WebhooksSubscriptionsRow } from '../../../platform/rows.ts'

export type Interested = Pick<WebhooksSubscriptionsRow, 'id' | 'application_id' | 'events'>

/**
 * The subscriptions of a brand that are not disabled; paused ones get their deliveries later. They cannot be removed
 * before the transaction ends, or deliveries would be left to nobody.
 */
export async function interestedSubscriptions(tx: Transaction, brandId: BrandId): Promise<Interested[]> {
  return await tx<Interested[]>`
    select id, application_id, events
    from webhooks.subscriptions
    where brand_id = ${brandId} and disabled_at is null
    order by id
    for key share`
}
