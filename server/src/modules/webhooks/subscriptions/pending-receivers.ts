/** Receivers that their brand has to repair. */
import type { PendingWork } from '../../../module.ts'
import type { Fragment, Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'

const failingWebhooks: PendingWork = {
  kind: 'failing-webhooks',
  description: 'Webhook subscriptions whose receiver does not accept what is sent.',
  firstBy: 'since',
  select: (db, { account }) =>
    account.kind === 'brand'
      ? subscriptionsSince(db, account.brandId, db`failing_since`, db`and disabled_at is null`)
      : null,
}

const disabledWebhooks: PendingWork = {
  kind: 'disabled-webhooks',
  description: 'Webhook subscriptions that were switched off because every attempt failed; resume them.',
  firstBy: 'since',
  select: (db, { account }) =>
    account.kind === 'brand' ? subscriptionsSince(db, account.brandId, db`disabled_at`, db``) : null,
}

const unreadableWebhooks: PendingWork = {
  kind: 'unreadable-webhooks',
  description: 'Webhook subscriptions whose signing secret the server cannot read any more; rotate it.',
  firstBy: 'since',
  select: (db, { account }) =>
    account.kind === 'brand'
      ? subscriptionsSince(db, account.brandId, db`secret_unreadable_since`, db``)
      : null,
}

export const ailingReceivers: readonly PendingWork[] = [failingWebhooks, disabledWebhooks, unreadableWebhooks]

/** Needs no index: a brand has few subscriptions. */
const subscriptionsSince = (db: Queryable, brandId: BrandId, since: Fragment, condition: Fragment) => db`
  select id, url as name, disabled_reason as about, ${since} as since, null::date as due_on
  from webhooks.subscriptions
  where brand_id = ${brandId} and ${since} is not null ${condition}`
