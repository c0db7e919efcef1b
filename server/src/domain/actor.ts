/** Who sends a request: the authenticated application or person, and the account that it belongs to. */
import type { ApplicationId, BrandId, RetailerId, SessionId, UserId } from '../platform/ids.ts'
import { invariant } from '../platform/invariant.ts'

export const ROLES = ['owner', 'staff', 'operator'] as const
/** What a user may do in its account. Users of brands and retailers are owners or staff, those of the operator operators. */
export type Role = (typeof ROLES)[number]

export const SESSION_STATES = [
  'active',
  'second-factor-required',
  'second-factor-setup-required',
  'support-ended',
] as const
export type SessionState = (typeof SESSION_STATES)[number]

export const SUPPORT_ACCESS = ['read-only', 'read-write'] as const
/** What a support session may do: look, or also what `Operation.support` declares. */
export type SupportAccess = (typeof SUPPORT_ACCESS)[number]

/** The session of a user who signed in. */
export interface ActiveSession {
  id: SessionId
  role: Role
  state: SessionState
  /** When the user gave the password last, in real time. */
  passwordConfirmedAt: Date | null
  /** When it ends at the latest, in real time. */
  expiresAt: Date
  /** Set in a support session: the user is an operator, and the account a brand as which the operator views. */
  support: { access: SupportAccess } | null
}

/** An application that was authenticated by an access token, or a user who signed in, and the account of either. */
export interface Actor {
  /** Null for a session. */
  applicationId: ApplicationId | null
  userId: UserId
  account: Account
  /** Null for an application, which may do everything that its account may. */
  session: ActiveSession | null
}

/** A user of an account, authenticated by email address and password or by a session. */
export interface Person {
  userId: UserId
  account: Account
  role: Role
}

/** Who acts, for records: the application or, in a session, the user. Neither, if the server acts by itself. */
export interface Doer {
  applicationId: ApplicationId | null
  userId?: UserId | null
  /** The support session in which the user, an operator, acts for a brand; null otherwise. */
  supportSessionId?: SessionId | null
}

export const SERVER: Required<Doer> = { applicationId: null, userId: null, supportSessionId: null }

export const doerOf = ({ applicationId, userId, session }: Actor): Required<Doer> => ({
  applicationId,
  userId: session ? userId : null,
  supportSessionId: supportIdOf(session),
})

/** The id of a support session, for records; null for any other session. */
export const supportIdOf = (session: ActiveSession | null | undefined): SessionId | null =>
  session?.support ? session.id : null

/** The session of the caller, for operations whose `access` is `session`. */
export function sessionOf({ session }: Actor): ActiveSession {
  invariant(session !== null, 'the caller has signed in')
  return session
}

/** The application of the caller, for operations that no session may call. */
export function applicationOf({ applicationId }: Actor): ApplicationId {
  invariant(applicationId !== null, 'the caller is an application')
  return applicationId
}

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
export function brandOf({ account }: Pick<Actor, 'account'>): string {
  invariant(account.kind === 'brand', 'the caller is a brand')
  return account.brandId
}

/** The retailer of the caller, for operations whose `access` is `retailer`. */
export function retailerOf({ account }: Actor): string {
  invariant(account.kind === 'retailer', 'the caller is a retailer')
  return account.retailerId
}
