/** Operations of users on themselves (name, password, second factor), and with the links of mails. */
import { idToChange } from '../../../domain/ownership.ts'
import { oneAnswer, returnsOne } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { document, empty, none } from '../../../http/operation.ts'
import { enqueue } from '../../../platform/jobs/jobs.ts'
import { user } from '../credentials/credential-resources.ts'
import { countReset } from '../sessions/attempts.ts'
import { session } from '../sessions/resources.ts'
import { foreignOrigin, sessionDocument, startsSession, throttled } from '../sessions/routes.ts'
import { clientOf } from '../sessions/sessions.ts'
import { sendPasswordResetJob } from './jobs.ts'
import { readLink, useLink } from './mail-links.ts'
import { renameUser } from './own-name.ts'
import { changePassword } from './passwords.ts'
import {
  acceptBody,
  changePasswordBody,
  codeBody,
  completeBody,
  invitation,
  KEPT,
  passwordReset,
  readInvitationBody,
  readResetBody,
  renameBody,
  requestResetBody,
  secondFactor,
} from './resources.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from './second-factor.ts'
import { readUser } from './users.ts'

const USER = '/api/v1/users/current'
const FACTOR = `${USER}/second-factor`
const forUsers = { tag: 'Users', access: 'session' } as const
/** An operator who must set up a second factor can use only these operations before. */
const duringSetup = { states: ['active', 'second-factor-setup-required'] } as const
const unusableLink = { status: 404, description: 'The link is unknown, was used, or has expired.' }

export const usersTag = {
  Users:
    'The users of an account: their own name, password and second factor, and, for owners, inviting, suspending and removing users. Everything here needs a session; applications cannot manage users.',
}

export function peopleRoutes(http: Http): void {
  ownUserRoutes(http)
  secondFactorRoutes(http)
  invitationRoutes(http)
  passwordResetRoutes(http)
}

