/** Who sends a request: the authenticated application or person, and the account that it belongs to. */
import type { ApplicationId, BrandId, RetailerId, UserId } from '../platform/ids.ts'
import { invariant } from '../platform/invariant.ts'

/** An application that was authenticated by an access token, with the user and the account that it belongs to. */
export interface Actor {
  applicationId: ApplicationId
  userId: UserId
  account: Account
}

/** A user who was authenticated by email address and password. */
export type Person = Omit<Actor, 'applicationId'>

export type Account =
  | { kind: 'brand'; brandId: BrandId }
  | { kind: 'retailer'; retailerId: RetailerId }
  | { kind: 'operator' }

/** The id of the brand or retailer. Null for the operator, which is not stored as an account. */
export function accountIdOf(account: Account): string | null {
  if (account.kind === 'brand') return account.brandId
  return account.kind === 'retailer' ? account.retailerId : null
}

/** The brand of the caller, for operations whose `access` is `brand`. */
export function brandOf({ account }: Person): string {
  invariant(account.kind === 'brand', 'the caller is a brand')
  return account.brandId
}

/** The retailer of the caller, for operations whose `access` is `retailer`. */
export function retailerOf({ account }: Actor): string {
  invariant(account.kind === 'retailer', 'the caller is a retailer')
  return account.retailerId
}
