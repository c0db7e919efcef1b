import { oauthProblem, problem } from '@tradehall/jsonapi'
import { notFound, pointTo, unauthorized, unprocessable } from '../../domain/problems.ts'
import type { UserId } from '../../platform/ids.ts'

/** Problems of the token endpoint carry the codes of OAuth 2.0 (RFC 6749, section 5.2). */
export const invalidRequest = oauthProblem('invalid_request', 400)
export const unsupportedGrantType = oauthProblem('unsupported_grant_type', 400)
export const invalidScope = oauthProblem('invalid_scope', 400)
const unauthorizedClientKind = oauthProblem('unauthorized_client', 400)
const invalidClientKind = oauthProblem('invalid_client', 401)

/** The challenge is sent only to clients that used HTTP Basic: strict clients ignore the body if there is a challenge. */
export const invalidClient = ({ byBasic }: { byBasic: boolean }) =>
  invalidClientKind('The client id or the client secret is wrong, or the application was revoked.', {
    ...(byBasic && { headers: { 'www-authenticate': 'Basic realm="tradehall"' } }),
  })

export const invalidToken = (why: string, cause?: unknown) =>
  unauthorized(why, {
    headers: { 'www-authenticate': 'Bearer realm="tradehall", error="invalid_token"' },
    ...(cause !== undefined && { cause }),
  })

const accountSuspendedKind = problem(
  'account_suspended',
  403,
  'Forbidden',
  'The marketplace has suspended the account.',
)

/** For authenticated callers of the account only, so that others do not learn about the suspension. */
export const accountSuspended = () =>
  accountSuspendedKind(
    'This account is suspended by the marketplace: its users cannot sign in, and its applications get no answers. Write to the marketplace.',
  )

export const suspendedClient = () =>
  unauthorizedClientKind(
    'The account of this application is suspended by the marketplace, so it gets no access token. Write to the marketplace.',
  )

const wrongPasswordKind = problem('wrong_password', 422, 'Unprocessable Content', 'The password is wrong.')
const wrongCodeKind = problem(
  'wrong_code',
  422,
  'Unprocessable Content',
  'The code is wrong, has expired, or was used already.',
)
const weakPasswordKind = problem(
  'weak_password',
  422,
  'Unprocessable Content',
  'The password is shorter than `meta.minLength`, or, without that figure, easy to guess.',
)

const emailTakenKind = problem(
  'EMAIL_TAKEN',
  422,
  'Unprocessable Content',
  'The address belongs to another user already.',
)

export const emailTaken = (email: string, at: string | undefined) =>
  emailTakenKind(
    `The address ${email} belongs to another user already; each user has one of their own.`,
    pointTo(at, 'email'),
  )

const tooManyInvitationsKind = problem(
  'too_many_invitations',
  422,
  'Unprocessable Content',
  'The account has sent as many invitations as it may in 24 hours; `meta.possibleAt` is when the next one is possible.',
)

export const tooManyInvitations = (max: number, next: Date) =>
  tooManyInvitationsKind(
    `An account may send ${max} invitations in 24 hours, and this one has. The next one is possible at ${next.toISOString()}.`,
    { meta: { max, possibleAt: next.toISOString() } },
  )

export const foreignUser = (userId: UserId, at: string | undefined) =>
  unprocessable(`The user must be one of this account; ${userId} is none.`, pointTo(at, 'userId'))

const applicationRevoked = problem('APPLICATION_REVOKED', 409, 'Conflict', 'The application was revoked.')

export const alreadyRevoked = (id: string) =>
  applicationRevoked(`The application ${id} was revoked, so it gets no new secret. Create another one.`)

const signInLinkRequiredKind = problem(
  'sign_in_link_required',
  403,
  'Forbidden',
  'Too many wrong passwords or codes were given; a mail with a link is on its way, if the password is right.',
)
const secondFactorLockedKind = problem(
  'second_factor_locked',
  409,
  'Conflict',
  'A hundred wrong codes in a row were given: the second factor has to be reset.',
)

