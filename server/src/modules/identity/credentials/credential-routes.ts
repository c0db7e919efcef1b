/** The operator's routes for users, applications and the audit log. */
import type { Account } from '../../../domain/actor.ts'
import { idToChange, unknown } from '../../../domain/ownership.ts'
import { createdAnswers, returnsList, returnsOne } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { createdDocument, document } from '../../../http/operation.ts'
import { forOperator, idFilter, OPERATOR_API } from '../../../http/operator-api.ts'
import type { Queryable } from '../../../platform/database.ts'
import { findBrand } from '../accounts/brands.ts'
import { findRetailer } from '../accounts/retailers.ts'
import { INVITATION_LIMIT } from '../people/invitation-limit.ts'
import { listUsers } from '../people/users.ts'
import { createsApplication, revokesApplication, rotatesSecret } from './application-operations.ts'
import { listApplicationViews } from './application-views.ts'
import { authorOf } from './audit.ts'
import { auditEntryRoute, auditRoute } from './audit-list.ts'
import type { CountedCalls } from './calls.ts'
import {
  application,
  createApplicationBody,
  createUserBody,
  updateApplicationBody,
  user,
} from './credential-resources.ts'
import { addApplication, addUser, changeApplication, endApplication, renewSecret } from './credentials.ts'

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

export function credentialRoutes(http: Http, counts: CountedCalls): void {
  for (const holder of HOLDERS) {
    listRoutes(http, holder, counts)
    userRoute(http, holder)
    applicationRoute(http, holder)
  }
  applicationActions(http)
  auditRoute(http, auditOfAll, () => 'everybody', filtersOfOperator)
  auditEntryRoute(http, entryOfAll, () => 'everybody')
}

async function readHolder({ kind, account, find }: CredentialHolder, db: Queryable, id: string) {
  const row = await find(db, id)
  if (!row) throw unknown(kind, id)
  return { account: account(row.id), currency: row.currency, country: row.country }
}

const ofHolder = ({ kind }: CredentialHolder, what: 'users' | 'applications') => ({
  ...forOperator,
  path: `${OPERATOR_API}/${kind}s/{${kind}}/${what}`,
  params: { [kind]: `Id of the ${kind}.` },
})

function listRoutes(http: Http, holder: CredentialHolder, counts: CountedCalls): void {
  const { kind, name } = holder
  http.operation({
    ...ofHolder(holder, 'users'),
    ...returnsList(user, 'Oldest first.'),
    method: 'GET',
    id: `list${name}Users`,
    summary: `The users of a ${kind}`,
    description: 'Those who may sign in, are invited, or are suspended. There are no pages.',
    async handle({ db }, { params }) {
      const { account } = await readHolder(holder, db, params[kind] ?? '')
      return document(user, await listUsers(db, account))
    },
  })

  http.operation({
    ...ofHolder(holder, 'applications'),
    ...returnsList(application, 'All of them, newest first.'),
    method: 'GET',
    id: `list${name}Applications`,
    summary: `The applications of a ${kind}`,
    description:
      'Those that are not revoked, with their last use and calls by day; never with a client secret. What other processes of the server counted may come five seconds late. There are no pages.',
    async handle(ctx, { params }) {
      const { account } = await readHolder(holder, ctx.db, params[kind] ?? '')
      await counts.flush()
      return document(application, await listApplicationViews(ctx, account))
    },
  })
}

function userRoute(http: Http, holder: CredentialHolder): void {
  const { kind, name } = holder
  http.operation({
    ...ofHolder(holder, 'users'),
    method: 'POST',
    id: `create${name}User`,
    summary: `Invite a user of a ${kind}`,
    description: `The user gets a mail with a link to choose a password, which works once within seven days. The role is \`owner\` unless given; currency and country are those of the ${kind}. ${INVITATION_LIMIT} Send an id of your own to make a retry harmless.`,
    confirmed: true,
    query: { resource: user },
    body: createUserBody,
    bodyExample: {
      data: {
        type: 'users',
        attributes: { email: 'ines@alderwick.test', firstName: 'Ines', lastName: 'Okoye' },
      },
    },
    answers: createdAnswers(user, 'The user, who is invited.', 'The id was known: the stored user.'),
    async handle(ctx, { params, body: { data } }) {
      const { account, currency, country } = await readHolder(holder, ctx.db, params[kind] ?? '')
      const request = { currency, country, role: 'owner' as const, ...data.attributes, id: data.id }
      return createdDocument(user, await addUser(ctx, account, request, 'data.attributes'))
    },
  })
}

