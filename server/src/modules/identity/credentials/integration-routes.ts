/**
 * Routes for the owners of a brand to manage its applications. They require a session, or email and password, instead of a
 * token, so that a stolen application cannot create others.
 */
import { idToChange } from '../../../domain/ownership.ts'
import { returnsList, returnsOne } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { createdDocument, document } from '../../../http/operation.ts'
import { createsApplication, revokesApplication, rotatesSecret } from './application-operations.ts'
import { listApplicationViews } from './application-views.ts'
import { authorOf } from './audit.ts'
import { auditRoute } from './audit-list.ts'
import type { CountedCalls } from './calls.ts'
import { application, createOwnApplicationBody, updateApplicationBody } from './credential-resources.ts'
import { addApplication, changeApplication, endApplication, renewSecret } from './credentials.ts'

export const INTEGRATIONS = '/api/integrations/v1'
const forPeople = { tag: 'Integrations', access: 'person', roles: ['owner'] } as const
const ofApplications = { ...forPeople, path: `${INTEGRATIONS}/applications` } as const

export const integrationsTag = {
  Integrations:
    'The applications of a brand, for its owners: with the cookie of a session, or with their email address and password by HTTP Basic, instead of an access token. HTTP Basic is refused in production and for users with a second factor, and allows 60 requests an hour for each person and address.',
}

export function integrationRoutes(http: Http, counts: CountedCalls): void {
  applicationRoutes(http, counts)
  applicationActions(http)
  auditRoute(http, ownAudit, ({ person }) => person.account)
}

function applicationRoutes(http: Http, counts: CountedCalls): void {
  http.operation({
    ...ofApplications,
    ...returnsList(application, 'All of them, newest first.'),
    method: 'GET',
    id: 'listOwnApplications',
    summary: 'The applications of your brand',
    description:
      'Those that are good, with their last use and calls by day. What other processes of the server counted may come five seconds late. There are no pages.',
    async handle(ctx) {
      await counts.flush()
      return document(application, await listApplicationViews(ctx, ctx.person.account))
    },
  })

  http.operation({
    ...ofApplications,
    ...createsApplication,
    id: 'createOwnApplication',
    summary: 'Create an application of your brand',
    description:
      'The answer shows the client secret, this once. The application acts in your name unless `userId` names another user of the brand. Send an id of your own to make a retry harmless.',
    body: createOwnApplicationBody,
    bodyExample: {
      data: {
        type: 'applications',
        attributes: { name: 'ERP bridge', developerEmail: 'dev@alderwick.test' },
      },
    },
    async handle(ctx, { body: { data } }) {
      const { userId, account } = ctx.person
      const request = { userId, ...data.attributes, id: data.id }
      const result = await addApplication(ctx, account, request, authorOf(ctx.person), 'data.attributes')
      return createdDocument(application, result)
    },
  })
}

function applicationActions(http: Http): void {
  http.operation({
    ...forPeople,
    ...returnsOne(application, 'The application as it is now.'),
    method: 'PATCH',
    path: `${ofApplications.path}/{application}`,
    params: { application: 'Id of the application.' },
    id: 'updateOwnApplication',
    summary: 'Rename an application of your brand',
    description: 'Changes its name, the address to write to, or both; what is left out stays.',
    body: updateApplicationBody,
    bodyExample: { data: { type: 'applications', attributes: { name: 'ERP bridge, Lyon' } } },
    problems: [{ status: 409, description: 'The application was revoked.' }],
    async handle(ctx, { params, body: { data } }) {
      const id = idToChange(params.application, data.id)
      const { person } = ctx
      const changes = { ...data.attributes, by: authorOf(person) }
      return document(application, await changeApplication(ctx, person.account, id, changes))
    },
  })

  http.operation({
    ...forPeople,
    ...rotatesSecret,
    path: `${ofApplications.path}/{application}/-actions/rotate-secret`,
    id: 'rotateOwnApplicationSecret',
    summary: 'Give an application of your brand a new client secret',
    async handle(ctx, { params, body }) {
      const { person } = ctx
      const { overlapSeconds } = body?.data.attributes ?? {}
      const rotation = { by: authorOf(person), overlapSeconds }
      return document(application, await renewSecret(ctx, person.account, params.application, rotation))
    },
  })

  http.operation({
    ...forPeople,
    ...revokesApplication,
    path: `${ofApplications.path}/{application}/-actions/revoke`,
    id: 'revokeOwnApplication',
    summary: 'Revoke an application of your brand',
    description:
      'Ends its secrets and its webhook subscriptions at once and its access tokens within a second. Revoking again changes nothing.',
    async handle(ctx, { params }) {
      const { person } = ctx
      return document(
        application,
        await endApplication(ctx, person.account, params.application, authorOf(person)),
      )
    },
  })
}

const ownAudit = {
  ...forPeople,
  path: `${INTEGRATIONS}/audit`,
  id: 'listOwnAudit',
  summary: 'Who did what to applications and users of your brand',
  description: 'Newest first. An entry is written with what it tells, and holds no secret.',
}
