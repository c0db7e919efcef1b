/** Failures on purpose, for trying how a connector takes them. */

import { uuid } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { defineTool } from '../tool.ts'
import { documentText } from './fields.ts'

const FAULTS = '/api/testing/faults'
const strict = { additionalProperties: false }

export const listFaults = defineTool({
  name: 'list_faults',
  title: 'List the faults that are set',
  description: 'The faults that requests run into at the moment.',
  input: Type.Object({}, strict),
  effect: 'reads',
  async run(_input, { sandbox, signal }) {
    const client = await sandbox.client()
    return documentText(await client.request('GET', FAULTS, { signal }))
  },
})

export const injectFault = defineTool({
  name: 'inject_fault',
  title: 'Make requests fail',
  description:
    'Matching requests wait, fail or get altered documents, until the count is used up or remove_faults is called. The testing API, and so the tools for clock, log and faults, is never hit; get and send_request are, with other paths.',
  input: Type.Object(
    {
      path: Type.Optional(
        Type.String({
          maxLength: 500,
          description: 'The path to hit; a `*` at its end stands for anything. Default: all.',
          examples: ['/api/v1/orders*'],
        }),
      ),
      method: Type.Optional(Type.Enum(['GET', 'POST', 'PATCH', 'DELETE'])),
      status: Type.Optional(
        Type.Integer({ minimum: 400, maximum: 599, description: 'The status to answer with.' }),
      ),
      delayMs: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 120_000, description: 'How long to wait first.' }),
      ),
      retryAfter: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 3600, description: 'Its `Retry-After`, in seconds.' }),
      ),
      disconnect: Type.Optional(
        Type.Enum(['before', 'after'], {
          description: 'Closes the connection without a response, before or after the request is processed.',
        }),
      ),
      expireTokens: Type.Optional(
        Type.Boolean({ description: 'Access tokens from before the fault count as expired.' }),
      ),
      unknowns: Type.Optional(
        Type.Boolean({ description: 'Adds members that no client knows to documents.' }),
      ),
      share: Type.Optional(
        Type.Number({ exclusiveMinimum: 0, maximum: 1, description: 'The share of requests to hit.' }),
      ),
      count: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'How many requests to hit.' }),
      ),
    },
    strict,
  ),
  effect: 'adds',
  async run(fault, { sandbox, signal }) {
    const client = await sandbox.client()
    return documentText(await client.request('POST', FAULTS, { body: fault, signal }))
  },
})

export const removeFaults = defineTool({
  name: 'remove_faults',
  title: 'Remove faults',
  description: 'Removes one fault, or all of them without an id.',
  input: Type.Object({ id: Type.Optional(uuid('Id of the fault.')) }, strict),
  effect: 'changes',
  isIdempotent: true,
  async run({ id }, { sandbox, signal }) {
    const client = await sandbox.client()
    if (id === undefined) await client.request('DELETE', FAULTS, { signal })
    else await client.request('DELETE', `${FAULTS}/{fault}`, { path: { fault: id }, signal })
    return id === undefined ? 'All faults are removed.' : `The fault ${id} is removed.`
  },
})
