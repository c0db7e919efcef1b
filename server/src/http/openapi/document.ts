/** Builds the OpenAPI 3.1 document from the declared operations. */
import { readFileSync } from 'node:fs'
import { errorSchema } from '@tradehall/jsonapi'
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

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

export function openApiRoute(http: Http): void {
  let parts: string[] | undefined
  http.app.get('/openapi.json', async (request, reply) => {
    // Rendered once, and split where the base URL of the caller is inserted.
    parts ??= JSON.stringify(openApiDocument(http, SERVER_URL)).split(SERVER_URL)
    const text = parts.join(http.publicUrl(request))
    return reply.header('content-type', 'application/json; charset=utf-8').send(text)
  })
}

const SERVER_URL = 'https://server-url.invalid'

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
    Errors: schemas.print(errorSchema),
    OAuthError: schemas.print(oauthErrorSchema),
    ...schemas.components,
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tradehall',
      version,
      description: introduction(serverUrl),
      contact: { name: 'The operator of this marketplace', url: serverUrl },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    security: [{ bearer: [] }],
    servers: [{ url: serverUrl, description: 'This server.' }],
    tags: describeGroups(tags, operations),
    paths,
    ...(described && { webhooks: described }),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The access token that `/oauth/token` gave.',
        },
        basic: {
          type: 'http',
          scheme: 'basic',
          description: 'Client id and client secret, for `/oauth/token` only.',
        },
        person: {
          type: 'http',
          scheme: 'basic',
          description: 'Email address and password of a user of a brand, for `/api/integrations/v1` only.',
        },
      },
      ...sharing.settle(Object.keys(allSchemas)),
      headers: describeHeaders(operations),
      schemas: allSchemas,
    },
  }
}
