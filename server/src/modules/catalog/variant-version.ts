import type { CurrentVersion } from '../../domain/expected-version.ts'
import type { Transaction } from '../../platform/database.ts'
import type { BrandId, VariantId } from '../../platform/ids.ts'
import { lockVariant } from './product-flags.ts'
import { findVariant, variantVersion } from './variants.ts'

/** Locks a variant and returns its version, for a write that expects one. Undefined if the brand has no such variant. */
export async function lockVariantVersion(
  tx: Transaction,
  brandId: BrandId,
  id: VariantId,
): Promise<CurrentVersion | undefined> {
  await lockVariant(tx, brandId, id)
  // The version is read by another statement, because the snapshot of the first one is older than its locks.
  const variant = await findVariant(tx, brandId, id)
  if (!variant) return undefined
  return { version: variantVersion(variant), meta: { stockQuantity: variant.stock_quantity } }
}
