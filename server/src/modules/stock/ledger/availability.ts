/** Keeps the copy that a later module has of whether variants can be ordered up to date. */
import type { Queryable } from '../../../platform/database.ts'
import { singleExtensionPoint } from '../../../platform/extension-points.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import type { lockedLevels } from './locked-levels.ts'

/** A part of a statement. */
export type Fragment = ReturnType<typeof lockedLevels>

export interface Follower {
  /**
   * Parts for the `with` of a statement that changes levels, each after a comma. They read `flipped (variant_id,
   * is_orderable)`: the variants that could be ordered and now cannot, or the other way around. Mostly it is empty, and
   * then nothing else may be touched. The levels are locked by then.
   */
  follow: (db: Queryable, brandId: BrandId) => Fragment
  /** Compares the copy with the levels, writes anew what differs, and tells how much that was. */
  repair: (platform: Platform) => Promise<number>
}

/** Part of the statements that change levels, so that level and copy cannot differ. */
export const availabilityFollower = singleExtensionPoint<Follower>('stock.availability')

export const followed = (db: Queryable, brandId: BrandId): Fragment =>
  availabilityFollower.extension?.follow(db, brandId) ?? db``

export const repairFollower = async (platform: Platform): Promise<number> =>
  (await availabilityFollower.extension?.repair(platform)) ?? 0
