/** Declarations that the operations of this module share. */
import { brandOf } from '../../domain/actor.ts'
import type { Ctx } from '../../http/operation.ts'
import { invariant } from '../../platform/invariant.ts'
import type { RowVersion } from '../../platform/queries/row-version.ts'
import { type BrandRow, findBrand } from '../identity/index.ts'

export const BASE = '/api/v1/brands'
export const shared = { tag: 'Brands', access: 'brand' } as const

export async function ownBrand({ db, actor }: Ctx): Promise<BrandRow & RowVersion> {
  const brand = await findBrand(db, brandOf(actor))
  invariant(brand, 'a token of a brand is issued to an existing brand')
  return brand
}
