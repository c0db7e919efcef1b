import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileQuery, formatQuery, queryParameters } from './index.ts'
import { cutPage, type PageQuery, pageLinks } from './page.ts'

const rows = (...ids: string[]) => ids.map((id) => ({ id }))

test('the first page has no previous one, and a next one only when a row too many was fetched', () => {
  const more = cutPage(rows('a', 'b', 'c'), { limit: 2 })
  expect(more.rows).toEqual(rows('a', 'b'))
  expect(more.page).toEqual({ from: 'a', to: 'b', hasMore: true, perPage: 2 })
  expect(more.next).toEqual({ after: 'b' })
  expect(more).not.toHaveProperty('prev')

  const last = cutPage(rows('a', 'b'), { limit: 2 })
  expect(last.page.hasMore).toBe(false)
  expect(last).not.toHaveProperty('next')
})

test('a page after a cursor always has a previous one', () => {
  const cut = cutPage(rows('c'), { limit: 2, after: 'b' })
  expect(cut.prev).toEqual({ before: 'c' })
  expect(cut).not.toHaveProperty('next')
  expect(cut.page.hasMore).toBe(false)
})

test('a page before a cursor comes in list order and always has a next one', () => {
  const cut = cutPage(rows('c', 'b', 'a'), { limit: 2, before: 'd' })
  expect(cut.rows).toEqual(rows('b', 'c'))
  expect(cut.page).toEqual({ from: 'b', to: 'c', hasMore: true, perPage: 2 })
  expect(cut.next).toEqual({ after: 'c' })
  expect(cut.prev).toEqual({ before: 'b' })
  expect(cutPage(rows('b', 'a'), { limit: 2, before: 'c' })).not.toHaveProperty('prev')
})

test('an empty page leads back to the start of the list from either side', () => {
  const before = cutPage([], { limit: 2, before: 'a' })
  expect(before.page).toEqual({ from: null, to: null, hasMore: true, perPage: 2 })
  expect(before.next).toBe('first')
  expect(before).not.toHaveProperty('prev')
  const after = cutPage([], { limit: 2, after: 'z' })
  expect(after.prev).toBe('first')
  expect(after).not.toHaveProperty('next')
  expect(after.page.hasMore).toBe(false)
  expect(cutPage([], { limit: 2 })).toEqual({
    rows: [],
    page: { from: null, to: null, hasMore: false, perPage: 2 },
  })
})

test('a cursor may be more than the id', () => {
  const cut = cutPage([{ key: 1 }, { key: 2 }], { limit: 1 }, (row) => `k${row.key},1700000000`)
  expect(cut.next).toEqual({ after: 'k1,1700000000' })
  expect(cut.page.from).toBe('k1,1700000000')
})

const url = 'https://api.example.test/api/v1/products'

test('links keep the other parameters, drop the cursor and carry the limit', () => {
  const cut = cutPage(rows('c', 'd', 'e'), { limit: 2, after: 'b' })
  const rawQuery = 'filter[sku]=a%20b,c&page%5Bafter%5D=b&include=&page[limit]=2'
  const kept = 'filter%5Bsku%5D=a%20b,c&include=&page%5Blimit%5D=2'
  expect(pageLinks({ url, rawQuery, cut })).toEqual({
    first: `${url}?${kept}`,
    next: `${url}?${kept}&page%5Bafter%5D=d`,
    prev: `${url}?${kept}&page%5Bbefore%5D=c`,
  })
})

test('missing links are left out, or null where an API promises the keys', () => {
  const cut = cutPage(rows('a'), { limit: 15 })
  const first = `${url}?page%5Blimit%5D=15`
  expect(pageLinks({ url, rawQuery: '', cut })).toEqual({ first })
  expect(pageLinks({ url, rawQuery: '', cut, missing: 'null' })).toEqual({ first, next: null, prev: null })
})

test('an empty page links to the start of the list', () => {
  const cut = cutPage([], { limit: 3, before: 'a' })
  const { first, next } = pageLinks({ url, rawQuery: 'page[before]=a', cut })
  expect(next).toBe(first)
})

