/** The extension point for a later module that stores a copy of whether variants can be ordered. */
import type { Fragment, Queryable } from '../../../platform/database.ts'
import { singleExtensionPoint } from '../../../platform/extension-points.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'

export interface AvailabilityCopy {
  /**
   * Common table expressions, each after a comma, for the `with` of a statement that changes levels. They read `flipped
   * (variant_id, is_orderable)`: the variants whose availability changed. It is usually empty, and then the expressions must
   * not touch any row. The levels are locked at this point.
   */
  update: (db: Queryable, brandId: BrandId) => Fragment
  /** Compares the copy with the levels, corrects differences, and returns the number of corrections. */
  repair: (platform: Platform) => Promise<number>
}

/** The copy is updated in the statements that change levels, so that both are consistent. */
export const availabilityCopy = singleExtensionPoint<AvailabilityCopy>('stock.availability')

export const updateAvailabilityCopy = (db: Queryable, brandId: BrandId): Fragment =>
  availabilityCopy.extension?.update(db, brandId) ?? db``

export const repairAvailabilityCopy = async (platform: Platform): Promise<number> =>
  (await availabilityCopy.extension?.repair(platform)) ?? 0
