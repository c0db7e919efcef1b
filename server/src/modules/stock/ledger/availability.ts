/** Whether variants can be ordered, told to the module that keeps a copy of it. */
import type { Queryable } from '../../../platform/database.ts'
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

let follower: Follower | undefined

/** Called when a module that comes after this one is loaded: stock must not know it, but writes with it in one statement. */
export function followAvailability(given: Follower): void {
  follower = given
}

export const followed = (db: Queryable, brandId: BrandId): Fragment =>
  follower ? follower.follow(db, brandId) : db``

export const repairFollower = async (platform: Platform): Promise<number> =>
  (await follower?.repair(platform)) ?? 0
