import type { SortField } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { brandOf } from '../../domain/actor.ts'
import { uuid } from '../../domain/fields.ts'
import { missing } from '../../domain/ownership.ts'
import { badRequest } from '../../domain/problems.ts'
import { pageAnswer } from '../../http/answers/answers.ts'
import type { Http } from '../../http/http.ts'
import { answerChanges, changesMeta, sinceIn, updatedAfter, withChanges } from '../../http/lists/changes.ts'
import { answerOwnPage } from '../../http/lists/paging.ts'
import { type Ctx, type DocumentReply, document } from '../../http/operation.ts'
import type { Queryable } from '../../platform/database.ts'
import type { BrandId } from '../../platform/ids.ts'
import type { ChangeWalk } from '../../platform/queries/changes.ts'
import type { ListOwned } from '../../platform/queries/owned.ts'
import { brandCurrencies } from '../identity/index.ts'
import { FILTER_VALUES } from './filter-values.ts'
import { findProducts } from './product-search.ts'
import {
  productDetails,
  productSummary,
  showImages,
  summarizeProducts,
  summarizeVariants,
} from './product-summaries.ts'
import {
  findProduct,
  hasProduct,
  listChangedProducts,
  listProducts,
  type ProductFilter,
  type ProductRow,
  type ProductSort,
  productExists,
  productVersion,
} from './products.ts'
import { product } from './resources.ts'

/** Smaller than usual, because products are the largest resources in a list. */
const PAGE = { default: 15, max: 50 }

const include = ['productVariant', 'productOption']

const text = Type.String({ minLength: 1, maxLength: 100 })

/** The filters of variants, and those that only products have. */
const filters = {
  id: { kind: 'list', schema: uuid(), ...FILTER_VALUES, description: 'Products with one of these ids.' },
  sku: {
    kind: 'csv',
    schema: Type.String(),
    ...FILTER_VALUES,
    description: 'Products with a variant that has one of these article numbers, exactly as written.',
  },
  ian: {
    kind: 'csv',
    schema: Type.String(),
    ...FILTER_VALUES,
    description:
      'Products with a variant that has one of these international article numbers, exactly as written.',
  },
  skuOrName: {
    kind: 'one',
    schema: text,
    description:
      'Products with this text in their name, or in the article number or name of a variant, in upper or lower case.',
  },
  q: {
    kind: 'one',
    schema: text,
    description:
      'What people type or scan: as `skuOrName`, or the whole international article number of a variant.',
  },
  archived: {
    kind: 'one',
    schema: Type.Boolean(),
    description: '`true` for archived products, `false` for the others; both when absent.',
  },
  outOfStock: {
    kind: 'one',
    schema: Type.Boolean(),
    description: '`true` for products of which no variant can be ordered, `false` for the others.',
  },
  alwaysInStock: {
    kind: 'one',
    schema: Type.Boolean(),
    description: '`true` for products with a variant that is always in stock, `false` for the others.',
  },
  updatedAfter,
} as const

const SORT_FIELDS = ['createdAt', 'name'] as const

/** The details are computed from other rows as well, so they are part of a response only if they are requested. */
const detailsParameter = (description: string) => ({ withDetails: { schema: Type.Boolean(), description } })

const currency = Type.Optional(
  Type.String({
    pattern: '^[A-Z]{3}$',
    examples: ['EUR'],
    description: 'With `withDetails`: the currency of all prices, a code of ISO 4217.',
  }),
)

const detailsOfList = Type.Optional(
  Type.Record(uuid(), productSummary, {
    description: 'With `withDetails`: each product of the page at a glance, by its id.',
  }),
)

