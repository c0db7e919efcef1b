/** Operations of owners and operators on the users of their account. */
import { returnsList, returnsOne } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { document, none } from '../../../http/operation.ts'
import { invariant } from '../../../platform/invariant.ts'
import { auditEntryRoute, auditRoute } from '../credentials/audit-list.ts'
import { user } from '../credentials/credential-resources.ts'
import { findUser } from '../queries.ts'
import { INVITATION_LIMIT, tooManySent } from './invitation-limit.ts'
import { inviteBody, roleBody } from './resources.ts'
import {
  changeRole,
  inviteAgain,
  inviteUser,
  listUsers,
  readUser,
  removeUser,
  resetSecondFactor,
  resumeUser,
  suspendUser,
} from './users.ts'

const USERS = '/api/v1/users'
const forOwners = { tag: 'Users', access: 'session', roles: ['owner', 'operator'] } as const
const ofUser = { ...forOwners, params: { user: 'Id of the user.' } } as const
const themselves = { status: 409, description: 'Nobody can do this to themselves.' }

export function userRoutes(http: Http): void {
  readRoutes(http)
  auditRoute(http, auditOfAccount, ({ actor }) => actor.account)
  auditEntryRoute(http, entryOfAccount, ({ actor }) => actor.account)
  inviteRoute(http)
  actionRoutes(http)
}

function readRoutes(http: Http): void {
  http.operation({
    ...forOwners,
    ...returnsList(user, 'Oldest first.'),
    method: 'GET',
    path: USERS,
    id: 'listUsers',
    summary: 'The users of your account',
    description: 'Those who may sign in, are invited, or are suspended. There are no pages.',
    handle: async ({ db, actor }) => document(user, await listUsers(db, actor.account)),
  })

  http.operation({
    ...ofUser,
    ...returnsOne(user, 'The user.'),
    method: 'GET',
    path: `${USERS}/{user}`,
    id: 'getUser',
    summary: 'A user of your account',
    description: 'A user of another account answers 403.',
    handle: async ({ db, actor }, { params }) =>
      document(user, await readUser(db, actor.account, params.user)),
  })
}

/** Not for the operator, who has a list of all accounts. */
const auditOfAccount = {
  tag: 'Users',
  access: 'session',
  roles: ['owner'],
  path: '/api/v1/audit',
  id: 'listAuditOfAccount',
  summary: 'Who did what to users, applications and settings of your account',
  description:
    'For owners of brands and retailers, newest first. An entry is written with what it tells, and holds no secret.',
} as const

const entryOfAccount = {
  ...auditOfAccount,
  id: 'getAuditEntryOfAccount',
  summary: 'One entry of the audit log of your account',
  description: 'For owners of brands and retailers. An entry of another account answers 403.',
} as const

function inviteRoute(http: Http): void {
  http.operation({
    ...forOwners,
    method: 'POST',
    path: USERS,
    id: 'inviteUser',
    summary: 'Invite somebody to your account',
    description: `They get a mail with a link to choose a password, which works once within seven days. Currency and country are yours. ${INVITATION_LIMIT}`,
    confirmed: true,
    query: { resource: user },
    body: inviteBody,
    bodyExample: {
      data: {
        type: 'users',
        attributes: { email: 'jonas@alderwick.test', firstName: 'Jonas', lastName: 'Brandt', role: 'staff' },
      },
    },
    answers: [{ status: 201, description: 'The user, who is invited.', resource: user }],
    async handle(ctx, { body: { data } }) {
      const { account, userId } = ctx.actor
      const own = await findUser(ctx.db, userId)
      invariant(own, 'the user of a session exists')
      const member = { currency: own.currency, country: own.country, ...data.attributes }
      return document(user, await inviteUser(ctx, account, member, 'data.attributes'), { status: 201 })
    },
  })
}

function actionRoutes(http: Http): void {
  const action = (name: string) =>
    ({
      ...ofUser,
      ...returnsOne(user, 'The user.'),
      method: 'POST',
      path: `${USERS}/{user}/-actions/${name}`,
      confirmed: true,
    }) as const

  http.operation({
    ...action('change-role'),
    id: 'changeUserRole',
    summary: 'Change the role of a user',
    description: 'Ends the sessions of the user, who signs in with the new role.',
    body: roleBody,
    bodyExample: { data: { type: 'users', attributes: { role: 'staff' } } },
    problems: [themselves],
    handle: async (ctx, { params, body }) =>
      document(
        user,
        await changeRole(ctx, ctx.actor.account, params.user, {
          role: body.data.attributes.role,
          at: 'data.attributes',
        }),
      ),
  })

  http.operation({
    ...action('suspend'),
    id: 'suspendUser',
    summary: 'Suspend a user',
    description: 'The user is signed out within a second and cannot sign in. Applications go on.',
    problems: [themselves],
    handle: async (ctx, { params }) => document(user, await suspendUser(ctx, ctx.actor.account, params.user)),
  })

  http.operation({
    ...action('resume'),
    id: 'resumeUser',
    summary: 'Let a suspended user sign in again',
    description: 'With the same password and second factor.',
    problems: [themselves],
    handle: async (ctx, { params }) => document(user, await resumeUser(ctx, ctx.actor.account, params.user)),
  })

  http.operation({
    ...action('reset-second-factor'),
    roles: ['owner'],
    id: 'resetSecondFactor',
    summary: 'Remove the second factor of a user who has lost it',
    description:
      'For owners of brands and retailers, whose users need none. The user is signed out within a second, signs in with the password alone, and can set up another one. Recovery codes end as well.',
    problems: [themselves, { status: 409, description: 'The user has no second factor.' }],
    handle: async (ctx, { params }) =>
      document(user, await resetSecondFactor(ctx, ctx.actor.account, params.user)),
  })

  http.operation({
    ...action('invite'),
    id: 'inviteUserAgain',
    summary: 'Send the invitation again',
    description: 'With a new link; the one before it ends.',
    problems: [{ status: 409, description: 'The user has accepted the invitation already.' }, tooManySent],
    handle: async (ctx, { params }) => document(user, await inviteAgain(ctx, ctx.actor.account, params.user)),
  })

  http.operation({
    ...ofUser,
    method: 'DELETE',
    path: `${USERS}/{user}`,
    id: 'removeUser',
    summary: 'Remove a user',
    description:
      'The user is signed out within a second, and the address can be invited anew. Applications that acted in the name of the user go on in yours.',
    confirmed: true,
    answers: [{ status: 204, description: 'The user is removed.', none: true }],
    problems: [themselves],
    async handle(ctx, { params }) {
      await removeUser(ctx, ctx.actor.account, params.user)
      return none()
    },
  })
}
