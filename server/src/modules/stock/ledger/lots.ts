/** Lots of what lies in warehouses. They are kept by a later module; the ledger notes which one moved, and shows them. */
import type { Fragment, Queryable } from '../../../platform/database.ts'
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

let keeper: LotKeeper | undefined

/** Called when a module that comes after this one is loaded: stock must not know it. */
export function keepLots(given: LotKeeper): void {
  keeper = given
}

/** Undefined where nobody keeps lots. */
export const lotKeeper = (): LotKeeper | undefined => keeper