export function productRoutes(http: Http): void {
  http.operation({
    method: 'GET',
    path: '/api/v1/products',
    id: 'listProducts',
    tag: 'Catalog',
    summary: 'Your products',
    description:
      'To find products; `images`, `tags` and `productTypeId` are part of the single product. With `include=productVariant` come their variants with stock and prices. Filters combine: a product has to pass all of them, and any of the values of each.',
    access: 'brand',
    query: {
      resource: product,
      include,
      filters,
      sort: { fields: SORT_FIELDS },
      page: withChanges(PAGE),
      parameters: detailsParameter(
        '`true` adds `meta.details`: for each product its first image, its variants, and what of them can be ordered; and `meta.currency`.',
      ),
    },
    answers: [
      { ...pageAnswer(product, 'Newest first.'), meta: { ...changesMeta, details: detailsOfList, currency } },
    ],
    async handle(ctx, { query }) {
      const { db } = ctx
      const brandId = brandOf(ctx.actor)
      const filter = await searched(db, brandId, query.filter)
      const since = sinceIn(query)
      const sort = sortIn(query)
      const withDetails = (page: DocumentReply) =>
        query.parameters.withDetails === true ? addDetails(ctx, brandId, page) : page
      if (since !== undefined) {
        if (sort) throw badRequest('A list of changes has an order of its own.', { parameter: 'sort' })
        const list = (walk: ChangeWalk) => listChangedProducts(db, brandId, filter, walk)
        return await withDetails(await answerChanges(product, { ...query, since }, { db, list }))
      }
      const list: ListOwned<ProductRow> = (db, brandId, walk) => listProducts(db, brandId, filter, walk, sort)
      return await withDetails(
        await answerOwnPage(product, query, { db, of: brandId, list, has: hasProduct }),
      )
    },
  })

  http.operation({
    method: 'GET',
    path: '/api/v1/products/{product}',
    id: 'getProduct',
    tag: 'Catalog',
    summary: 'One product',
    description: 'With all of its attributes. A product of another brand answers 403.',
    access: 'brand',
    params: { product: 'Id of the product.' },
    query: {
      resource: product,
      include,
      parameters: detailsParameter(
        '`true` adds `meta.details`, as in the list, with the options and the first image of each variant; and `meta.currency`.',
      ),
    },
    answers: [
      {
        status: 200,
        description: 'The product.',
        resource: product,
        meta: { details: Type.Optional(productDetails), currency },
      },
    ],
    async handle(ctx, { params: { product: id }, query }) {
      const { db } = ctx
      const brandId = brandOf(ctx.actor)
      const found = await findProduct(db, brandId, id)
      if (!found) throw missing('product', id, { exists: await productExists(db, id) })
      if (query.parameters.withDetails !== true) {
        return document(product, found, { version: productVersion(found) })
      }
      const [summaries, variants, currencies] = await Promise.all([
        summarizeProducts(db, brandId, [id]),
        summarizeVariants(db, brandId, id),
        brandCurrencies(db, [brandId]),
      ])
      // Without a version: the details depend on other rows as well, so the body identifies the response.
      const details = { ...showImages(summaries, ctx)[id], variants: showImages(variants, ctx) }
      return { ...document(product, found), meta: { details, currency: currencies.get(brandId) } }
    },
  })
}

async function addDetails(ctx: Ctx, brandId: BrandId, page: DocumentReply): Promise<DocumentReply> {
  const { db } = ctx
  const ids = (page.data as readonly ProductRow[]).map(({ id }) => id)
  const [details, currencies] = await Promise.all([
    summarizeProducts(db, brandId, ids),
    brandCurrencies(db, [brandId]),
  ])
  const shown = showImages(details, ctx)
  return { ...page, meta: { ...page.meta, details: shown, currency: currencies.get(brandId) } }
}

/** Replaces the search texts of a filter by their matches. */
async function searched(
  db: Queryable,
  brandId: BrandId,
  { q, skuOrName, updatedAfter: _since, ...filter }: ProductFilter & Texts,
): Promise<ProductFilter> {
  const wanted = [
    ...(q === undefined ? [] : [{ text: q.trim(), withIans: true }]),
    ...(skuOrName === undefined ? [] : [{ text: skuOrName, withIans: false }]),
  ]
  if (wanted.length === 0) return filter
  return { ...filter, matches: await Promise.all(wanted.map((one) => findProducts(db, brandId, one))) }
}

type Texts = Partial<Record<'q' | 'skuOrName' | 'updatedAfter', string>>

/** Undefined for the default order. */
function sortIn({ sort }: { sort: readonly SortField[] }): ProductSort | undefined {
  const [first, second] = sort
  if (second) throw badRequest('Expected one field to sort by, but saw several.', { parameter: 'sort' })
  return first && { by: first.field as ProductSort['by'], isDescending: first.descending }
}
