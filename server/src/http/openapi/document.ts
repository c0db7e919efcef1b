/** Builds the OpenAPI 3.1 document from the declared operations. */
import { declaredCodes, errorSchema } from '@tradehall/jsonapi'
import { VERSION } from '../../platform/version.ts'
import { SERVER_URL, sendUrlText, type UrlText, urlText } from '../answers/url-text.ts'
import type { Http } from '../http.ts'
import { describeGroups, inReadingOrder } from './groups.ts'
import { describeHeaders } from './headers.ts'
import { introduction } from './introduction.ts'
import { describeOperation } from './operations.ts'
import type { Json } from './print-schema.ts'
import { oauthErrorSchema } from './problems.ts'
import { createSchemas } from './schemas.ts'
import { createSharing } from './sharing.ts'
import { describeWebhooks } from './webhooks.ts'

export function openApiRoute(http: Http): void {
  let rendered: UrlText | undefined
  http.app.get('/openapi.json', async (request, reply) => {
    rendered ??= urlText(JSON.stringify(openApiDocument(http, SERVER_URL)))
    reply.header('content-type', 'application/json; charset=utf-8')
    return sendUrlText(http, request, reply, rendered)
  })
}

/** An open list: clients must expect codes that are newer than they are. */
function withCodes(errors: Json): Json {
  const described = structuredClone(errors) as unknown as {
    properties: { errors: { items: { properties: { code: Json } } } }
  }
  described.properties.errors.items.properties.code['x-extensible-enum'] = declaredCodes().map(
    ({ code }) => code,
  )
  return described as unknown as Json
}

const SECURITY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token that `/oauth/token` gave.',
  },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-tradehall',
    description:
      'The cookie of a session, which signing in sets; on plain HTTP its name is `tradehall-` and the id of the sandbox. `x-tradehall-roles` lists the roles whose sessions may call an operation; applications may do everything that their account may. `x-tradehall-support-session` marks what an operator may call in a support session: `read` in any, `write` in one that is read-write, nothing else. `x-tradehall-password-confirmation` marks operations for which a session must have given the password within ten minutes. Requests that change something need an `Origin` header with the address of this server.',
  },
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'Client id and client secret, for `/oauth/token` only.',
  },
  person: {
    type: 'http',
    scheme: 'basic',
    description:
      'Email address and password of an owner of a brand, for `/api/integrations/v1` only. Refused in production and for users with a second factor.',
  },
}

export function openApiDocument({ operations, tags, renderer, webhooks }: Http, serverUrl: string): Json {
  const schemas = createSchemas(renderer.resource)
  const sharing = createSharing()
  const paths: Record<string, Json> = {}
  for (const operation of inReadingOrder(operations)) {
    paths[operation.path] ??= {}
    ;(paths[operation.path] as Json)[operation.method.toLowerCase()] = describeOperation(
      operation,
      schemas,
      sharing,
    )
  }
  const described = webhooks && describeWebhooks(webhooks, schemas)
  const allSchemas = {
    Errors: withCodes(schemas.print(errorSchema)),
    OAuthError: schemas.print(oauthErrorSchema),
    ...schemas.components,
  }
  const { schemas: sharedSchemas, ...shared } = sharing.settle(Object.keys(allSchemas))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tradehall',
      version: VERSION,
      description: introduction(serverUrl),
      contact: { name: 'The operator of this marketplace', url: serverUrl },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    security: [{ bearer: [] }, { cookie: [] }],
    servers: [{ url: serverUrl, description: 'This server.' }],
    tags: describeGroups(tags, operations),
    paths,
    ...(described && { webhooks: described }),
    components: {
      securitySchemes: SECURITY_SCHEMES,
      ...shared,
      headers: describeHeaders(operations),
      schemas: { ...allSchemas, ...sharedSchemas },
    },
  }
}
