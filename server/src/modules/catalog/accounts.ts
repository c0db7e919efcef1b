import type { Actor } from '../../http/actor.ts'
import { invariant } from '../../platform/invariant.ts'

/** The brand that asks; for operations whose `access` is `brand`. */
export function brandOf({ account }: Actor): string {
  invariant(account.kind === 'brand', 'only brands get here')
  return account.brandId
}

export function retailerOf({ account }: Actor): string {
  invariant(account.kind === 'retailer', 'only retailers get here')
  return account.retailerId
}
