/** Shows polling clients when deliveries were sent or added. */
import type { ActivitySource } from '../../../module.ts'
import { versionOf } from '../../../platform/queries/row-version.ts'

/** Covers the current hour and the one before, so that the start of an hour does not hide an attempt. */
const RECENT_MS = 7_200_000

export const deliveryActivity: ActivitySource = {
  type: 'webhook-deliveries',
  async read({ db, clock, actor: { account } }) {
    if (account.kind === 'retailer') return null
    if (account.kind === 'operator') {
      // The counters have few rows.
      const [tally] = await db<{ attempts: string | null }[]>`
        select sum(count)::text as attempts from webhooks.tallies`
      return { version: versionOf([tally?.attempts]) }
    }
    const { brandId } = account
    // Uses deliveries_brand_idx and receiver_hours_pkey.
    const [row] = await db<{ newest: string | null; attempts: number }[]>`
      select
        (
          select id from webhooks.deliveries
          where brand_id = ${brandId}
          order by created_at desc, deliveries.id desc
          limit 1
        ) as newest,
        (
          select coalesce(sum(delivered + failed), 0)::integer
          from webhooks.receiver_hours
          where brand_id = ${brandId} and hour > ${new Date(clock.now().getTime() - RECENT_MS)}
        ) as attempts`
    return { version: versionOf([row?.newest, row?.attempts]) }
  },
}
