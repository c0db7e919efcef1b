/** Receivers that do not accept deliveries are shown as failures to their brand and to the operator. */
import type { ActivitySource } from '../../../module.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { versionOf } from '../../../platform/queries/row-version.ts'
import type { WebhooksSubscriptionsRow } from '../../../platform/rows.ts'

export const subscriptionActivity: ActivitySource = {
  type: 'webhook-subscriptions',
  async read({ db, actor: { account } }) {
    if (account.kind === 'retailer') return null
    const rows = account.kind === 'brand' ? await ofBrand(db, account.brandId) : await ailingOfAllBrands(db)
    return {
      version: versionOf(rows.map(({ id, row_version }) => `${id} ${row_version}`)),
      failures: rows.flatMap(failureOf),
    }
  },
}

type Row = Pick<
  WebhooksSubscriptionsRow,
  'id' | 'url' | 'disabled_at' | 'failing_since' | 'secret_unreadable_since'
> & {
  row_version: string
}

function failureOf({ id, url, disabled_at, failing_since, secret_unreadable_since: unreadable }: Row) {
  if (disabled_at) return [{ id, sentence: `Webhooks to ${url} are switched off.`, since: disabled_at }]
  if (unreadable)
    return [{ id, sentence: `Webhooks to ${url} wait for a new signing secret.`, since: unreadable }]
  return failing_since ? [{ id, sentence: `Webhooks to ${url} fail.`, since: failing_since }] : []
}

/** Needs no index: a brand has few subscriptions. */
const ofBrand = (db: Queryable, brandId: BrandId) => db<Row[]>`
  select id, url, disabled_at, failing_since, secret_unreadable_since, xmin::text as row_version
  from webhooks.subscriptions
  where brand_id = ${brandId}
  order by id`

/** Uses subscriptions_attention_idx. The shown columns are the version: `xmin` cannot be read from the rows of several brands. */
const ailingOfAllBrands = (db: Queryable) => db<Row[]>`
  select id, url, disabled_at, failing_since, secret_unreadable_since,
    concat_ws(' ', url, disabled_at, failing_since, secret_unreadable_since) as row_version
  from webhooks.subscriptions
  where failing_since is not null or disabled_at is not null or secret_unreadable_since is not null
  order by created_at desc, id desc
  limit 20`
