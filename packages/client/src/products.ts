/** Products of the catalog. */
import type { ApiOperations, ListOptions, ReadOptions } from './operations.ts'
import type { List } from './pages.ts'
import type { IncludeOf, Result } from './types.ts'

const LIST = '/api/v1/products'
const ONE = '/api/v1/products/{product}'

export class Products {
  readonly #api: ApiOperations

  constructor(api: ApiOperations) {
    this.#api = api
  }

  async get<I extends IncludeOf<'GET', typeof ONE> = never>(
    product: string,
    options: Omit<ReadOptions<typeof ONE, I, never>, 'path' | 'query'> = {},
  ): Promise<Result<'GET', typeof ONE, I, 'single'>> {
    return await this.#api.get<typeof ONE, I>(ONE, { ...options, path: { product } } as never)
  }

  list<I extends IncludeOf<'GET', typeof LIST> = never>(
    options: { pageSize?: number } & Omit<ListOptions<typeof LIST, I, never>, 'query'> = {},
  ): List<Result<'GET', typeof LIST, I, 'list'>> {
    const { pageSize, ...others } = options
    const query = { 'page[limit]': pageSize }
    return this.#api.list<typeof LIST, I>(LIST, { ...others, query } as never)
  }
}
