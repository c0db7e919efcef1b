/** Describes the webhooks in the OpenAPI document, one entry for each name of an event. */
import { exampleOf, JSON_API, type Resource, type ResourceLookup, resourceSchema } from '@tradehall/jsonapi'
import type { Webhooks } from '../http.ts'
import type { Json } from './print-schema.ts'
import { pascalCase, type Schemas } from './schemas.ts'

export function describeWebhooks({ events, context, body }: Webhooks, schemas: Schemas): Json {
  const entries = events.flatMap((event) =>
    [event.name, ...event.twins].map((name) => {
      const resource = schemas.lookup(event.shows ?? '')
      const beside = (event.includes ?? []).map((path) => targetOf(resource, path, schemas.lookup))
      const whole = (one: Resource) => resourceSchema(one, { context, lookup: schemas.lookup })
      const refer = (one: Resource) => schemas.refer(one, context)
      const schema = body(name, refer(resource), beside.map(refer))
      const example = {
        ...(exampleOf(body(name, whole(resource), [])) as object),
        ...(beside.length > 0 && { included: beside.map((one) => exampleOf(whole(one))) }),
      }
      const post = {
        operationId: `on${pascalCase(name)}`,
        tags: ['Webhooks'],
        summary: `${name} happened`,
        description: describe(event, name),
        ...(event.endsAt && { deprecated: true }),
        security: [],
        parameters: HEADERS,
        requestBody: {
          required: true,
          content: { [JSON_API]: { schema: schemas.print(schema), example } },
        },
        responses: {
          '2XX': { description: 'Any success: the event is not sent again.' },
          '410': { description: 'Nobody is there any more: the subscription is disabled.' },
          '4XX': { description: 'Anything else: the event is sent again later.' },
        },
      }
      return [name, { post }] as const
    }),
  )
  return Object.fromEntries(entries)
}

function targetOf(resource: Resource, name: string, lookup: ResourceLookup): Resource {
  const relationship = resource.relationships[name]
  if (!relationship) throw new TypeError(`${resource.name} has no relationship ${name}`)
  return lookup(relationship.target)
}

function describe({ meaning, name: first, endsAt }: Webhooks['events'][number], name: string): string {
  const sentences = [meaning]
  if (name !== first) sentences.push(`Fires together with \`${first}\`.`)
  if (endsAt) sentences.push(`Sent until ${endsAt.toISOString()}.`)
  return sentences.join(' ')
}

const header = (name: string, description: string, example: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
})

const HEX = '7d1f0c2f6f2b0c9f0a4f5b3e1c8d7a6b5e4f3a2b1c0d9e8f7a6b5c4d3e2f1a0b'
const HEADERS = [
  header('signature', 'HMAC with SHA-256 of the body, in hexadecimal; the key is the signing secret.', HEX),
  header('X-Marketplace-Hmac-SHA256', 'The same as `signature`.', HEX),
  header('webhook-id', 'Id of the event.', '2b9d7f10-4c3e-4a1b-8d6f-9e0c5b7a1f4b'),
  header('webhook-timestamp', 'When this attempt was made, in seconds since the epoch.', '1772701200'),
  header(
    'webhook-signature',
    'As Standard Webhooks wants it: one signature for each secret that is good, the key decoded from base64.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
]
