/** The brands that have deliveries to send. */
import { planAnew, type Queryable } from '../../../platform/database.ts'
import { DueBrands } from '../../../platform/distribution/due-brands.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { forgottenWorkJob } from '../../identity/index.ts'

export const DELIVERIES_CHANNEL = 'tradehall_deliveries'

/**
 * What is paused, disabled or held needs no row, as long as what ends that state writes one; a hold ends by time. What is
 * leased stays due, because its lease may end at any time.
 */
export const dueBrands = new DueBrands({ name: 'deliveries', channel: DELIVERIES_CHANNEL, nextDue })

/** Reads one entry of deliveries_due_idx for each subscription. */
async function nextDue(db: Queryable, brandIds: readonly BrandId[]): Promise<Map<BrandId, Date>> {
  const ids = brandIds as string[]
  const rows = await planAnew(db<{ brand_id: BrandId; due_at: Date }[]>`
    select brand_id, min(greatest(first_due_at, held_until)) as due_at
    from (
      select brand_id, held_until, (
        select min(due_at)
        from webhooks.deliveries
        where brand_id = any(${ids}::uuid[]) and deliveries.brand_id = subscriptions.brand_id
        and subscription_id = subscriptions.id and state = 'waiting'
      ) as first_due_at
      from webhooks.subscriptions
      where brand_id = any(${ids}::uuid[]) and paused_at is null and disabled_at is null
    ) as waiting
    where first_due_at is not null
    group by brand_id`)
  return new Map(rows.map(({ brand_id, due_at }) => [brand_id, due_at]))
}

export const findForgottenDeliveriesJob = forgottenWorkJob('find-forgotten-deliveries', {
  meaning: 'Finds webhook deliveries that are due and that no worker would look for.',
  dueBrands,
})
