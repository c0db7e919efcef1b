import type { ActivitySource } from '../../module.ts'
import type { Queryable } from '../../platform/database.ts'
import type { BrandId } from '../../platform/ids.ts'
import { versionOf } from '../../platform/row-version.ts'
import { latestStockChange } from '../stock/index.ts'
import { latestOfRules } from './prices/discount-rules.ts'

/** For brands. Differs after every change of a product, a variant or its stock. */
export const productActivity: ActivitySource = {
  type: 'products',
  async read({ db, actor: { account } }) {
    if (account.kind !== 'brand') return null
    const [latest] = await latestChanges(db, account.brandId)
    return { version: versionOf([latest?.products, latest?.variants, latest?.stock]) }
  },
}

/** For the operator, who manages the rules of all brands. */
export const discountRuleActivity: ActivitySource = {
  type: 'discount-rules',
  read: async ({ db, actor: { account } }) =>
    account.kind === 'operator' ? { version: await latestOfRules(db) } : null,
}

/** Uses products_changed_idx and variants_changed_idx. As text, because a Date has no microseconds. */
const latestChanges = (db: Queryable, brandId: BrandId) => db<
  Record<'products' | 'variants' | 'stock', string | null>[]
>`
  select (select max(changed_at)::text from catalog.products where brand_id = ${brandId}) as products,
    (select max(changed_at)::text from catalog.variants where brand_id = ${brandId}) as variants,
    ${latestStockChange(db, brandId)} as stock`
