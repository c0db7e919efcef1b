/** What became of webhooks. */
import type { Schema } from '@tradehall/client'
import { uuid } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { defineTool } from '../tool.ts'
import { account, documentText, nextPage, pageInput } from './fields.ts'

export const listDeliveries = defineTool({
  name: 'list_deliveries',
  title: 'List webhook deliveries',
  description:
    'The newest deliveries to all subscriptions of the brand first, one a line, with the reason why the last attempt failed. Without a subscription nothing is delivered; trigger_event and read_request show events.',
  input: Type.Object(
    {
      state: Type.Optional(Type.Enum(['waiting', 'delivered', 'failed'])),
      event: Type.Optional(
        Type.String({ minLength: 1, maxLength: 100, description: 'Only this event, such as order.shipped.' }),
      ),
      subscription: Type.Optional(uuid('Only those to this subscription.')),
      resource: Type.Optional(uuid('Only those about this resource, such as an order.')),
      request: Type.Optional(uuid('Only those that this request caused.')),
      as: account,
      ...pageInput,
    },
    { additionalProperties: false },
  ),
  effect: 'reads',
  async run({ state, event, subscription, resource, request, as, limit = 25, after }, { sandbox, signal }) {
    const client = await sandbox.client(as)
    const { data, links } = await client.request('GET', '/api/v1/webhook-deliveries', {
      query: {
        'page[limit]': limit,
        ...(after !== undefined && { 'page[after]': after }),
        ...(state !== undefined && { 'filter[state]': state }),
        ...(event !== undefined && { 'filter[event]': event }),
        ...(subscription !== undefined && { 'filter[subscription]': subscription }),
        ...(resource !== undefined && { 'filter[resource]': resource }),
        ...(request !== undefined && { 'filter[request]': request }),
      },
      signal,
    })
    return nextPage(data.map(lineOf), links, 'No delivery matches.')
  },
})

function lineOf({ id, attributes }: Schema<'WebhookDelivery'>): string {
  const { createdAt, event, subjectId, state, attemptsCount, lastAttempt, nextAttemptAt } = attributes
  const { outcome, status, detail } = lastAttempt ?? {}
  const reason = [outcome, status, detail].filter((part) => part !== undefined && part !== null)
  return [
    `${createdAt}  ${event}  about ${subjectId}  ${state} after ${attemptsCount} attempts`,
    ...(lastAttempt ? [`last: ${reason.join(' ')}`] : []),
    ...(nextAttemptAt ? [`next attempt ${nextAttemptAt}`] : []),
    id,
  ].join('  ')
}

export const readDelivery = defineTool({
  name: 'read_delivery',
  title: 'Read a webhook delivery with its attempts',
  description:
    'One delivery by its id: every attempt with the reason of its failure and what the receiver answered, and the body that is sent.',
  input: Type.Object({ id: uuid('Id of the delivery.'), as: account }, { additionalProperties: false }),
  effect: 'reads',
  async run({ id, as }, { sandbox, signal }) {
    const client = await sandbox.client(as)
    const path = { delivery: id }
    return documentText(
      await client.request('GET', '/api/v1/webhook-deliveries/{delivery}', { path, signal }),
    )
  },
})
