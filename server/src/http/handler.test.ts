import { randomUUID } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { attribute, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { afterAll, expect, test } from 'vitest'
import { market } from '../../test/market.ts'
import { uuid } from '../domain/fields.ts'
import { json } from './operation.ts'

const shop = await market({ cleanUp: afterAll })
const thing = resource<{ id: string; name: string }>()({
  name: 'thing',
  type: 'things',
  attributes: { name: attribute(Type.String(), 'name') },
})

const contexts: object[] = []

/** Returns what it has received. */
shop.http.operation({
  method: 'POST',
  path: '/api/v1/echoes/{echo}',
  id: 'echo',
  tag: 'Catalog',
  summary: 'Echo',
  description: 'What was sent.',
  access: 'brand',
  params: { echo: 'An id.' },
  query: {
    resource: thing,
    filters: {
      id: { kind: 'one', schema: uuid(), description: 'One.' },
      ids: { kind: 'list', schema: uuid(), description: 'Some.' },
      names: { kind: 'csv', schema: Type.String(), description: 'Texts.' },
    },
    page: { default: 15, max: 100 },
  },
  body: Type.Object({ id: uuid(), ids: Type.Array(uuid()), name: Type.String() }),
  answers: [{ status: 200, description: 'What was sent.', schema: Type.Object({}) }],
  handle: async (ctx, { params, query: { filter, page }, body }) => {
    contexts.push(ctx)
    return json({ params, filter, page, body })
  },
})

test('ids in upper case reach the handler in lower case, from the path, filters, cursors and the body', async () => {
  const id = randomUUID()
  const ID = id.toUpperCase()
  const query = `filter[id]=${ID}&filter[ids][]=${ID}&filter[ids][]=${id}&filter[names]=${ID}&page[after]=${ID}`
  const { body } = await shop.send('POST', `/api/v1/echoes/${ID}?${query}`, {
    body: { id: ID, ids: [ID, id], name: ID },
  })
  expect(body).toEqual({
    params: { echo: id },
    filter: { id, ids: [id, id], names: [ID] },
    page: { limit: 15, after: id },
    body: { id, ids: [id, id], name: ID },
  })
})

test('the contexts of all requests have the same hidden class', async () => {
  setFlagsFromString('--allow-natives-syntax')
  const haveSameShape = new Function('a', 'b', 'return %HaveSameMap(a, b)') as (
    a: object,
    b: object,
  ) => boolean
  contexts.length = 0
  for (let i = 0; i < 2; i++) {
    await shop.send('POST', `/api/v1/echoes/${randomUUID()}`, {
      body: { id: randomUUID(), ids: [], name: 'x' },
    })
  }
  const [first = {}, second = {}] = contexts
  expect(first).not.toBe(second)
  expect(haveSameShape(first, second)).toBe(true)
})
