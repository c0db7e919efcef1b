/** The pages that are compared between a small and a large database: some of the cases, and pages far down the lists. */
import { type BenchRequest, cases, get } from './cases.ts'
import { type DataSize, deepRows, factsOf } from './growth-data.ts'
import { rowId } from './row-ids.ts'

export interface GrowthCase {
  name: string
  requests: (token: string, size: DataSize) => BenchRequest[]
}

const SAME_PAGES = [
  'single variant',
  'page of 50 products',
  'page of 15 products with variants',
  'variants by sku',
  'page of stock states',
  'page of 50 orders',
  'order with all includes',
]

const POSTINGS = '/api/stock/v1/stock/postings'

export const growthCases: readonly GrowthCase[] = [
  ...cases
    .filter(({ name }) => SAME_PAGES.includes(name))
    .map(({ name, requests }) => ({
      name,
      requests: (brand: string, size: DataSize) => requests({ brand, operator: '' }, factsOf(size)),
    })),
  { name: 'page of postings', requests: (token) => [get(token, POSTINGS)] },
  deepPages('page of 50 products', '/api/v1/products?page[limit]=50', 'product', ({ products }) => products),
  deepPages(
    'page of 15 products with variants',
    '/api/v1/products?include=productVariant',
    'product',
    ({ products }) => products,
  ),
  deepPages('page of 50 orders', '/api/v1/orders?page[limit]=50', 'order', ({ orders }) => orders),
  deepPages('page of postings', `${POSTINGS}?`, 'available', ({ postings }) => postings / 2),
]

function deepPages(name: string, path: string, kind: string, count: (size: DataSize) => number): GrowthCase {
  return {
    name: `${name}, deep`,
    requests: (token, size) =>
      deepRows(count(size)).map((n) => get(token, `${path}&page[after]=${rowId(kind, n)}`)),
  }
}
