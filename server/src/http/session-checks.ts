/** What a request by a session must fulfil: an own origin, a role, a finished sign-in, a recent password. */
import { problem } from '@tradehall/jsonapi'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { type ActiveSession, ROLES, type Role } from '../domain/actor.ts'
import type { Operation } from './operation.ts'
import { isOwnOrigin } from './public-url.ts'

/** How long after the password was given critical changes are possible. */
export const PASSWORD_CONFIRMED_MS = 10 * 60_000

const foreignOrigin = problem('foreign_origin', 403, 'Forbidden')
const roleRequired = problem('role_required', 403, 'Forbidden')
const secondFactorRequired = problem('second_factor_required', 403, 'Forbidden')
const secondFactorSetupRequired = problem('second_factor_setup_required', 403, 'Forbidden')
const passwordConfirmationRequired = problem('password_confirmation_required', 403, 'Forbidden')

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

export function refuseSession(operation: Operation, session: ActiveSession, now: Date): void {
  const { state, role, passwordConfirmedAt } = session
  if (!(operation.states ?? ['active']).includes(state)) throw unfinishedSignIn(session)
  refuseRole(operation, role)
  if (!operation.confirmed) return
  const age = now.getTime() - (passwordConfirmedAt?.getTime() ?? Number.NEGATIVE_INFINITY)
  if (age < PASSWORD_CONFIRMED_MS) return
  throw passwordConfirmationRequired(
    'This needs the password again, as it was given more than ten minutes ago: send it to /api/v1/sessions/current/-actions/confirm-password.',
  )
}

function unfinishedSignIn({ state }: ActiveSession) {
  if (state === 'second-factor-required')
    return secondFactorRequired(
      'The second factor is missing: send a code to /api/v1/sessions/current/-actions/verify-second-factor.',
    )
  return secondFactorSetupRequired(
    'Operators need a second factor: set one up with /api/v1/users/current/second-factor.',
  )
}
