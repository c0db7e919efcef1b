/** The profile of a brand: the attributes that it may change itself. The operator changes the rest of its account. */
import { isDeepStrictEqual } from 'node:util'
import type { CurrentVersion } from '../../domain/expected-version.ts'
import type { Queryable } from '../../platform/database.ts'
import type { BrandId } from '../../platform/ids.ts'
import { invariant } from '../../platform/invariant.ts'
import { type RowVersion, versionOf } from '../../platform/queries/row-version.ts'
import { inTransaction, type Work } from '../../platform/work.ts'
import { type BrandRow, findBrand, lockBrand, updateBrand } from '../identity/index.ts'

export type ProfileChange = Partial<Pick<BrandRow, 'name' | 'images'>>

export const profileVersion = ({ id, row_version, updated_at }: BrandRow & RowVersion): string =>
  versionOf([id, row_version, updated_at])

/** Locks the brand and returns its version, for a write that expects one. */
export async function lockProfile(tx: Queryable, brandId: BrandId): Promise<CurrentVersion> {
  await lockBrand(tx, brandId)
  return { version: profileVersion(await existing(tx, brandId)) }
}

/** Changes the given columns. `changed` names those with a new value; if there are none, nothing is written. */
export async function changeProfile(
  work: Work,
  brandId: BrandId,
  change: ProfileChange,
): Promise<{ row: BrandRow; changed: string[] }> {
  return await inTransaction(work, async (work) => {
    await lockBrand(work.db, brandId)
    const before = await existing(work.db, brandId)
    const differing = Object.entries(change).filter(
      ([column, value]) => !isDeepStrictEqual(before[column as keyof ProfileChange], value),
    )
    const row = await updateBrand(work, brandId, Object.fromEntries(differing))
    invariant(row, 'the brand is locked')
    return { row, changed: differing.map(([column]) => column) }
  })
}

async function existing(db: Queryable, brandId: BrandId): Promise<BrandRow & RowVersion> {
  const brand = await findBrand(db, brandId)
  invariant(brand, 'a token of a brand is issued to an existing brand')
  return brand
}
