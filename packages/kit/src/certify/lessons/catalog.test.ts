import { describe, expect, test } from 'vitest'
import { randomOf } from '../random.ts'
import { type CatalogFacts, catalog } from './catalog.ts'
import { productsOf, spoil } from './catalog-scenario.ts'
import { evidenceOf, request, verdictsOf } from './fixtures.ts'

const PATH = '/api/v1/catalog/integrations/operations'
const marks = { blocked: 1, released: 10, corrected: 30 }
const operation = (id: string, more: object = {}) => ({
  id,
  isByConnector: true,
  status: 'succeeded',
  processed: 3,
  failed: 0,
  callback: null,
  ...more,
})
const FACTS: CatalogFacts = {
  marker: 'marked',
  foreignId: 'foreign',
  valid: 117,
  imported: 117,
  flawed: 3,
  failures: 3,
  corrected: 3,
  refusal: null,
  operations: [
    operation('foreign', { isByConnector: false, status: 'cancelled', processed: 0 }),
    operation('first', { status: 'partially_failed', processed: 117, failed: 3 }),
    operation('second'),
  ],
}
const page = (at: number, query: string, next: string | null) =>
  request(at, `GET ${PATH}/first/results?page[limit]=100${query}`, 200, {
    responseBody: JSON.stringify({ data: [], links: { next } }),
  })
const create = (at: number, status: number) => request(at, `POST ${PATH}`, status)
const LAST = page(16, '&page[after]=x&marker=marked', null)
const BEFORE = [
  create(2, 409),
  create(11, 201),
  request(12, `POST ${PATH}/first/products`),
  request(13, `PATCH ${PATH}/first`),
]
const GOOD = [...BEFORE, page(15, '', 'https://next'), LAST]
const PASSED = {
  oneAtATime: 'passed',
  imported: 'passed',
  results: 'passed',
  repair: 'passed',
  callback: 'skipped',
  batches: 'passed',
}
const grade = (requests = GOOD, facts: Partial<CatalogFacts> = {}) =>
  verdictsOf(catalog.grade(evidenceOf({ requests, marks }, { ...FACTS, ...facts })))
const withCallback = (call: object) => ({
  operations: FACTS.operations.map((each) =>
    each.id === 'second' ? { ...each, callback: { status: 200, durationMs: 40, ...call } as never } : each,
  ),
})

test('a connector that waits, reads all results and mends what failed passes', () => {
  expect(grade()).toEqual(PASSED)
  expect(grade(GOOD, withCallback({ outcome: 'delivered' }))).toEqual({ ...PASSED, callback: 'passed' })
})

describe('each mistake fails its requirement alone', () => {
  const attempts = Array.from({ length: 6 }, (_, i) => create(3 + i, 409))
  test.each<[string, string, typeof GOOD, Partial<CatalogFacts>]>([
    ['many attempts', 'oneAtATime', [...GOOD, ...attempts], {}],
    ['cancelling', 'oneAtATime', [...GOOD, request(3, `POST ${PATH}/foreign/-actions/cancel`)], {}],
    ['giving up', 'imported', GOOD, { imported: 0 }],
    ['no results', 'results', BEFORE, {}],
    ['one page', 'results', GOOD.slice(0, -1), {}],
    ['an address of its own', 'results', [...GOOD.slice(0, -1), page(16, '&page[after]=x', null)], {}],
    ['the same again', 'repair', GOOD, { failures: 6 }],
    ['nothing after the correction', 'repair', GOOD, { corrected: 1 }],
    ['a slow callback', 'callback', GOOD, withCallback({ outcome: 'timed_out', status: null })],
    ['too many at once', 'batches', [...GOOD, request(14, `POST ${PATH}/first/products`, 413)], {}],
  ])('%s', (_, requirement, requests, facts) => {
    expect(grade(requests, facts)).toEqual({ ...PASSED, [requirement]: 'failed' })
  })
})

test('failures may be read by a filter, as unprocessed products or as a report', () => {
  const others = [
    request(15, `GET ${PATH}/first/results?filter[status]=failure`, 200, { responseBody: '{"links":{}}' }),
    request(15, `GET ${PATH}/first/unprocessed-products`, 200, { responseBody: '{"links":{"next":null}}' }),
    request(15, 'GET /api/v1/catalog/exchange/storage/error-reports/r1'),
  ]
  for (const other of others) expect(grade([...BEFORE, other])).toMatchObject({ results: 'passed' })
})

test('products may be refused before they are sent, but not when they are corrected', () => {
  const facts = { refusal: '422', imported: 0, failures: 0, operations: [operation('second')] }
  expect(grade(BEFORE, facts)).toMatchObject({ imported: 'skipped', results: 'skipped', repair: 'passed' })
  expect(grade([], { ...facts, corrected: 0 })).toMatchObject({ imported: 'failed' })
})

test('what the connector gave no occasion to see is skipped', () => {
  expect(grade([], { imported: 0, failures: 0, corrected: 0, operations: [] })).toEqual({
    oneAtATime: 'skipped',
    imported: 'failed',
    results: 'skipped',
    repair: 'skipped',
    callback: 'skipped',
    batches: 'skipped',
  })
})

test('one product of the first page and two of the last have a flaw each', () => {
  const valid = productsOf('P', 120)
  const { products, positions } = spoil(valid, randomOf(1, 'catalog'), 100)
  expect(positions.map((position) => position < 100)).toEqual([true, false, false])
  expect(products.filter((product, i) => product !== valid[i])).toHaveLength(3)
})
