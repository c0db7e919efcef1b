import type { ActivitySource } from '../../module.ts'
import type { Queryable } from '../../platform/database.ts'
import type { BrandId } from '../../platform/ids.ts'
import { latestChange } from '../../platform/queries/changes.ts'
import { versionOf } from '../../platform/queries/row-version.ts'
import { latestStockChange } from '../stock/index.ts'
import { latestOfRules } from './prices/discount-rules.ts'

/** For brands. Differs after every change of a product, a variant or its stock. */
export const productActivity: ActivitySource = {
  type: 'products',
  async read({ db, actor: { account } }, openSince) {
    if (account.kind !== 'brand') return null
    const [row] = await readLatest(db, account.brandId)
    return { version: versionOf(latestChange(row?.latest, openSince)) }
  },
}

/** For the operator, who manages the rules of all brands. */
export const discountRuleActivity: ActivitySource = {
  type: 'discount-rules',
  read: async ({ db, actor: { account } }) =>
    account.kind === 'operator' ? { version: await latestOfRules(db) } : null,
}

/** Uses products_changed_idx and variants_changed_idx. */
const readLatest = (db: Queryable, brandId: BrandId) => db<{ latest: number | null }[]>`
  select platform.micros(greatest(
    (select max(changed_at) from catalog.products where brand_id = ${brandId}),
    (select max(changed_at) from catalog.variants where brand_id = ${brandId}),
    ${latestStockChange(db, brandId)}
  )) as latest`
