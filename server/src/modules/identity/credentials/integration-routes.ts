/**
 * Routes for the people of a brand to manage its applications. They require email and password instead of a token, so that a
 * stolen application cannot create others.
 */
import { brandOf } from '../../../domain/actor.ts'
import { listAnswer } from '../../../http/answers.ts'
import type { Http } from '../../../http/http.ts'
import { document } from '../../../http/operation.ts'
import { listApplications } from '../queries.ts'
import { authorOf } from './audit.ts'
import { answerAuditPage, auditList } from './audit-list.ts'
import { application, createOwnApplicationBody } from './credential-resources.ts'
import { addApplication, endApplication, renewSecret } from './credentials.ts'

const INTEGRATIONS = '/api/integrations/v1'
const forPeople = { tag: 'Integrations', access: 'person' } as const
const query = { resource: application }

export const integrationsTag = {
  Integrations:
    'The applications of a brand, for its people: with their email address and password by HTTP Basic instead of an access token. At most 60 requests an hour for each person and address.',
}

export function integrationRoutes(http: Http): void {
  applicationRoutes(http)
  applicationActions(http)
  auditRoute(http)
}

function applicationRoutes(http: Http): void {
  http.operation({
    ...forPeople,
    method: 'GET',
    path: `${INTEGRATIONS}/applications`,
    id: 'listOwnApplications',
    summary: 'The applications of your brand',
    description: 'Those that are good. There are no pages.',
    query,
    answers: [listAnswer(application, 'All of them, newest first.')],
    async handle({ db, person }) {
      const rows = await listApplications(db, person)
      return document(
        application,
        rows.map((row) => ({ ...row, client_secret: null })),
      )
    },
  })

  http.operation({
    ...forPeople,
    method: 'POST',
    path: `${INTEGRATIONS}/applications`,
    id: 'createOwnApplication',
    summary: 'Create an application of your brand',
    description:
      'The answer shows the client secret, this once. The application acts in your name unless `userId` names another user of the brand. Send an id of your own to make a retry harmless.',
    query,
    body: createOwnApplicationBody,
    bodyExample: {
      data: {
        type: 'applications',
        attributes: { name: 'ERP bridge', developerEmail: 'dev@alderwick.test' },
      },
    },
    answers: [
      { status: 201, description: 'The application with its client secret.', resource: application },
      {
        status: 200,
        description: 'The id was known: the stored application, without a secret.',
        resource: application,
      },
    ],
    async handle(ctx, { body: { data } }) {
      const { userId, account } = ctx.person
      const request = { userId, ...data.attributes, id: data.id }
      const result = await addApplication(ctx, account, request, authorOf(ctx.person), 'data.attributes')
      return document(application, result.application, { status: result.created ? 201 : 200 })
    },
  })
}

function applicationActions(http: Http): void {
  const ofApplication = {
    ...forPeople,
    method: 'POST',
    params: { application: 'Id of the application.' },
    query,
  } as const

  http.operation({
    ...ofApplication,
    path: `${INTEGRATIONS}/applications/{application}/-actions/rotate-secret`,
    id: 'rotateOwnApplicationSecret',
    summary: 'Give an application of your brand a new client secret',
    description: 'The answer shows it, this once. The secret before it works for another day.',
    answers: [
      { status: 200, description: 'The application with its new client secret.', resource: application },
    ],
    problems: [{ status: 409, description: 'The application was revoked.' }],
    async handle(ctx, { params }) {
      const { person } = ctx
      return document(
        application,
        await renewSecret(ctx, person.account, params.application, authorOf(person)),
      )
    },
  })

  http.operation({
    ...ofApplication,
    path: `${INTEGRATIONS}/applications/{application}/-actions/revoke`,
    id: 'revokeOwnApplication',
    summary: 'Revoke an application of your brand',
    description:
      'Ends its secrets and its webhook subscriptions at once and its access tokens within a second. Revoking again changes nothing.',
    answers: [{ status: 200, description: 'The application as it ended.', resource: application }],
    async handle(ctx, { params }) {
      const { person } = ctx
      return document(
        application,
        await endApplication(ctx, person.account, params.application, authorOf(person)),
      )
    },
  })
}

function auditRoute(http: Http): void {
  http.operation({
    ...forPeople,
    ...auditList,
    path: `${INTEGRATIONS}/audit`,
    id: 'listOwnAudit',
    summary: 'Who created, renewed and revoked applications of your brand',
    description: 'Newest first. An entry is written with what it tells, and holds no secret.',
    handle: ({ db, person }, { query }) => answerAuditPage(db, brandOf(person), query),
  })
}
