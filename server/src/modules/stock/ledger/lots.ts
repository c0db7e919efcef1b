/** The extension point for a later module that owns lots in warehouses. Postings and stock states refer to lots. */
import type { Fragment, Queryable } from '../../../platform/database.ts'
import { singleExtensionPoint } from '../../../platform/extension-points.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { LoadOwned } from '../../../platform/queries/owned.ts'

/** The lot of a posting. */
export interface Lot {
  id: string
  number: string
  /** A day; null if the lot does not expire. */
  expiresOn: string | null
}

export interface LotRow {
  id: string
  number: string
  expires_on: string | null
}

export interface LotProvider {
  load: LoadOwned<LotRow>
  /**
   * A query for all lots of a brand, including used up ones: `id`, `number`, `expires_on`, `variant_id`, `location_id`, and
   * the quantities of `stock.warehouse_levels` except `incoming`.
   */
  lots: (db: Queryable, brandId: BrandId) => Fragment
}

export const lotProvider = singleExtensionPoint<LotProvider>('stock.lots')
