/** What the pages of products read and change. Keys begin with `products`, so that every change of them or their stock renews them. */

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { DocumentOf, List, OperationOf } from '@tradehall/client'
import { client, send, tagOf } from './client.ts'
import { type ListPage, type Position, pageQuery, readPage } from './list-pages.ts'

export const PRODUCT_STATES = ['out-of-stock', 'always-in-stock', 'archived', 'all'] as const
type ProductState = (typeof PRODUCT_STATES)[number]

export interface ProductListSearch extends Position {
  q?: string
  /** Absent for all that are not archived. */
  state?: ProductState
  sort?: 'name'
}

const FILTERS = {
  'out-of-stock': { 'filter[archived]': false, 'filter[outOfStock]': true },
  'always-in-stock': { 'filter[archived]': false, 'filter[alwaysInStock]': true },
  archived: { 'filter[archived]': true },
  all: {},
} as const

type ProductDocument = DocumentOf<OperationOf<'GET', '/api/v1/products/{product}'>>
export type ProductDetails = NonNullable<NonNullable<ProductDocument['meta']>['details']>
export type ProductSummary = Omit<ProductDetails, 'variants'>

const listProducts = ({ q, state, sort, ...position }: ProductListSearch) =>
  client.list('/api/v1/products', {
    query: {
      ...pageQuery(position),
      ...(q && { 'filter[q]': q }),
      ...(state ? FILTERS[state] : { 'filter[archived]': false }),
      ...(sort && { sort: [sort] }),
      withDetails: true,
    },
  })

export type ListedProduct = ReturnType<typeof listProducts> extends List<infer Row> ? Row : never

export interface ProductsPage extends ListPage<ListedProduct> {
  details: Readonly<Record<string, ProductSummary>>
  currency: string
}

export const productsQuery = (search: ProductListSearch) =>
  queryOptions({
    queryKey: ['products', 'list', search],
    queryFn: async (): Promise<ProductsPage> => {
      const page = await send(() => readPage(listProducts(search)))
      const { details = {}, currency = 'EUR' } = page.meta as Partial<ProductsPage>
      return { ...page, details, currency }
    },
    placeholderData: keepPreviousData,
  })

const FOUND = 6

/** A few products for a text, for the palette. */
export const foundProductsQuery = (text: string) =>
  queryOptions({
    queryKey: ['products', 'found', text],
    queryFn: () => send(() => findProducts(text)),
    placeholderData: keepPreviousData,
  })

const findProducts = (text: string) =>
  client.list('/api/v1/products', { query: { 'filter[q]': text, 'page[limit]': FOUND } }).toArray(FOUND)

const readProduct = (product: string) =>
  client.get('/api/v1/products/{product}', { path: { product }, include: ['productVariant'] })

export type OpenProduct = Awaited<ReturnType<typeof readProduct>>
export type ProductVariant = OpenProduct['related']['productVariant'][number]

export const productQuery = (product: string) =>
  queryOptions({ queryKey: ['products', 'one', product], queryFn: () => send(() => readProduct(product)) })

export const productDetailsQuery = (product: string) =>
  queryOptions({
    queryKey: ['products', 'details', product],
    queryFn: async () => {
      const { meta } = await send(() =>
        client.request('GET', '/api/v1/products/{product}', {
          path: { product },
          query: { withDetails: true },
        }),
      )
      return { details: meta?.details, currency: meta?.currency ?? 'EUR' }
    },
  })

