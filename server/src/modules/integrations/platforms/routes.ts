import { brandOf } from '../../../domain/actor.ts'
import type { Http } from '../../../http/http.ts'
import { document } from '../../../http/operation.ts'
import { setConnection } from './connections.ts'
import { connectionBody, externalIntegration } from './resource.ts'

export function platformRoutes(http: Http): void {
  http.operation({
    tag: 'Catalog integrations',
    access: 'brand',
    media: 'json',
    method: 'POST',
    path: '/api/v1/integration/external-integrations/-actions/update-status',
    id: 'updateExternalIntegrationStatus',
    summary: 'Tell whether a shop platform is connected',
    description:
      'For connectors: notes that the brand has connected a shop platform, or has ended that. Operations are possible in both cases.',
    query: { resource: externalIntegration },
    body: connectionBody(http.platform.config.externalPlatforms),
    answers: [{ status: 200, description: 'The connection as it is now.', resource: externalIntegration }],
    async handle(ctx, { body }) {
      return document(externalIntegration, await setConnection(ctx, brandOf(ctx.actor), body))
    },
  })
}
