/** Signing in as a demo user with one click: in the sandbox, on the loopback interface only. */
import { attribute, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { ROLES } from '../../../domain/actor.ts'
import { emailAttribute, textAttribute } from '../../../domain/attributes.ts'
import { unknown } from '../../../domain/ownership.ts'
import { returnsList } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { document } from '../../../http/operation.ts'
import { forTesting, TESTING_API } from '../../../http/testing-api.ts'
import { oneOf, type Queryable } from '../../../platform/database.ts'
import { accountName, accountOf, findUser, type UserRow, userColumns } from '../queries.ts'
import { foreignOrigin, sessionDocument, startsSession } from '../sessions/routes.ts'
import { clientOf } from '../sessions/sessions.ts'
import { startAudited } from '../sessions/sign-in.ts'
import { demoUserIds } from './demo.ts'

type DemoUserRow = UserRow & { account_name: string }

export const demoUser = resource<DemoUserRow>()({
  name: 'demoUser',
  type: 'demo-users',
  description: 'A user of the demo data.',
  attributes: {
    email: emailAttribute('ines@alderwick.test', 'email', 'Address of the user.'),
    firstName: textAttribute('Ines', 'first_name', 'First name of the user.'),
    lastName: textAttribute('Okoye', 'last_name', 'Last name of the user.'),
    role: attribute(Type.Enum([...ROLES]), 'role', { description: 'What the user may do.' }),
    accountKind: attribute(Type.Enum(['brand', 'retailer', 'operator']), (row) => accountOf(row).kind, {
      description: 'What the account of the user is.',
    }),
    accountName: textAttribute('Alder & Wick', 'account_name', 'Name of the account.'),
  },
})

const DEMO_USERS = `${TESTING_API}/demo-users`
const local = { ...forTesting, access: 'public', localOnly: true } as const
const onlyLocal = 'Only where the sandbox listens on the loopback interface, and for a Host of its own.'

export function demoUserRoutes(http: Http): void {
  http.operation({
    ...local,
    ...returnsList(demoUser, 'In the order of their numbers.'),
    method: 'GET',
    path: DEMO_USERS,
    id: 'listDemoUsers',
    summary: 'The users of the demo data',
    description: `Whom one can sign in as without a password. ${onlyLocal}`,
    problems: [{ status: 404, description: onlyLocal }],
    handle: async ({ db }) => document(demoUser, await listDemoUsers(db)),
  })

  http.operation({
    ...startsSession,
    ...local,
    method: 'POST',
    path: `${DEMO_USERS}/{user}/-actions/sign-in`,
    params: { user: 'Id of the demo user.' },
    id: 'signInAsDemoUser',
    summary: 'Sign in as a demo user',
    description: `Without a password, which then counts as given. ${onlyLocal}`,
    problems: [foreignOrigin],
    async handle(ctx, input) {
      const { user: id } = input.params
      const user = demoUserIds().includes(id) ? await findUser(ctx.db, id) : undefined
      if (!user || user.suspended_at || user.removed_at) throw unknown('demo user', id)
      return sessionDocument(ctx, await startAudited(ctx, user, clientOf(input), { isTold: false }))
    },
  })
}

async function listDemoUsers(db: Queryable): Promise<DemoUserRow[]> {
  return await db<DemoUserRow[]>`
    select ${userColumns(db)},
      ${accountName(db)}
    from identity.users
    where id = ${oneOf(db, demoUserIds())} and suspended_at is null and removed_at is null
    order by number`
}
