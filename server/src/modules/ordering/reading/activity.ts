import type { ActivitySource } from '../../../module.ts'
import { oneOfTexts, type Queryable } from '../../../platform/database.ts'
import type { BrandId, RetailerId } from '../../../platform/ids.ts'
import { latestChange, type OpenSince } from '../../../platform/queries/changes.ts'
import { versionOf } from '../../../platform/queries/row-version.ts'
import { STATUSES, type Status } from '../order/move-table.ts'

export const orderActivity: ActivitySource = {
  type: 'orders',
  async read({ db, actor: { account } }, openSince) {
    switch (account.kind) {
      case 'brand':
        return versionAt(await latestOfBrand(db, account.brandId), openSince)
      case 'retailer':
        return versionAt(await latestOfRetailer(db, account.retailerId), openSince)
      case 'operator':
        return versionAt(await latestOfAll(db), openSince)
    }
  },
}

/** What waits for the operator changes with orders and with nothing else. */
export const decisionActivity: ActivitySource = {
  type: 'pending-decisions',
  async read({ db, actor: { account } }, openSince) {
    return account.kind === 'operator' ? versionAt(await latestOfAll(db), openSince) : null
  },
}

interface Latest {
  latest: number | null
  /** What else tells states apart. */
  rest?: string
}

const versionAt = ([row]: readonly Latest[], openSince: OpenSince) => ({
  version: versionOf([row?.rest, ...latestChange(row?.latest, openSince)]),
})

/** Uses orders_changed_idx. */
const latestOfBrand = (db: Queryable, brandId: BrandId) => db<Latest[]>`
  select platform.micros(max(changed_at)) as latest from ordering.orders where brand_id = ${brandId}`

/** An order in one of these changes no more. */
const FINAL: readonly Status[] = ['brand_paid', 'cancelled']
const OPEN = STATUSES.filter((status) => !FINAL.includes(status))

/**
 * The newest change among the open orders of a retailer, and their number: an order that becomes final leaves them. The
 * newest order of all stands for those that came and became final in between. Reads the open ones alone, through
 * orders_retailer_status_idx, and one of orders_of_retailer_idx.
 */
const latestOfRetailer = (db: Queryable, retailerId: RetailerId) => db<Latest[]>`
  select platform.micros(max(changed_at)) as latest, concat_ws(' ', count(*), (
    select id from ordering.orders
    where retailer_id = ${retailerId}
    order by created_at desc, id desc
    limit 1
  )) as rest
  from ordering.orders
  where retailer_id = ${retailerId} and status = ${oneOfTexts(db, OPEN)}`

/** Uses orders_changed_of_all_idx. */
const latestOfAll = (db: Queryable) => db<Latest[]>`
  select platform.micros(max(changed_at)) as latest from ordering.orders`
