/** Lots in warehouses. A later module keeps them; postings name the lot that moved, and stock states list them. */
import type { Fragment, Queryable } from '../../../platform/database.ts'
import { singleExtensionPoint } from '../../../platform/extension-points.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { LoadOwned } from '../../../platform/owned.ts'

/** As a posting names it. */
export interface Lot {
  id: string
  number: string
  /** A day; null when it does not expire. */
  expiresOn: string | null
}

export interface LotRow {
  id: string
  number: string
  expires_on: string | null
}

export interface LotKeeper {
  load: LoadOwned<LotRow>
  /**
   * All lots of a brand, those that are used up too: `id`, `number`, `expires_on`, the `variant_id` and `location_id` of
   * where they lie, and the columns of `stock.warehouse_levels` but for `incoming`.
   */
  lots: (db: Queryable, brandId: BrandId) => Fragment
}

export const lotKeeper = singleExtensionPoint<LotKeeper>('stock.lots')
