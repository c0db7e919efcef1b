/** Operations of the operator on the users of brands and retailers. */
import type { Account } from '../../../domain/actor.ts'
import { returnsOne } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { type Ctx, document, none, type Operation } from '../../../http/operation.ts'
import { OPERATOR_API } from '../../../http/operator-api.ts'
import { user } from '../credentials/credential-resources.ts'
import { tooManySent } from './invitation-limit.ts'
import { roleBody } from './resources.ts'
import {
  changeRole,
  inviteAgain,
  managedAccount,
  readUser,
  removeUser,
  resetSecondFactor,
  resumeUser,
  suspendUser,
  type UserView,
} from './users.ts'

const USER = `${OPERATOR_API}/users/{user}`
/** Requires a session, because tokens cannot manage users. */
const ofUser = {
  tag: 'Operator',
  access: 'session',
  roles: ['operator'],
  params: { user: 'Id of the user.' },
} as const

type Verb = (ctx: Ctx, account: Account, id: string) => Promise<UserView>

export function operatorUserRoutes(http: Http): void {
  http.operation({
    ...ofUser,
    ...returnsOne(user, 'The user.'),
    method: 'GET',
    path: USER,
    id: 'getUserOfAccount',
    summary: 'A user of a brand or retailer',
    description: 'Users of the operator itself answer 403: they are at `/api/v1/users`.',
    handle: async ({ db }, { params }) =>
      document(user, await readUser(db, await managedAccount(db, params.user), params.user)),
  })

  actionRoute(http, suspendUser, {
    name: 'suspend',
    id: 'suspendUserOfAccount',
    summary: 'Suspend a user of a brand or retailer',
    description: 'The user is signed out within a second and cannot sign in. Applications go on.',
  })

  actionRoute(http, resumeUser, {
    name: 'resume',
    id: 'resumeUserOfAccount',
    summary: 'Let a suspended user of a brand or retailer sign in again',
    description: 'With the same password and second factor.',
  })

  actionRoute(http, inviteAgain, {
    name: 'invite',
    id: 'inviteUserOfAccountAgain',
    summary: 'Send the invitation to a user of a brand or retailer again',
    description: 'With a new link; the one before it ends.',
    problems: [{ status: 409, description: 'The user has accepted the invitation already.' }, tooManySent],
  })

  actionRoute(http, resetSecondFactor, {
    name: 'reset-second-factor',
    id: 'resetSecondFactorOfAccount',
    summary: 'Remove the second factor of a user of a brand or retailer who has lost it',
    description:
      'The user is signed out within a second, signs in with the password alone, and can set up another one. Recovery codes end as well.',
    problems: [{ status: 409, description: 'The user has no second factor.' }],
  })

  roleRoute(http)
  removeRoute(http)
}

interface Action {
  name: string
  id: string
  summary: string
  description: string
  problems?: NonNullable<Operation['problems']>
}

function actionRoute(http: Http, verb: Verb, { name, ...head }: Action): void {
  http.operation({
    ...ofUser,
    ...returnsOne(user, 'The user.'),
    ...head,
    method: 'POST',
    path: `${USER}/-actions/${name}`,
    confirmed: true,
    async handle(ctx, { params }) {
      const account = await managedAccount(ctx.db, params.user)
      return document(user, await verb(ctx, account, params.user))
    },
  })
}

function roleRoute(http: Http): void {
  http.operation({
    ...ofUser,
    ...returnsOne(user, 'The user.'),
    method: 'POST',
    path: `${USER}/-actions/change-role`,
    id: 'changeRoleOfAccount',
    summary: 'Change the role of a user of a brand or retailer',
    description: 'Ends the sessions of the user, who signs in with the new role.',
    confirmed: true,
    body: roleBody,
    bodyExample: { data: { type: 'users', attributes: { role: 'staff' } } },
    async handle(ctx, { params, body }) {
      const account = await managedAccount(ctx.db, params.user)
      const { role } = body.data.attributes
      return document(user, await changeRole(ctx, account, params.user, { role, at: 'data.attributes' }))
    },
  })
}

function removeRoute(http: Http): void {
  http.operation({
    ...ofUser,
    method: 'DELETE',
    path: USER,
    id: 'removeUserOfAccount',
    summary: 'Remove a user of a brand or retailer',
    description:
      'The user is signed out within a second, and the address can be invited anew. Applications that acted in the name of the user go on in that of another owner.',
    confirmed: true,
    answers: [{ status: 204, description: 'The user is removed.', none: true }],
    problems: [
      { status: 409, description: 'Applications act in the name of the user, and there is no other owner.' },
    ],
    async handle(ctx, { params }) {
      await removeUser(ctx, await managedAccount(ctx.db, params.user), params.user)
      return none()
    },
  })
}