// A list in memory, newest first by (createdAt, id), as a database would answer keyset queries on it.
interface Entry {
  id: string
  createdAt: number
}
const order = (a: Entry, b: Entry) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)

function fetchPage(list: readonly Entry[], page: PageQuery): Entry[] {
  const sorted = list.toSorted(order)
  const cursor = sorted.find((entry) => entry.id === (page.after ?? page.before))
  if (!cursor) return sorted.slice(0, page.limit + 1)
  const at = sorted.indexOf(cursor)
  const walk = page.after !== undefined ? sorted.slice(at + 1) : sorted.slice(0, at).reverse()
  return walk.slice(0, page.limit + 1)
}

const scenario = fc.record({
  times: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 30 }),
  limit: fc.integer({ min: 1, max: 7 }),
  inserts: fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 40 }),
})

test('walking down and back up sees every row of the start exactly once while rows are inserted', () => {
  fc.assert(
    fc.property(scenario, ({ times, limit, inserts }) => {
      const list: Entry[] = times.map((createdAt, i) => ({ id: `${i % 3}-old-${i}`, createdAt }))
      const atStart = list.map(({ id }) => id).sort()
      const coming = [...inserts]
      // Times up to 5 fall between rows of equal time, later ones at the head.
      const insert = () => {
        const createdAt = coming.pop()
        if (createdAt !== undefined) list.push({ id: `${coming.length % 3}-new-${coming.length}`, createdAt })
      }
      const walk = (start: PageQuery, step: 'next' | 'prev') => {
        const seen: string[] = []
        let page = start
        for (let turns = 0; turns < 100; turns++) {
          const cut = cutPage(fetchPage(list, page), page)
          expect(cut.rows).toEqual(cut.rows.toSorted(order))
          expect(cut.rows.length).toBeLessThanOrEqual(limit)
          expect(cut.page.hasMore).toBe(cut.next !== undefined)
          seen.push(...cut.rows.map(({ id }) => id))
          const link = cut[step]
          if (link === undefined || link === 'first') return { seen, last: cut }
          page = { limit, ...link }
          insert()
        }
        throw new Error('the walk does not end')
      }
      const down = walk({ limit }, 'next')
      expect(new Set(down.seen).size).toBe(down.seen.length)
      expect(down.seen.filter((id) => atStart.includes(id)).sort()).toEqual(atStart)

      const bottom = list.toSorted(order).at(-1)!.id
      const known = list.map(({ id }) => id)
      const up = walk({ limit, before: bottom }, 'prev')
      expect(new Set(up.seen).size).toBe(up.seen.length)
      expect(known.filter((id) => id !== bottom && !up.seen.includes(id))).toEqual([])
    }),
  )
})

test('cursors may have other names: in the query, in its canonical form, in links and in the documentation', () => {
  const spec = { page: { default: 2, max: 50, names: { after: 'from', before: 'to' } } }
  const lookup = () => {
    throw new Error('there are no resources')
  }
  const parse = compileQuery(spec, lookup)
  const id = '0197a3c2-5b1e-7d40-9c6f-2e8b4a1d7f30'
  const query = parse(`page[from]=${id}`)
  expect(query.page).toEqual({ limit: 2, after: id, names: spec.page.names })
  expect(parse(`page[to]=${id}`).page).toMatchObject({ before: id })
  expect(parse(formatQuery(query))).toEqual(query)
  expect(() => parse(`page[from]=${id}&page[to]=${id}`)).toThrow('Expected either page[from] or page[to]')
  expect(() => parse(`page[after]=${id}`)).toThrow('Expected page[limit], page[from] or page[to]')

  const cut = cutPage(rows('c', 'd', 'e'), query.page as PageQuery)
  expect(pageLinks({ url, rawQuery: `a=1&page[from]=${id}`, cut })).toEqual({
    first: `${url}?a=1&page%5Blimit%5D=2`,
    next: `${url}?a=1&page%5Blimit%5D=2&page%5Bfrom%5D=d`,
    prev: `${url}?a=1&page%5Blimit%5D=2&page%5Bto%5D=c`,
  })
  expect(queryParameters(spec, lookup).map(({ name }) => name)).toEqual([
    'page[limit]',
    'page[from]',
    'page[to]',
  ])
})
