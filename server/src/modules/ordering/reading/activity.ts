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

/** The decisions that wait for the operator change only with orders. */
export const decisionActivity: ActivitySource = {
  type: 'pending-decisions',
  async read({ db, actor: { account } }, openSince) {
    return account.kind === 'operator' ? versionAt(await latestOfAll(db), openSince) : null
  },
}

interface Latest {
  latest: number | null
  /** Distinguishes states with the same latest change. */
  rest?: string
}

const versionAt = ([row]: readonly Latest[], openSince: OpenSince) => ({
  version: versionOf([row?.rest, ...latestChange(row?.latest, openSince)]),
})

/** Uses orders_changed_idx. */
const latestOfBrand = (db: Queryable, brandId: BrandId) => db<Latest[]>`
  select platform.micros(max(changed_at)) as latest from ordering.orders where brand_id = ${brandId}`

/** Orders in these statuses do not change any more. */
const FINAL: readonly Status[] = ['brand_paid', 'cancelled']
const OPEN = STATUSES.filter((status) => !FINAL.includes(status))

/**
 * The latest change of the open orders of a retailer, and their number, which is lower once an order becomes final. The id of
 * the newest order reveals orders that were submitted and became final between two reads. Reads only the open orders, with
 * orders_retailer_status_idx, and one entry of orders_of_retailer_idx.
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
