/** The requirements for a request by a session: an own origin, a role, a complete sign-in, a recent password. */
import { problem } from '@tradehall/jsonapi'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { type ActiveSession, ROLES, type Role } from '../../domain/actor.ts'
import type { Operation, SupportUse } from '../operation.ts'
import { isOwnOrigin } from '../public-url.ts'

/** How long after the password was given critical changes are possible. */
export const PASSWORD_CONFIRMED_MS = 10 * 60_000

/** Of every refusal in a read-only support session, and of actions that are not possible in one. */
export const READ_ONLY_CODE = 'support_session_read_only'

const foreignOrigin = problem(
  'foreign_origin',
  403,
  'Forbidden',
  'A request with a session must come from a page of this server.',
)
const roleRequired = problem('role_required', 403, 'Forbidden', 'The role of the user may not do this.')
const secondFactorRequired = problem(
  'second_factor_required',
  403,
  'Forbidden',
  'The second factor is missing.',
)
const secondFactorSetupRequired = problem(
  'second_factor_setup_required',
  403,
  'Forbidden',
  'The user has to set up a second factor first.',
)
const supportSessionEnded = problem('support_session_ended', 401, null, 'The support session has ended.')
const supportSessionRefused = problem(
  'support_session_refused',
  403,
  'Forbidden',
  'A support session cannot do this.',
)
const supportSessionReadOnly = problem(READ_ONLY_CODE, 403, 'Forbidden', 'This support session is read-only.')
const passwordConfirmationRequired = problem(
  'password_confirmation_required',
  403,
  'Forbidden',
  'The password must have been given within ten minutes.',
)

/**
 * Refuses a write that another site could have made a browser send (CSRF): browsers add cookies to such requests, but name
 * the site in `Origin`, where a port counts. A request without it did not come from a page of this server.
 */
export function refuseForeignOrigin(config: Config, request: FastifyRequest): void {
  if (isOwnOrigin(config, request)) return
  throw foreignOrigin(
    'A request with a session must come from a page of this server: the Origin header must name the host and port of the request, and the host must be one of this server.',
    { header: 'Origin' },
  )
}

/** The roles whose sessions may call an operation; null if nobody needs to sign in. */
export function rolesOf({ access, roles }: Pick<Operation, 'access' | 'roles'>): readonly Role[] | null {
  if (access === 'public') return null
  if (roles) return roles
  if (access === 'operator') return ['operator']
  return access === 'token' || access === 'session' ? ROLES : ['owner', 'staff']
}

export function refuseRole(operation: Operation, role: Role): void {
  const roles = rolesOf(operation)
  if (!roles || roles.includes(role)) return
  throw roleRequired(
    roles.length === 0
      ? 'This is for applications: send an access token.'
      : `This needs the role ${roles.join(' or ')}; this user has the role ${role}.`,
  )
}

/**
 * Whether a support session may call an operation; null if nobody needs to sign in. By default it may read what the staff of
 * the brand may read, but nothing that is for people as such: those operations are about the user, who is an operator.
 */
export function supportUseOf(
  operation: Pick<Operation, 'access' | 'roles' | 'method' | 'support'>,
): SupportUse | null {
  const { access, method, support } = operation
  if (access === 'public') return null
  if (support) return support
  const isOfBrand = access === 'brand' || access === 'token'
  return method === 'GET' && isOfBrand && rolesOf(operation)?.includes('staff') ? 'read' : 'never'
}

/** Called before the other checks, whose messages are for users of the account. */
export function refuseSupport(operation: Operation, { state, support }: ActiveSession): void {
  if (!support) return
  const use = supportUseOf(operation)
  if (state === 'support-ended' && !operation.states?.includes(state)) throw supportEnded()
  if (use === 'never') throw refusedInSupport()
  if (use === 'write' && support.access === 'read-only') throw supportSessionReadOnly(READ_ONLY)
}

export const READ_ONLY = 'This support session is read-only: it can look at everything and change nothing.'

const supportEnded = () =>
  supportSessionEnded(
    'The support session has ended after an hour. DELETE /api/v1/sessions/current returns to your own session.',
  )

/** Also thrown by operations whose support use depends on more than the operation. */
export const refusedInSupport = () =>
  supportSessionRefused(
    'A support session cannot do this: users, credentials, secrets and payment settings are left to the brand.',
  )

export function refuseSession(operation: Operation, session: ActiveSession): void {
  const { state, role } = session
  if (!(operation.states ?? ['active']).includes(state)) throw unfinishedSignIn(session)
  refuseRole(operation, role)
}

/** Checked after the body, so that nobody is asked for a password for the sake of a form that is not valid. */
export function refuseUnconfirmed(
  { confirmed }: Operation,
  { passwordConfirmedAt }: Pick<ActiveSession, 'passwordConfirmedAt'>,
  now: Date,
): void {
  if (!confirmed) return
  const age = now.getTime() - (passwordConfirmedAt?.getTime() ?? Number.NEGATIVE_INFINITY)
  if (age < PASSWORD_CONFIRMED_MS) return
  throw passwordConfirmationRequired(
    'This needs the password again, as it was given more than ten minutes ago: send it to /api/v1/sessions/current/-actions/confirm-password.',
  )
}

function unfinishedSignIn({ state }: ActiveSession) {
  if (state === 'support-ended') return supportEnded()
  if (state === 'second-factor-required')
    return secondFactorRequired(
      'The second factor is missing: send a code to /api/v1/sessions/current/-actions/verify-second-factor.',
    )
  return secondFactorSetupRequired(
    'Operators need a second factor: set one up with /api/v1/users/current/second-factor.',
  )
}
