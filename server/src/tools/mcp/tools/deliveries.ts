/** What became of webhooks. */
import { Type } from 'typebox'
import { uuid } from '../../../domain/fields.ts'
import { defineTool } from '../tool.ts'
import { documentText, nextPage, pageInput } from './fields.ts'

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
      ...pageInput,
    },
    { additionalProperties: false },
  ),
  effect: 'reads',
  async run({ state, event, subscription, resource, request, limit = 25, after }, { sandbox, signal }) {
    const client = await sandbox.client()
    const { data, links } = await client.request('GET', '/api/v1/webhook-deliveries', {
      query: {
        'page[limit]': limit,
        ...(after !== undefined && { 'page[after]': after }),
        ...(state !== undefined && { 'filter[state]': state }),
        // The API explains which events there are.
        ...(event !== undefined && { 'filter[event]': event as 'order.shipped' }),
        ...(subscription !== undefined && { 'filter[subscription]': subscription }),
        ...(resource !== undefined && { 'filter[resource]': resource }),
        ...(request !== undefined && { 'filter[request]': request }),
      },
      signal,
    })
    const lines = data.map(({ id, attributes }) => lineOf(id, attributes))
    return nextPage(lines, links, 'No delivery matches.')
  },
})

interface Shown {
  event?: string
  state?: string
  attemptsCount?: number
  nextAttemptAt?: string | null
  lastAttempt?: { outcome?: string; statusCode?: number | null; reason?: string | null } | null
  subjectId?: string
  createdAt?: string
}

function lineOf(
  id: string,
  { event, state, attemptsCount, nextAttemptAt, lastAttempt, subjectId, createdAt }: Shown,
) {
  const last = lastAttempt ? `  last: ${JSON.stringify(lastAttempt)}` : ''
  const next = nextAttemptAt ? `  next attempt ${nextAttemptAt}` : ''
  return `${createdAt}  ${event}  about ${subjectId}  ${state} after ${attemptsCount} attempts${last}${next}  ${id}`
}

export const readDelivery = defineTool({
  name: 'read_delivery',
  title: 'Read a webhook delivery with its attempts',
  description:
    'One delivery by its id: every attempt with the reason of its failure and what the receiver answered, and the body that is sent.',
  input: Type.Object({ id: uuid('Id of the delivery.') }, { additionalProperties: false }),
  effect: 'reads',
  async run({ id }, { sandbox, signal }) {
    const client = await sandbox.client()
    const path = { delivery: id }
    return documentText(
      await client.request('GET', '/api/v1/webhook-deliveries/{delivery}', { path, signal }),
    )
  },
})
