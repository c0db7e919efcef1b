/** The resources of invitations, password resets and second factors, and the bodies of requests about users. */
import { attribute, instantMicros, nullable, requestDocument, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { ROLES } from '../../../domain/actor.ts'
import { emailAttribute, textAttribute } from '../../../domain/attributes.ts'
import { user, userFields } from '../credentials/credential-resources.ts'
import type { LinkView } from './mail-links.ts'
import { MAX_PASSWORD, MIN_PASSWORD } from './passwords.ts'
import type { SecondFactorView } from './second-factor.ts'

const expiresAt = attribute<{ expires_at: Date }, typeof instantMicros>(instantMicros, 'expires_at', {
  description: 'When the link expires, in real time.',
})

export const invitation = resource<LinkView>()({
  name: 'invitation',
  type: 'invitations',
  description: 'The invitation of a user, as its link shows it.',
  attributes: {
    email: emailAttribute('jonas@alderwick.test', 'email', 'Address of the user.'),
    firstName: textAttribute('Jonas', 'first_name', 'First name of the user.'),
    lastName: textAttribute('Brandt', 'last_name', 'Last name of the user.'),
    accountName: textAttribute('Alder & Wick', 'account_name', 'The account that invites.'),
    role: attribute(Type.Enum([...ROLES]), 'role', { description: 'What the user may do there.' }),
    expiresAt,
  },
})

export const passwordReset = resource<LinkView>()({
  name: 'passwordReset',
  type: 'password-resets',
  description: 'The password reset of a user, as its link shows it.',
  attributes: {
    email: emailAttribute('ines@alderwick.test', 'email', 'Address of the user.'),
    expiresAt,
  },
})

export const secondFactor = resource<SecondFactorView>()({
  name: 'secondFactor',
  type: 'second-factors',
  description:
    'The second factor of the user: an authenticator app, passkeys, or both. Its id is that of the user.',
  attributes: {
    isEnabled: attribute(Type.Boolean(), (row) => row.enabled_at !== null, {
      description: 'Whether signing in asks for a code.',
    }),
    hasApp: attribute(Type.Boolean(), 'hasApp', {
      description: 'Whether it has an authenticator app. Passkeys are listed by themselves.',
    }),
    isRequired: attribute(Type.Boolean(), 'isRequired', {
      description: 'Whether the user must have one, as operators must in production.',
    }),
    enabledAt: attribute(nullable(instantMicros), 'enabled_at', {
      description: 'Since when, in real time; null when it is not enabled.',
    }),
    recoveryCodesLeft: attribute(Type.Integer({ examples: [10] }), 'codes_left', {
      description: 'Recovery codes that were not used.',
    }),
    secret: attribute(nullable(Type.String({ examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'] })), 'secret', {
      description: 'For the app, in base32; shown once, when it is made, and null ever after.',
    }),
    uri: attribute(
      nullable(Type.String({ examples: ['otpauth://totp/Tradehall:ines%40alderwick.test?secret=…'] })),
      'uri',
      { description: 'The same for a QR code; shown once.' },
    ),
    recoveryCodes: attribute(
      nullable(Type.Array(Type.String({ examples: ['k7m2q-9xw4d'] }))),
      'recoveryCodes',
      { description: 'Codes for the loss of the app, each for one sign-in; shown once.' },
    ),
  },
})

export const password = (description: string) =>
  Type.String({ minLength: 1, maxLength: MAX_PASSWORD, examples: ['correct horse battery'], description })

const newPassword = password(
  `The new password: at least ${MIN_PASSWORD} characters, and none of those that are guessed first.`,
)

export const mailedToken = Type.String({
  minLength: 1,
  maxLength: 100,
  examples: ['kT0w7Zp3VJm5cX9rQ2sYb8nH1dLgAe4uFiRoNvWzMxE'],
  description: 'The last part of the link in the mail.',
})

const code = Type.String({
  minLength: 6,
  maxLength: 20,
  examples: ['042917'],
  description: 'A code of the authenticator app.',
})

const role = Type.Enum([...ROLES], {
  description: '`owner` or `staff` for users of brands and retailers, `operator` for those of the operator.',
})

export const inviteBody = requestDocument(user, {
  closed: true,
  id: 'none',
  attributes: {
    email: userFields.email,
    firstName: userFields.firstName,
    lastName: userFields.lastName,
    role,
  },
  required: ['email', 'firstName', 'lastName', 'role'],
})

export const roleBody = requestDocument(user, {
  closed: true,
  id: 'path',
  attributes: { role },
  required: ['role'],
})

/**
 * The attributes that users cannot change of themselves, but may send back unchanged. Times are left out, because they change
 * without a request.
 */
export const KEPT = ['email', 'currency', 'country', 'role', 'status', 'hasSecondFactor'] as const

export const renameBody = requestDocument(user, {
  closed: true,
  id: 'path',
  attributes: {
    firstName: userFields.firstName,
    lastName: userFields.lastName,
    ...Object.fromEntries(KEPT.map((name) => [name, user.attributes[name].schema])),
  },
  required: ['firstName', 'lastName'],
})

export const changePasswordBody = requestDocument(user, {
  closed: true,
  id: 'path',
  attributes: { currentPassword: password('The password until now.'), newPassword },
  required: ['currentPassword', 'newPassword'],
})

export const codeBody = requestDocument(secondFactor, {
  closed: true,
  id: 'none',
  attributes: { code },
  required: ['code'],
})

export const readInvitationBody = requestDocument(invitation, {
  closed: true,
  id: 'none',
  attributes: { token: mailedToken },
  required: ['token'],
})

export const acceptBody = requestDocument(invitation, {
  closed: true,
  id: 'none',
  attributes: { token: mailedToken, password: newPassword },
  required: ['token', 'password'],
})

export const requestResetBody = requestDocument(passwordReset, {
  closed: true,
  id: 'none',
  attributes: { email: userFields.email },
  required: ['email'],
})

export const readResetBody = requestDocument(passwordReset, {
  closed: true,
  id: 'none',
  attributes: { token: mailedToken },
  required: ['token'],
})

export const completeBody = requestDocument(passwordReset, {
  closed: true,
  id: 'none',
  attributes: { token: mailedToken, password: newPassword },
  required: ['token', 'password'],
})