function ownUserRoutes(http: Http): void {
  http.operation({
    ...forUsers,
    ...returnsOne(user, 'The user.'),
    method: 'GET',
    path: USER,
    id: 'getCurrentUser',
    summary: 'The user of the session',
    description: 'Your own name, address and role.',
    handle: async ({ db, actor }) => document(user, await readUser(db, actor.account, actor.userId)),
  })

  http.operation({
    ...forUsers,
    ...returnsOne(user, 'The user.'),
    method: 'PATCH',
    path: USER,
    id: 'renameCurrentUser',
    summary: 'Change your name',
    description: `\`firstName\` and \`lastName\` alone. Another value of ${KEPT.map((name) => `\`${name}\``).join(', ')} than the present one answers 422 and names it.`,
    body: renameBody,
    bodyExample: { data: { type: 'users', attributes: { firstName: 'Ines', lastName: 'Okoye' } } },
    async handle(ctx, { body: { data } }) {
      idToChange(ctx.actor.userId, data.id)
      return document(user, await renameUser(ctx, data.attributes, 'data.attributes'))
    },
  })

  http.operation({
    ...forUsers,
    ...returnsOne(session, 'The session; its cookie has a new value.'),
    method: 'POST',
    path: `${USER}/-actions/change-password`,
    id: 'changePassword',
    summary: 'Change your password',
    description: 'Ends all other sessions of yours.',
    body: changePasswordBody,
    problems: [throttled],
    async handle(ctx, { body }) {
      return sessionDocument(ctx, await changePassword(ctx, body.data.attributes), 200)
    },
  })
}

function secondFactorRoutes(http: Http): void {
  const ofFactor = { ...forUsers, ...duringSetup, query: { resource: secondFactor } } as const

  http.operation({
    ...ofFactor,
    method: 'GET',
    path: FACTOR,
    id: 'getSecondFactor',
    summary: 'Your second factor',
    description:
      'Whether there is one, and how many recovery codes are left. Its secrets are not shown again.',
    secret: true,
    answers: [oneAnswer(secondFactor, 'The second factor.')],
    handle: async (ctx) => document(secondFactor, await readSecondFactor(ctx)),
  })

  http.operation({
    ...ofFactor,
    method: 'POST',
    path: FACTOR,
    id: 'beginSecondFactor',
    summary: 'Get a secret for an authenticator app',
    description: 'It has no effect before a code of the app is confirmed. Asking again makes another secret.',
    confirmed: true,
    secret: true,
    answers: [{ ...oneAnswer(secondFactor, 'The second factor, with its secret.'), status: 201 }],
    problems: [{ status: 409, description: 'The second factor is enabled already.' }],
    handle: async (ctx) => document(secondFactor, await beginSecondFactor(ctx), { status: 201 }),
  })

  http.operation({
    ...ofFactor,
    method: 'POST',
    path: `${FACTOR}/-actions/confirm`,
    id: 'confirmSecondFactor',
    summary: 'Enable the second factor with a first code',
    description:
      'The answer shows the recovery codes, this once. The cookie of the session gets a new value; other sessions have to verify a code.',
    confirmed: true,
    secret: true,
    body: codeBody,
    answers: [oneAnswer(secondFactor, 'The second factor, with its recovery codes.')],
    problems: [{ status: 409, description: 'There is no secret to confirm, or it is confirmed already.' }],
    async handle(ctx, { body }) {
      const { code } = body.data.attributes
      const { factor, started } = await confirmSecondFactor(ctx, code, 'data.attributes.code')
      return document(secondFactor, factor, { cookie: started.cookie })
    },
  })

  http.operation({
    ...ofFactor,
    method: 'POST',
    path: `${FACTOR}/-actions/renew-recovery-codes`,
    id: 'renewRecoveryCodes',
    summary: 'Replace your recovery codes',
    description: 'The answer shows the new ones, this once. The old ones are good for nothing.',
    states: ['active'],
    confirmed: true,
    secret: true,
    answers: [oneAnswer(secondFactor, 'The second factor, with its recovery codes.')],
    problems: [{ status: 409, description: 'There is no second factor.' }],
    handle: async (ctx) => document(secondFactor, await renewRecoveryCodes(ctx)),
  })

  http.operation({
    ...forUsers,
    method: 'DELETE',
    path: FACTOR,
    id: 'removeSecondFactor',
    summary: 'Remove your authenticator app',
    description:
      'With passkeys the second factor goes on; otherwise signing in asks for the password alone from then on. Removing it again changes nothing.',
    confirmed: true,
    answers: [{ status: 204, description: 'There is no authenticator app any more.', none: true }],
    problems: [{ status: 409, description: 'Operators of a production server need one.' }],
    async handle(ctx) {
      await removeSecondFactor(ctx)
      return none()
    },
  })
}

function invitationRoutes(http: Http): void {
  const INVITATIONS = '/api/v1/invitations'

  http.operation({
    ...returnsOne(invitation, 'The invitation.'),
    tag: 'Users',
    access: 'public',
    method: 'POST',
    path: `${INVITATIONS}/-actions/read`,
    id: 'readInvitation',
    summary: 'What an invitation is about',
    description: 'By the token of its link, which is in the body, so that no log contains it.',
    body: readInvitationBody,
    problems: [unusableLink],
    handle: async (ctx, { body }) =>
      document(invitation, await readLink(ctx, 'invitation', body.data.attributes.token)),
  })

  http.operation({
    ...startsSession,
    tag: 'Users',
    method: 'POST',
    path: `${INVITATIONS}/-actions/accept`,
    id: 'acceptInvitation',
    summary: 'Accept an invitation',
    description: 'Sets the password and signs in. The link works once.',
    body: acceptBody,
    problems: [unusableLink, foreignOrigin],
    async handle(ctx, input) {
      const started = await useLink(ctx, 'invitation', input.body.data.attributes, clientOf(input))
      return sessionDocument(ctx, started)
    },
  })
}

function passwordResetRoutes(http: Http): void {
  const RESETS = '/api/v1/password-resets'

  http.operation({
    tag: 'Users',
    access: 'public',
    method: 'POST',
    path: RESETS,
    id: 'requestPasswordReset',
    summary: 'Ask for a mail with which the password can be set anew',
    description:
      'The answer is the same whether or not the address belongs to a user. The link works once, for an hour.',
    body: requestResetBody,
    answers: [{ status: 202, description: 'A mail is sent if the address belongs to a user.', empty: true }],
    problems: [throttled],
    async handle(ctx, { body, address }) {
      await countReset(ctx, address)
      const { email } = body.data.attributes
      await enqueue(ctx, sendPasswordResetJob, [{ email, publicUrl: ctx.publicUrl }])
      return empty(202)
    },
  })

  http.operation({
    ...returnsOne(passwordReset, 'The password reset.'),
    tag: 'Users',
    access: 'public',
    method: 'POST',
    path: `${RESETS}/-actions/read`,
    id: 'readPasswordReset',
    summary: 'Whom a password reset is for',
    description: 'By the token of its link, which is in the body, so that no log contains it.',
    body: readResetBody,
    problems: [unusableLink],
    handle: async (ctx, { body }) =>
      document(passwordReset, await readLink(ctx, 'password-reset', body.data.attributes.token)),
  })

  http.operation({
    ...startsSession,
    tag: 'Users',
    method: 'POST',
    path: `${RESETS}/-actions/complete`,
    id: 'completePasswordReset',
    summary: 'Set the password anew',
    description:
      'Ends all sessions of the user and starts one, which asks for the second factor if there is one. The link works once.',
    body: completeBody,
    problems: [unusableLink, foreignOrigin],
    async handle(ctx, input) {
      const started = await useLink(ctx, 'password-reset', input.body.data.attributes, clientOf(input))
      return sessionDocument(ctx, started)
    },
  })
}
