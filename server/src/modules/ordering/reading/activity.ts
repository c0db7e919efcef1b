import type { ActivitySource } from '../../../module.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId, RetailerId } from '../../../platform/ids.ts'
import { versionOf } from '../../../platform/row-version.ts'

/** For brands and retailers. The operator's list is too long for a version that is cheap. */
export const orderActivity: ActivitySource = {
  type: 'orders',
  async read({ db, actor: { account } }) {
    if (account.kind === 'operator') return null
    const [latest] =
      account.kind === 'brand'
        ? await latestOfBrand(db, account.brandId)
        : await latestOfRetailer(db, account.retailerId)
    return { version: versionOf([latest?.changed_at]) }
  },
}

interface Latest {
  changed_at: string | null
}

/** Uses orders_changed_idx. As text, because a Date has no microseconds. */
const latestOfBrand = (db: Queryable, brandId: BrandId) => db<Latest[]>`
  select max(changed_at)::text as changed_at from ordering.orders where brand_id = ${brandId}`

/** Reads the orders of the retailer through orders_of_retailer_idx; they are few. */
const latestOfRetailer = (db: Queryable, retailerId: RetailerId) => db<Latest[]>`
  select max(changed_at)::text as changed_at from ordering.orders where retailer_id = ${retailerId}`
