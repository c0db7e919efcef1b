/** What the operations of this module have in common. */
import { brandOf } from '../../domain/actor.ts'
import type { Ctx } from '../../http/operation.ts'
import { invariant } from '../../platform/invariant.ts'
import { type BrandRow, findBrand } from '../identity/index.ts'

export const BASE = '/api/v1/brands'
export const shared = { tag: 'Brands', access: 'brand' } as const

export async function ownBrand({ db, actor }: Ctx): Promise<BrandRow> {
  const brand = await findBrand(db, brandOf(actor))
  invariant(brand, 'an application of a brand belongs to one that exists')
  return brand
}
