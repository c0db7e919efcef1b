import type { ApplicationId, BrandId, RetailerId, UserId } from '../platform/ids.ts'
import { invariant } from '../platform/invariant.ts'

/** Who is asking: an application, in the name of a user, for the account that both belong to. */
export interface Actor {
  applicationId: ApplicationId
  userId: UserId
  account: Account
}

/** Who came with an email address and a password: a person, without a program that acts for them. */
export type Person = Omit<Actor, 'applicationId'>

export type Account =
  | { kind: 'brand'; brandId: BrandId }
  | { kind: 'retailer'; retailerId: RetailerId }
  | { kind: 'operator' }

/** Null for the operator, who has no row of its own. */
export function accountIdOf(account: Account): string | null {
  if (account.kind === 'brand') return account.brandId
  return account.kind === 'retailer' ? account.retailerId : null
}

/** The brand that asks; for operations whose `access` is `brand`. */
export function brandOf({ account }: Person): string {
  invariant(account.kind === 'brand', 'only brands get here')
  return account.brandId
}

/** The retailer that asks; for operations whose `access` is `retailer`. */
export function retailerOf({ account }: Actor): string {
  invariant(account.kind === 'retailer', 'only retailers get here')
  return account.retailerId
}

/** People and their passwords, as the HTTP server needs them. Given by the identity module. */
export interface People {
  /** Throws the 401 problem when there is no such person, or the password is another one. */
  authenticate(email: string, password: string): Promise<Person>
}

/** Access tokens, as the HTTP server needs them. Given by the identity module. */
export interface Tokens {
  issue(applicationId: ApplicationId): Promise<string>
  /** Turns a token into an actor, at once when it is known, or throws the 401 problem that says why not. */
  authenticate(token: string): Actor | Promise<Actor>
}
