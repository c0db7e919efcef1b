/** What reached the server, for finding out what a connector did. */

import { uuid } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { defineTool } from '../tool.ts'
import { account, documentText, nextPage, pageInput } from './fields.ts'

export const listRequests = defineTool({
  name: 'list_requests',
  title: 'List the requests that reached the sandbox',
  description:
    'The newest requests of the account first, one a line: time, method, URL, status, duration, members of the body that were ignored, id. Requests to the log itself are not in it.',
  input: Type.Object(
    {
      status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599, description: 'Only this status.' })),
      statusClass: Type.Optional(
        Type.Enum(['2xx', '3xx', '4xx', '5xx'], { description: 'Only such statuses.' }),
      ),
      method: Type.Optional(Type.Enum(['GET', 'POST', 'PATCH', 'DELETE'])),
      path: Type.Optional(
        Type.String({ minLength: 1, maxLength: 500, description: 'Only paths that begin like this.' }),
      ),
      as: account,
      ...pageInput,
    },
    { additionalProperties: false },
  ),
  effect: 'reads',
  async run({ status, statusClass, method, path, as, limit = 25, after }, { sandbox, signal }) {
    const client = await sandbox.client(as)
    const { data, links } = await client.request('GET', '/api/testing/requests', {
      query: {
        'page[limit]': limit,
        ...(after !== undefined && { 'page[after]': after }),
        ...(status !== undefined && { 'filter[status]': status }),
        ...(statusClass !== undefined && { 'filter[statusClass]': statusClass }),
        ...(method !== undefined && { 'filter[method]': method }),
        ...(path !== undefined && { 'filter[path]': path }),
        'fields[requests]': ['method', 'url', 'status', 'durationMs', 'requestedAt', 'ignoredMembers'],
      },
      signal,
    })
    const lines = data.map(({ id, attributes }) => {
      const { requestedAt, method, url, status, durationMs, ignoredMembers = [] } = attributes
      const ignored = ignoredMembers.length === 0 ? '' : `  ignored: ${ignoredMembers.join(', ')}`
      return `${requestedAt}  ${method} ${url}  ${status}  ${durationMs} ms${ignored}  ${id}`
    })
    return nextPage(lines, links, 'No request matches.')
  },
})

export const readRequest = defineTool({
  name: 'read_request',
  title: 'Read a logged request with what it caused',
  description:
    'One request by its id (the X-Request-Id of its response): both bodies, the members that were ignored, and its effects so far, such as changes of orders, events and deliveries.',
  input: Type.Object({ id: uuid('Id of the request.'), as: account }, { additionalProperties: false }),
  effect: 'reads',
  async run({ id, as }, { sandbox, signal }) {
    const client = await sandbox.client(as)
    const path = { request: id }
    return documentText(await client.request('GET', '/api/testing/requests/{request}', { path, signal }))
  },
})
