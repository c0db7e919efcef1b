/** The operator's routes for users, applications and the audit log. */
import { Type } from 'typebox'
import type { Account } from '../../../domain/actor.ts'
import { unknown } from '../../../domain/ownership.ts'
import type { Http } from '../../../http/http.ts'
import { document } from '../../../http/operation.ts'
import { forOperator, OPERATOR_API } from '../../../http/operator-api.ts'
import type { Queryable } from '../../../platform/database.ts'
import { findBrand } from '../accounts/brands.ts'
import { findRetailer } from '../accounts/retailers.ts'
import { authorOf } from './audit.ts'
import { answerAuditPage, auditList } from './audit-list.ts'
import { application, createApplicationBody, createUserBody, user } from './credential-resources.ts'
import { addApplication, addUser, endApplication, renewSecret } from './credentials.ts'

/** A kind of account for which the operator creates users and applications. */
interface CredentialHolder {
  kind: 'brand' | 'retailer'
  /** Part of the operation ids. */
  name: string
  account: (id: string) => Account
  find: (db: Queryable, id: string) => Promise<{ id: string; currency: string; country: string } | undefined>
}

const HOLDERS: CredentialHolder[] = [
  { kind: 'brand', name: 'Brand', account: (brandId) => ({ kind: 'brand', brandId }), find: findBrand },
  {
    kind: 'retailer',
    name: 'Retailer',
    account: (retailerId) => ({ kind: 'retailer', retailerId }),
    find: findRetailer,
  },
]

export function credentialRoutes(http: Http): void {
  for (const holder of HOLDERS) {
    userRoute(http, holder)
    applicationRoute(http, holder)
  }
  applicationActions(http)
  auditRoute(http)
}

async function readHolder({ kind, account, find }: CredentialHolder, db: Queryable, id: string) {
  const row = await find(db, id)
  if (!row) throw unknown(kind, id)
  return { account: account(row.id), currency: row.currency, country: row.country }
}

const addTo = ({ kind }: CredentialHolder, what: 'users' | 'applications') =>
  ({
    ...forOperator,
    method: 'POST',
    path: `${OPERATOR_API}/${kind}s/{${kind}}/${what}`,
    params: { [kind]: `Id of the ${kind}.` },
  }) as const

function userRoute(http: Http, holder: CredentialHolder): void {
  const { kind, name } = holder
  http.operation({
    ...addTo(holder, 'users'),
    id: `create${name}User`,
    summary: `Create a user of a ${kind}`,
    description: `The answer shows the user's password in \`meta.password\`, this once. Currency and country are those of the ${kind} unless given. Send an id of your own to make a retry harmless.`,
    query: { resource: user },
    body: createUserBody,
    bodyExample: {
      data: {
        type: 'users',
        attributes: { email: 'ines@alderwick.test', firstName: 'Ines', lastName: 'Okoye' },
      },
    },
    answers: [
      {
        status: 201,
        description: 'The user, with the password in `meta.password`.',
        resource: user,
        meta: { password: Type.String({ description: "The user's password; it is shown this once." }) },
      },
      { status: 200, description: 'The id was known: the stored user, without a password.', resource: user },
    ],
    async handle(ctx, { params, body: { data } }) {
      const { account, currency, country } = await readHolder(holder, ctx.db, params[kind] ?? '')
      const request = { currency, country, ...data.attributes, id: data.id }
      const { user: row, password } = await addUser(ctx, account, request, 'data.attributes')
      if (password === null) return document(user, row)
      return document(user, row, { status: 201, meta: { password } })
    },
  })
}

function applicationRoute(http: Http, holder: CredentialHolder): void {
  const { kind, name } = holder
  http.operation({
    ...addTo(holder, 'applications'),
    id: `create${name}Application`,
    summary: `Create an application of a ${kind}`,
    description: `The answer shows the client secret, this once. The application acts in the name of a user of the ${kind}. Send an id of your own to make a retry harmless.`,
    query: { resource: application },
    body: createApplicationBody,
    answers: [
      { status: 201, description: 'The application with its client secret.', resource: application },
      {
        status: 200,
        description: 'The id was known: the stored application, without a secret.',
        resource: application,
      },
    ],
    async handle(ctx, { params, body: { data } }) {
      const { account } = await readHolder(holder, ctx.db, params[kind] ?? '')
      const request = { ...data.attributes, id: data.id }
      const result = await addApplication(ctx, account, request, authorOf(ctx.actor), 'data.attributes')
      return document(application, result.application, { status: result.created ? 201 : 200 })
    },
  })
}

function applicationActions(http: Http): void {
  const params = { application: 'Id of the application.' }
  const query = { resource: application }

  http.operation({
    ...forOperator,
    method: 'POST',
    path: `${OPERATOR_API}/applications/{application}/-actions/rotate-secret`,
    id: 'rotateApplicationSecret',
    summary: 'Give an application a new client secret',
    description: 'The answer shows it, this once. The secret before it works for another day.',
    params,
    query,
    answers: [
      { status: 200, description: 'The application with its new client secret.', resource: application },
    ],
    problems: [{ status: 409, description: 'The application was revoked.' }],
    async handle(ctx, { params: { application: id } }) {
      return document(application, await renewSecret(ctx, 'any', id, authorOf(ctx.actor)))
    },
  })

  http.operation({
    ...forOperator,
    method: 'POST',
    path: `${OPERATOR_API}/applications/{application}/-actions/revoke`,
    id: 'revokeApplication',
    summary: 'Revoke an application',
    description:
      'Ends its secrets at once and its access tokens within a second. Revoking again changes nothing.',
    params,
    query,
    answers: [{ status: 200, description: 'The application as it ended.', resource: application }],
    async handle(ctx, { params: { application: id } }) {
      return document(application, await endApplication(ctx, 'any', id, authorOf(ctx.actor)))
    },
  })
}

function auditRoute(http: Http): void {
  http.operation({
    ...forOperator,
    ...auditList,
    path: `${OPERATOR_API}/audit`,
    id: 'listAuditOfAll',
    summary: 'Who created, renewed and revoked applications',
    description:
      'Of all accounts, newest first. An entry is written with what it tells, and holds no secret.',
    handle: ({ db }, { query }) => answerAuditPage(db, 'everybody', query),
  })
}
