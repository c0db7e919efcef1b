/** The body of a delivery. It is made of stored parts only, so that every attempt sends the same bytes. */
import { jsonApiMember } from '@tradehall/jsonapi'
import { type TSchema, Type } from 'typebox'
import { uuid } from '../../../domain/fields.ts'
import type { WebhooksDeliveriesRow, WebhooksEventsRow } from '../../../platform/rows.ts'

export type Message = Pick<WebhooksDeliveriesRow, 'event_id' | 'event_type' | 'application_id'> &
  Pick<WebhooksEventsRow, 'is_test' | 'resource' | 'included' | 'occurred_at'>

export function serializeBody({
  event_id,
  event_type,
  application_id,
  is_test,
  resource,
  included,
  occurred_at,
}: Message): string {
  const event = {
    id: event_id,
    applicationId: application_id,
    type: event_type,
    timestamp: Math.floor(occurred_at.getTime() / 1000),
    ...(is_test && { test: true }),
  }
  const includedMember = included === null ? '' : `,"included":${included}`
  // The resources are stored as JSON text, which must not be parsed and serialized again.
  return `{"meta":{"event":${JSON.stringify(event)}},"jsonapi":{"version":"1.0"},"data":${resource}${includedMember}}`
}

/** The schema of the body, for the OpenAPI document. */
export const messageSchema = (name: string, resource: TSchema, included: readonly TSchema[]): TSchema =>
  Type.Object({
    meta: Type.Object(
      {
        event: Type.Object(
          {
            id: uuid('Id of the event: the same on every attempt. What came twice has it twice.'),
            applicationId: uuid('The application that subscribed.'),
            type: Type.Literal(name, { description: 'Name of the event.' }),
            timestamp: Type.Integer({
              examples: [1_772_701_200],
              description: 'When it happened, in seconds since the epoch.',
            }),
            test: Type.Optional(
              Type.Literal(true, { description: 'There for an event that was sent to try the receiver.' }),
            ),
          },
          { description: 'What happened.' },
        ),
      },
      { description: 'About the event.' },
    ),
    jsonapi: jsonApiMember,
    data: resource,
    ...(included.length > 0 && {
      included: Type.Array(Type.Union([...included]), {
        description: 'The resources that `data` leads to, each once, as they were with it.',
      }),
    }),
  })
