import { expect, test } from 'vitest'
import { clientOf, drop, type ScriptedRequest, scriptServer } from './fixtures/scripted-server.ts'

const ROWS = ['a', 'b', 'c', 'd', 'e']

/** Two rows a page, with links as the server builds them. */
function pageFor({ url, headers }: ScriptedRequest) {
  const base = `http://${headers.host}/api/v1/orders`
  const cursor = new URL(url, base).searchParams
  const [after, before] = [cursor.get('page[after]'), cursor.get('page[before]')]
  const end = before ? ROWS.indexOf(before) : undefined
  const start = end === undefined ? (after ? ROWS.indexOf(after) + 1 : 0) : Math.max(0, end - 2)
  const rows = ROWS.slice(start, end ?? start + 2)
  const data = rows.map((id) => ({ type: 'order', id, attributes: {} }))
  const links = {
    first: base,
    ...(start + rows.length < ROWS.length && { next: `${base}?page%5Bafter%5D=${rows.at(-1)}` }),
    ...(start > 0 && { prev: `${base}?page%5Bbefore%5D=${rows[0]}` }),
  }
  return { body: { data, links, meta: { page: { hasMore: true, perPage: 2 } } } }
}

test('a list is walked by item, through the links, with nothing twice', async () => {
  const server = await scriptServer(pageFor)
  const ids: string[] = []
  for await (const { id } of clientOf(server).orders.list()) ids.push(id)
  expect(ids).toEqual(ROWS)
  expect(server.lines()).toEqual([
    'GET /api/v1/orders',
    'GET /api/v1/orders?page%5Bafter%5D=b',
    'GET /api/v1/orders?page%5Bafter%5D=d',
  ])
})

test('a list is walked by page', async () => {
  const server = await scriptServer(pageFor)
  const pages: string[][] = []
  for await (const { items, meta } of clientOf(server).orders.list().pages()) {
    pages.push(items.map(({ id }) => id))
    expect(meta.page?.perPage).toBe(2)
  }
  expect(pages).toEqual([['a', 'b'], ['c', 'd'], ['e']])
})

test('backward a list is walked to its start, from any row', async () => {
  const server = await scriptServer(pageFor)
  const list = clientOf(server).list('/api/v1/orders', {
    direction: 'backward',
    query: { 'page[before]': 'e' },
  })
  expect((await list.toArray()).map(({ id }) => id)).toEqual(['d', 'c', 'b', 'a'])
})

test('nothing is requested before the list is walked, nor after it is left', async () => {
  const server = await scriptServer(pageFor)
  const list = clientOf(server).orders.list()
  expect(server.requests).toHaveLength(0)
  for await (const { id } of list) if (id === 'b') break
  expect(server.requests).toHaveLength(1)
  expect((await list.toArray(3)).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  expect(await list.toArray(0)).toEqual([])
})

test('a page that fails is read again, without a gap', async () => {
  const server = await scriptServer((request, count) => (count === 2 ? drop : pageFor(request)))
  expect((await clientOf(server).orders.list().toArray()).map(({ id }) => id)).toEqual(ROWS)
})

test.each([
  ['null links', { next: null, prev: null }],
  ['no links', undefined],
])('a list with %s has one page', async (_, links) => {
  const server = await scriptServer(() => ({ body: { data: [{ type: 'x', id: '1' }], links } }))
  expect(await clientOf(server).orders.list().toArray()).toHaveLength(1)
})

test('filters, page size and include are parameters of the first page', async () => {
  const server = await scriptServer(() => ({ body: { data: [] } }))
  const options = {
    status: 'shipped',
    pageSize: 50,
    include: ['retailer', 'orderItems.productVariant'],
  } as const
  await clientOf(server).orders.list(options).toArray()
  expect(decodeURIComponent(server.lines()[0] ?? '')).toBe(
    'GET /api/v1/orders?filter[status]=shipped&page[limit]=50&include=retailer,orderItems.productVariant',
  )
})

test.each([
  ['https://elsewhere.example.com/api/v1/orders', 'leads to https://elsewhere.example.com and not to'],
  ['http://', 'leads to no address'],
])('a link to %s is not followed, as the token would reach another server', async (next, said) => {
  const server = await scriptServer(() => ({ body: { data: [], links: { next } } }))
  await expect(clientOf(server).orders.list().toArray()).rejects.toThrow(said)
  expect(server.requests).toHaveLength(1)
})

test('a link to the same page does not go round for ever', async () => {
  const server = await scriptServer(({ url }) => ({ body: { data: [], links: { next: url } } }))
  await expect(clientOf(server).orders.list().toArray()).rejects.toThrow('leads to the same page')
})
