/** Tells clients that poll when something was sent, or is to be sent. */
import type { ActivitySource } from '../../../module.ts'
import { versionOf } from '../../../platform/queries/row-version.ts'

/** Of the current hour and the one before, so that an hour that begins does not hide an attempt. */
const RECENT_MS = 7_200_000

export const deliveryActivity: ActivitySource = {
  type: 'webhook-deliveries',
  async read({ db, clock, actor: { account } }) {
    if (account.kind === 'retailer') return null
    if (account.kind === 'operator') {
      // The counts of all attempts, which are few rows.
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
