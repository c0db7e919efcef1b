import { attribute, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { textAttribute } from '../../../domain/attributes.ts'
import type { IntegrationsExternalIntegrationsRow } from '../../../platform/rows.ts'

const CONNECTION_STATUSES = ['enabled', 'disabled'] as const

export const externalIntegration = resource<IntegrationsExternalIntegrationsRow>()({
  name: 'externalIntegration',
  type: 'external-integrations',
  description: 'The connection of a brand with a shop platform.',
  attributes: {
    platform: textAttribute('shopify', 'platform', 'The shop platform.'),
    status: attribute(Type.Enum([...CONNECTION_STATUSES]), 'status', {
      description: 'Whether the brand is connected with it.',
    }),
  },
})

export const connectionBody = (platforms: readonly string[]) =>
  Type.Object({
    platform: Type.Enum([...platforms], {
      examples: platforms.slice(0, 1),
      description: 'The shop platform.',
    }),
    status: Type.Enum([...CONNECTION_STATUSES], {
      description: 'Whether the brand is connected with it from now on.',
    }),
  })
