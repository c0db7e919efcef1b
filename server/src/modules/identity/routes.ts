import { hash } from 'node:crypto'
import { missing } from '../../domain/ownership.ts'
import { listAnswer, returnsOne } from '../../http/answers/answers.ts'
import type { Http } from '../../http/http.ts'
import { TOKEN, TOKEN_ADDRESS } from '../../http/limits/limits.ts'
import { type Ctx, document, json } from '../../http/operation.ts'
import { invariant } from '../../platform/invariant.ts'
import { findUser, listApplications, ownerOf, type UserRow } from './queries.ts'
import {
  application,
  authorizationServer,
  authorizationServerSchema,
  currentUser,
  currentUserSchema,
  tokenRequestSchema,
  tokenSchema,
  userConfig,
} from './resources.ts'
import { authenticateClient, readTokenRequest } from './tokens/token-request.ts'
import { TOKEN_SECONDS } from './tokens/tokens.ts'

export function identityRoutes(http: Http): void {
  tokenRoute(http)
  metadataRoute(http)
  userRoutes(http)
  applicationRoute(http)
}

function tokenRoute(http: Http): void {
  http.operation({
    method: 'POST',
    path: '/oauth/token',
    id: 'createToken',
    tag: 'Authentication',
    summary: 'Get an access token',
    description:
      'OAuth 2.0 client credentials, in the form body or by HTTP Basic. A token lasts 3600 seconds; keep it and ask for the next one a few minutes early. At most 60 requests an hour for each client and address; refused ones count too.',
    access: 'public',
    media: 'form',
    secret: true,
    body: tokenRequestSchema,
    bodyExample: { grant_type: 'client_credentials', client_id: '…', client_secret: '…', scope: '*' },
    bodyLimit: 8192,
    answers: [{ status: 200, description: 'The token.', schema: tokenSchema }],
    problems: [
      { status: 401, description: 'The client is unknown, its secret is wrong, or it was revoked.' },
    ],
    async handle(ctx, { form, headers, count, address }) {
      const credentials = readTokenRequest(form, headers.authorization as string | undefined)
      // Before the client is looked up, so that unknown clients are rate-limited too.
      await count(TOKEN_ADDRESS, address)
      await count(TOKEN, `${hash('sha256', credentials.clientId, 'base64url')}|${address}`)
      const client = await authenticateClient(ctx, credentials)
      const accessToken = await http.tokens.issue(client.id)
      return json({ token_type: 'Bearer', expires_in: TOKEN_SECONDS, access_token: accessToken })
    },
  })
}

function metadataRoute(http: Http): void {
  http.operation({
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    id: 'getAuthorizationServer',
    tag: 'Authentication',
    summary: 'How to get an access token, for programs',
    description:
      'The metadata of the authorization server (RFC 8414), by which OAuth libraries configure themselves. Plain JSON without credentials, which may be cached for an hour.',
    access: 'public',
    media: 'json',
    answers: [{ status: 200, description: 'The metadata.', schema: authorizationServerSchema }],
    async handle({ publicUrl }) {
      return json(authorizationServer(publicUrl), { headers: { 'cache-control': 'public, max-age=3600' } })
    },
  })
}

function userRoutes(http: Http): void {
  http.operation({
    method: 'GET',
    path: '/api/v1/me',
    id: 'getMe',
    tag: 'User',
    summary: 'The current user',
    description: 'The user in whose name the application acts. Plain JSON; any Accept is fine.',
    access: 'token',
    media: 'json',
    answers: [{ status: 200, description: 'The user.', schema: currentUserSchema }],
    handle: async (ctx) => json(currentUser(await actingUser(ctx))),
  })

  http.operation({
    method: 'GET',
    path: '/api/v1/me/config',
    id: 'getMyConfig',
    tag: 'User',
    summary: 'Configuration of the current user',
    description: 'Currency and country of the user in whose name the application acts.',
    access: 'token',
    ...returnsOne(userConfig, 'The configuration.'),
    handle: async (ctx) => document(userConfig, await actingUser(ctx)),
  })

  http.operation({
    method: 'GET',
    path: '/api/v1/users/{id}/config',
    id: 'getUserConfig',
    support: 'never',
    tag: 'User',
    summary: 'Configuration of a user of your account',
    description: 'As for the current user. A user of another account answers 403.',
    access: 'token',
    params: { id: 'Id of the user.' },
    ...returnsOne(userConfig, 'The configuration.'),
    async handle({ db, actor }, { params: { id } }) {
      const user = await findUser(db, id)
      const owner = ownerOf(actor)
      if (user?.brand_id !== owner.brandId || user.retailer_id !== owner.retailerId)
        throw missing('user', id, { exists: user !== undefined })
      return document(userConfig, user)
    },
  })
}

async function actingUser({ db, actor }: Ctx): Promise<UserRow> {
  const user = await findUser(db, actor.userId)
  invariant(user, 'an application acts for a user that exists')
  return user
}

function applicationRoute(http: Http): void {
  http.operation({
    method: 'GET',
    path: '/api/v1/applications',
    id: 'listApplications',
    support: 'never',
    tag: 'Webhooks',
    summary: 'The applications of your account',
    description: 'Names and client ids; a client secret is never shown again. There are no pages.',
    access: 'token',
    query: { resource: application, include: ['webhookSubscriptions'] },
    answers: [listAnswer(application, 'All of them, newest first.')],
    async handle({ db, actor }) {
      return document(application, await listApplications(db, actor))
    },
  })
}