function applicationRoute(http: Http, holder: CredentialHolder): void {
  const { kind, name } = holder
  http.operation({
    ...ofHolder(holder, 'applications'),
    ...createsApplication,
    id: `create${name}Application`,
    summary: `Create an application of a ${kind}`,
    description: `The answer shows the client secret, this once. The application acts in the name of a user of the ${kind}. Send an id of your own to make a retry harmless.`,
    body: createApplicationBody,
    async handle(ctx, { params, body: { data } }) {
      const { account } = await readHolder(holder, ctx.db, params[kind] ?? '')
      const request = { ...data.attributes, id: data.id }
      const result = await addApplication(ctx, account, request, authorOf(ctx.actor), 'data.attributes')
      return createdDocument(application, result)
    },
  })
}

function applicationActions(http: Http): void {
  http.operation({
    ...forOperator,
    ...returnsOne(application, 'The application as it is now.'),
    method: 'PATCH',
    path: `${OPERATOR_API}/applications/{application}`,
    params: { application: 'Id of the application.' },
    id: 'updateApplication',
    summary: 'Rename an application',
    description: 'Changes its name, the address to write to, or both; what is left out stays.',
    body: updateApplicationBody,
    bodyExample: { data: { type: 'applications', attributes: { name: 'ERP bridge, Lyon' } } },
    problems: [{ status: 409, description: 'The application was revoked.' }],
    async handle(ctx, { params, body: { data } }) {
      const id = idToChange(params.application, data.id)
      const changes = { ...data.attributes, by: authorOf(ctx.actor) }
      return document(application, await changeApplication(ctx, 'any', id, changes))
    },
  })

  http.operation({
    ...forOperator,
    ...rotatesSecret,
    path: `${OPERATOR_API}/applications/{application}/-actions/rotate-secret`,
    id: 'rotateApplicationSecret',
    summary: 'Give an application a new client secret',
    async handle(ctx, { params: { application: id }, body }) {
      const { overlapSeconds } = body?.data.attributes ?? {}
      const renewed = await renewSecret(ctx, 'any', id, { by: authorOf(ctx.actor), overlapSeconds })
      return document(application, renewed)
    },
  })

  http.operation({
    ...forOperator,
    ...revokesApplication,
    path: `${OPERATOR_API}/applications/{application}/-actions/revoke`,
    id: 'revokeApplication',
    summary: 'Revoke an application',
    description:
      'Ends its secrets at once and its access tokens within a second. Revoking again changes nothing.',
    async handle(ctx, { params: { application: id } }) {
      return document(application, await endApplication(ctx, 'any', id, authorOf(ctx.actor)))
    },
  })
}

const auditOfAll = {
  ...forOperator,
  path: `${OPERATOR_API}/audit`,
  id: 'listAuditOfAll',
  summary: 'Who did what to applications, users and accounts',
  description: 'Of all accounts, newest first. An entry is written with what it tells, and holds no secret.',
}

const entryOfAll = {
  ...auditOfAll,
  id: 'getAuditEntryOfAll',
  summary: 'One entry of the audit log',
  description: 'Of any account, with who did it and from which network address.',
}

const filtersOfOperator = {
  brandId: { ...idFilter, description: 'Only what concerns these brands.' },
  retailerId: { ...idFilter, description: 'Only what concerns these retailers.' },
  byApplicationId: { ...idFilter, description: 'Only what these applications did.' },
}