/** The variants of some products that are not archived. */
export const variantsOfQuery = (productIds: readonly string[]) =>
  queryOptions({
    queryKey: ['products', 'variants', productIds],
    queryFn: () =>
      send(() => client.variants.list({ productIds, archived: false, pageSize: 100 }).toArray(MAX_VARIANTS)),
    // What was shown is what is expected to be there, so it does not change under the form.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** More than 50 products have in any catalog that people edit by hand. */
const MAX_VARIANTS = 5000

export type ListedVariant = Awaited<ReturnType<typeof readVariants>>[number]
const readVariants = () => client.variants.list().toArray(1)

export interface StockAttributes {
  stockQuantity?: number
  isAlwaysInStock?: boolean
  inventoryPolicy?: 'deny' | 'continue'
}

/** What is on hand now as far as the user knows; null for a variant that is always in stock. */
type Expected = number | null

export const setStock = (id: string, attributes: StockAttributes, expected: Expected) =>
  send(() =>
    client.request('PATCH', '/api/v1/product-variants/{productVariant}/stock', {
      path: { productVariant: id },
      body: { data: { type: 'product-variants', id, attributes, meta: { expectedStockQuantity: expected } } },
    }),
  )

/** The limit of the API. */
const MAX_UPDATES = 50

/** All of them or none, 50 at a time. */
export async function setStocks(
  updates: readonly { id: string; attributes: StockAttributes; expected: Expected }[],
): Promise<void> {
  for (let begin = 0; begin < updates.length; begin += MAX_UPDATES) {
    const operations = updates.slice(begin, begin + MAX_UPDATES).map(({ id, attributes, expected }) => ({
      op: 'update' as const,
      data: {
        type: 'product-variants' as const,
        id,
        attributes,
        meta: { expectedStockQuantity: expected },
      },
    }))
    await send(() =>
      client.request('POST', '/api/v1/operations', { body: { 'atomic:operations': operations } }),
    )
  }
}

export interface Prices {
  wholesalePrice: number
  retailPrice: number
}

export const setPrices = (id: string, attributes: Prices, expected: Prices) =>
  send(() =>
    client.request('PATCH', '/api/v1/product-variants/{productVariant}/prices', {
      path: { productVariant: id },
      body: {
        data: {
          type: 'product-variants',
          id,
          attributes,
          meta: {
            expectedWholesalePrice: expected.wholesalePrice,
            expectedRetailPrice: expected.retailPrice,
          },
        },
      },
    }),
  )

/** As many as the API takes for a product. */
export const MAX_PICTURES = 20

export type ProductPicture = Awaited<ReturnType<typeof readPictures>>['attributes']['pictures'][number]

const readPictures = (product: string) =>
  client.get('/api/v1/products/{product}/pictures', { path: { product } })

/** With the tag of their version, so that nobody's changes are overwritten unseen. */
export const productPicturesQuery = (product: string) =>
  queryOptions({
    queryKey: ['products', 'pictures', product],
    queryFn: async () => {
      const found = await send(() => readPictures(product))
      return { pictures: found.attributes.pictures, tag: tagOf(found) }
    },
  })

export async function setPictures(product: string, pictures: readonly ProductPicture[], tag: string) {
  const answer = await send(() =>
    client.request('PATCH', '/api/v1/products/{product}/pictures', {
      path: { product },
      ifMatch: tag,
      body: {
        data: {
          type: 'product-pictures',
          id: product,
          attributes: {
            pictures: pictures.map(({ picture, url, alternativeText }) => ({
              ...(picture === null ? { url } : { picture }),
              ...(alternativeText && { alternativeText }),
            })),
          },
        },
      },
    }),
  )
  return { pictures: answer.data.attributes.pictures, tag: tagOf(answer) }
}

/** Stores a file, which no product shows yet. */
export async function uploadPicture(file: File): Promise<ProductPicture> {
  const body = new FormData()
  body.append('file', file)
  const { data } = await send(() => client.request('POST', '/api/v1/pictures/upload', { body }))
  const { small, large } = data.attributes.urls
  return { picture: data.id, url: large, smallUrl: small, alternativeText: null }
}

/** The images of some variants, by their ids: the first of each, or of its product. */
export const variantImagesQuery = (variantIds: readonly string[]) =>
  queryOptions({
    queryKey: ['products', 'images', variantIds],
    queryFn: async (): Promise<Readonly<Record<string, string | null>>> => {
      const { meta } = await send(() =>
        client.request('GET', '/api/v1/product-variants', {
          query: {
            'filter[id][]': variantIds.slice(0, MAX_IMAGES),
            'page[limit]': MAX_IMAGES,
            'fields[productVariant]': ['sku'],
            withImages: true,
          },
        }),
      )
      return meta?.images ?? {}
    },
    enabled: variantIds.length > 0,
  })

/** A page of the API; of an order with more variants the others have their initials. */
const MAX_IMAGES = 100