/** The same for every address and password: it reveals neither. */
export const signInLinkRequired = () =>
  signInLinkRequiredKind(
    'Too many wrong passwords were given for this address. If this one is right, a mail with a link is on its way to it: open the link to go on.',
  )

export const signInLinkRequiredForCodes = () =>
  signInLinkRequiredKind(
    'Too many wrong codes were given. A mail with a link is on its way to you: open the link to go on, and enter the code there.',
  )

export const secondFactorLocked = () =>
  secondFactorLockedKind(
    'Too many wrong codes were given, so no code is accepted any more. Ask an owner of the account or the operator to reset the second factor.',
  )

const passkeyRefusedKind = problem(
  'passkey_refused',
  422,
  'Unprocessable Content',
  'The passkey is not known, or its answer was not accepted.',
)
const passkeysUnavailableKind = problem(
  'passkeys_unavailable',
  409,
  'Conflict',
  'The address of the server is an IP address, for which browsers offer no passkeys.',
)

const PASSKEY_REFUSED = 'The passkey is not known here, or its answer was not accepted. Try again.'

export const passkeyRefused = () => unauthorized(PASSKEY_REFUSED)

export const passkeyRefusedAt = (at: string) => passkeyRefusedKind(PASSKEY_REFUSED, { pointer: at })

export const passkeysUnavailable = (host: string) =>
  passkeysUnavailableKind(
    `Browsers offer passkeys for host names, and ${host} is an IP address. Use the name of the server; a sandbox on this machine is also at localhost.`,
  )

export const unusableLink = () =>
  notFound('This link was used already, or it has expired. Ask for a new one.')

export const wrongPasswordAt = (at: string) => wrongPasswordKind('The password is wrong.', { pointer: at })

export const wrongCodeAt = (at: string) =>
  wrongCodeKind('The code is wrong, has expired, or was used already.', { pointer: at })

const secondFactorIsUnreadable = problem(
  'SECOND_FACTOR_UNREADABLE',
  409,
  'Conflict',
  'The server cannot read the secret of the second factor any more.',
)

export const secondFactorUnreadable = () =>
  secondFactorIsUnreadable(
    'The server cannot read the secret of the authenticator app any more. Use a recovery code, or ask an owner of the account or the operator to reset the second factor.',
  )

export const weakPasswordAt = (why: string, at: string, meta: { minLength?: number } = {}) =>
  weakPasswordKind(why, { pointer: at, meta })

const wrongCredentials = problem(
  'wrong_credentials',
  401,
  null,
  'The email address or the password is wrong.',
)

export const wrongPassword = () => wrongCredentials('The email address or the password is wrong.')

export const invitationAccepted = problem(
  'INVITATION_ACCEPTED',
  409,
  'Conflict',
  'The user has accepted the invitation already.',
)
export const noSecondFactor = problem('NO_SECOND_FACTOR', 409, 'Conflict', 'The user has no second factor.')
export const lastOwner = problem(
  'LAST_OWNER',
  409,
  'Conflict',
  'Applications act in the name of the user, and no other owner could take them over.',
)
export const ownUser = problem('OWN_USER', 409, 'Conflict', 'Nobody can do this to their own user.')
export const ownRoleChanged = problem(
  'OWN_ROLE_CHANGED',
  409,
  'Conflict',
  'The role of whoever asks has changed meanwhile.',
)
export const secondFactorEnabled = problem(
  'SECOND_FACTOR_ENABLED',
  409,
  'Conflict',
  'The second factor is enabled already.',
)
export const secondFactorNotBegun = problem(
  'SECOND_FACTOR_NOT_BEGUN',
  409,
  'Conflict',
  'There is no secret that a code could confirm.',
)
export const secondFactorNeeded = problem(
  'SECOND_FACTOR_NEEDED',
  409,
  'Conflict',
  'Operators need a second factor, so it cannot be removed.',
)
