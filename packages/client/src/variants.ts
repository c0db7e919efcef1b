/** Product variants: stock and prices. */
import type { ApiOperations, ListOptions, ReadOptions } from './operations.ts'
import type { List } from './pages.ts'
import type { CallOptions } from './requests.ts'
import type { IncludeOf, Result } from './types.ts'

const LIST = '/api/v1/product-variants'
const ONE = '/api/v1/product-variants/{productVariant}'
const STOCK = '/api/v1/product-variants/{productVariant}/stock'
const PRICES = '/api/v1/product-variants/{productVariant}/prices'
const IN_BULK = '/api/v1/operations'
const TYPE = 'product-variants'

/** The limit of a request. */
const MAX_IN_BULK = 50

export type Variant = Result<'GET', typeof ONE, never, 'single'>

/** The total on hand, what is reserved included, or that stock is not tracked. */
export type Stock = { stockQuantity: number } | { isAlwaysInStock: boolean }

export interface Prices {
  /** In the smallest unit of the currency. */
  wholesalePrice: number
  retailPrice: number
}

export class Variants {
  readonly #api: ApiOperations

  constructor(api: ApiOperations) {
    this.#api = api
  }

  async get<I extends IncludeOf<'GET', typeof ONE> = never>(
    productVariant: string,
    options: Omit<ReadOptions<typeof ONE, I, never>, 'path' | 'query'> = {},
  ): Promise<Result<'GET', typeof ONE, I, 'single'>> {
    return await this.#api.get<typeof ONE, I>(ONE, { ...options, path: { productVariant } } as never)
  }

  list<I extends IncludeOf<'GET', typeof LIST> = never>(
    options: {
      ids?: readonly string[]
      productIds?: readonly string[]
      skus?: readonly string[]
      archived?: boolean
      pageSize?: number
    } & Omit<ListOptions<typeof LIST, I, never>, 'query'> = {},
  ): List<Result<'GET', typeof LIST, I, 'list'>> {
    const { ids, productIds, skus, archived, pageSize, ...others } = options
    const query = {
      'filter[id][]': ids,
      'filter[productId][]': productIds,
      'filter[sku]': skus,
      'filter[archived]': archived,
      'page[limit]': pageSize,
    }
    return this.#api.list<typeof LIST, I>(LIST, { ...others, query } as never)
  }

  async setStock(productVariant: string, stock: Stock, options: CallOptions = {}): Promise<Variant> {
    const body = { data: { type: TYPE, id: productVariant, attributes: stock } } as const
    const document = await this.#api.request('PATCH', STOCK, { ...options, path: { productVariant }, body })
    return document.data as Variant
  }

  async setPrices(productVariant: string, prices: Prices, options: CallOptions = {}): Promise<Variant> {
    const body = { data: { type: TYPE, id: productVariant, attributes: prices } } as const
    const document = await this.#api.request('PATCH', PRICES, { ...options, path: { productVariant }, body })
    return document.data as Variant
  }

  /** Sets the stock of any number of variants, 50 a request; a request is applied as a whole or not at all. */
  async setStocks(
    changes: Iterable<{ id: string } & Stock> | AsyncIterable<{ id: string } & Stock>,
    options: CallOptions = {},
  ): Promise<Variant[]> {
    const updated: Variant[] = []
    let batch: { op: 'update'; data: { type: typeof TYPE; id: string; attributes: Stock } }[] = []
    const flush = async () => {
      const body = { 'atomic:operations': batch }
      const document = await this.#api.request('POST', IN_BULK, { ...options, body })
      updated.push(...document['atomic:results'].map(({ data }) => data as Variant))
      batch = []
    }
    for await (const { id, ...attributes } of changes) {
      batch.push({ op: 'update', data: { type: TYPE, id, attributes } })
      if (batch.length === MAX_IN_BULK) await flush()
    }
    if (batch.length > 0) await flush()
    return updated
  }
}
