import { JSON_API, jsonApiMember, type Resource } from '@tradehall/jsonapi'
import { type TSchema, Type } from 'typebox'
import { brandOf, retailerOf } from '../../domain/actor.ts'
import { ifUnchanged } from '../../domain/expected-version.ts'
import { uuid } from '../../domain/fields.ts'
import { idToChange, missing } from '../../domain/ownership.ts'
import { listAnswer, pageAnswer } from '../../http/answers/answers.ts'
import type { Http } from '../../http/http.ts'
import {
  answerCutChanges,
  changesMeta,
  sinceIn,
  updatedAfter,
  withChanges,
} from '../../http/lists/changes.ts'
import { answerOwnPage, filtered, PAGE } from '../../http/lists/paging.ts'
import { type Ctx, type DocumentReply, document, rendered } from '../../http/operation.ts'
import type { Transaction } from '../../platform/database.ts'
import type { ChangeWalk } from '../../platform/queries/changes.ts'
import { setBy } from '../stock/index.ts'
import { cutChangedVariants, listChangedVariants } from './changed-variants.ts'
import { FILTER_VALUES } from './filter-values.ts'
import { shownAddress } from './images.ts'
import { pricesBody, setPrices } from './prices/prices.ts'
import { listRetailerPrices } from './prices/retailer-prices.ts'
import { imageUrl } from './product-summaries.ts'
import { productVariant, variantPrice } from './resources.ts'
import { ATOMIC, bulkBody, MAX_BULK_UPDATES, stockUpdateBody, updateOfEntry } from './stock-update.ts'
import { boughtVariants } from './variant-names.ts'
import { lockVariantVersion, parseAll, updateStock } from './variant-stock.ts'
import { existingVariants, findVariant, hasVariant, listVariants, variantVersion } from './variants.ts'

export function catalogRoutes(http: Http): void {
  variantRoutes(http)
  stockRoutes(http)
  priceRoutes(http)
}

const variantFilters = {
  id: { kind: 'list', schema: uuid(), ...FILTER_VALUES, description: 'Variants with one of these ids.' },
  productId: {
    kind: 'list',
    schema: uuid(),
    ...FILTER_VALUES,
    description: 'Variants of one of these products.',
  },
  sku: {
    kind: 'csv',
    schema: Type.String(),
    ...FILTER_VALUES,
    description: 'Variants with one of these article numbers, exactly as written.',
  },
  ian: {
    kind: 'csv',
    schema: Type.String(),
    ...FILTER_VALUES,
    description: 'Variants with one of these international article numbers, exactly as written.',
  },
  skuOrName: {
    kind: 'one',
    schema: Type.String(),
    description: 'Variants with this text in their article number or name, in upper or lower case.',
  },
  archived: {
    kind: 'one',
    schema: Type.Boolean(),
    description: '`true` for archived variants, `false` for the others; both when absent.',
  },
  updatedAfter,
} as const

const imagesOfPage = Type.Optional(
  Type.Record(uuid(), imageUrl, { description: 'With `withImages`: the image of each variant, by its id.' }),
)

async function addImages(ctx: Ctx, page: DocumentReply): Promise<DocumentReply> {
  const ids = (page.data as readonly { id: string }[]).map(({ id }) => id)
  const variants = await boughtVariants(ctx.db, brandOf(ctx.actor), ids)
  const images = Object.fromEntries(
    ids.map((id) => [id, shownAddress(variants.get(id)?.imageUrl ?? null, ctx)]),
  )
  return { ...page, meta: { ...page.meta, images } }
}

const ofVariant = {
  tag: 'Catalog',
  access: 'brand',
  params: { productVariant: 'Id of the variant.' },
  query: { resource: productVariant, include: ['product'] },
  answers: [{ status: 200, description: 'The variant.', resource: productVariant }],
} as const

function variantRoutes(http: Http): void {
  http.operation({
    method: 'GET',
    path: '/api/v1/product-variants',
    id: 'listProductVariants',
    tag: 'Catalog',
    summary: 'Your product variants with their stock',
    description: 'Filters combine: a variant has to pass all of them, and any of the values of each.',
    access: 'brand',
    query: {
      resource: productVariant,
      include: ['product'],
      filters: variantFilters,
      page: withChanges(PAGE),
      parameters: {
        withImages: {
          schema: Type.Boolean(),
          description: '`true` adds `meta.images`: the first image of each variant, or of its product.',
        },
      },
    },
    answers: [
      { ...pageAnswer(productVariant, 'Newest first.'), meta: { ...changesMeta, images: imagesOfPage } },
    ],
    async handle(ctx, { query }) {
      const { db, actor } = ctx
      const withImages = (page: DocumentReply) =>
        query.parameters.withImages === true ? addImages(ctx, page) : page
      const since = sinceIn(query)
      if (since !== undefined) {
        const list = (walk: ChangeWalk) => listChangedVariants(db, brandOf(actor), query.filter, walk)
        return await withImages(
          await answerCutChanges(productVariant, { ...query, since }, { db, list, cut: cutChangedVariants }),
        )
      }
      const own = { db, of: brandOf(actor), list: filtered(listVariants, query.filter), has: hasVariant }
      return await withImages(await answerOwnPage(productVariant, query, own))
    },
  })

  http.operation({
    ...ofVariant,
    method: 'GET',
    path: '/api/v1/product-variants/{productVariant}',
    id: 'getProductVariant',
    summary: 'One product variant',
    description: 'With all of its attributes. A variant of another brand answers 403.',
    async handle({ db, actor }, { params: { productVariant: id } }) {
      const found = await findVariant(db, brandOf(actor), id)
      if (found) return document(productVariant, found, { version: variantVersion(found) })
      const existing = await existingVariants(db, [id])
      throw missing('product variant', id, { exists: existing.size > 0 })
    },
  })
}

function stockRoutes(http: Http): void {
  const renderVariant = http.renderer.objectRenderer(productVariant, 'single')
  const stockChangedSince = {
    status: 409,
    description: 'The quantity on hand is not the expected one; it is in `meta.stockQuantity` of the error.',
  }

  http.operation({
    ...ofVariant,
    method: 'PATCH',
    path: '/api/v1/product-variants/{productVariant}/stock',
    id: 'updateProductVariantStock',
    support: 'write',
    summary: 'Set the stock of a variant',
    description:
      'Either `stockQuantity`, the quantity on hand, or `isAlwaysInStock`. To be sure that nobody changed it in between, send the quantity you know as `data.meta.expectedStockQuantity`.',
    body: stockUpdateBody,
    bodyExample: { data: STOCK_EXAMPLE },
    problems: [stockChangedSince],
    conditional: true,
    async handle(ctx, { params: { productVariant: id }, body: { data }, ifMatch }) {
      const brandId = brandOf(ctx.actor)
      const idAt = data.id === undefined ? undefined : 'data.id'
      const update = { ...data, id: idToChange(id, data.id), at: 'data', idAt }
      const lock = (tx: Transaction) => lockVariantVersion(tx, brandId, id)
      const [variant] = await ifUnchanged(ctx, ifMatch, lock, (work) =>
        updateStock(work, brandId, [update], setBy(ctx.actor)),
      )
      return document(productVariant, variant ?? null)
    },
  })

  http.operation({
    method: 'POST',
    path: '/api/v1/operations',
    id: 'updateStockInBulk',
    support: 'write',
    tag: 'Catalog',
    summary: 'Set the stock of many variants at once',
    description: `From 1 to ${MAX_BULK_UPDATES} updates, each as in the single call: all of them are applied, or none. The media type may name the extension, \`ext="${ATOMIC}"\`; the answer names it when \`Accept\` does.`,
    access: 'brand',
    extension: ATOMIC,
    body: bulkBody,
    bodyExample: { 'atomic:operations': [{ op: 'update', data: STOCK_EXAMPLE }] },
    answers: [
      {
        status: 200,
        description: 'The variants, in the order of the updates.',
        schema: resultsSchema,
        contentType: JSON_API,
      },
    ],
    problems: [{ status: 404, description: 'There is no such variant.' }, stockChangedSince],
    async handle(ctx, { body }) {
      const updates = parseAll(body['atomic:operations'], updateOfEntry)
      const variants = await updateStock(ctx, brandOf(ctx.actor), updates, setBy(ctx.actor))
      // String concatenation builds a rope, which is flattened only once, when it is sent.
      let results = ''
      for (const variant of variants) {
        results += `${results === '' ? '' : ','}{"data":${renderVariant(variant, ctx)}}`
      }
      return rendered(`{"jsonapi":{"version":"1.0"},"atomic:results":[${results}]}`)
    },
  })
}

const STOCK_EXAMPLE = {
  type: 'product-variants',
  id: 'e3b9d0a4-1d0d-47c2-9a2e-6c8a3f1b7d42',
  attributes: { stockQuantity: 100 },
}

const resultsSchema = (refer: (resource: Resource) => TSchema) =>
  Type.Object({
    jsonapi: jsonApiMember,
    'atomic:results': Type.Array(Type.Object({ data: refer(productVariant) }), {
      description: 'One for each update, in their order.',
    }),
  })

function priceRoutes(http: Http): void {
  http.operation({
    ...ofVariant,
    method: 'PATCH',
    path: '/api/v1/product-variants/{productVariant}/prices',
    id: 'updateProductVariantPrices',
    support: 'write',
    summary: 'Set the prices of a variant',
    description:
      "`wholesalePrice` is the price before the product's discount. The prices of a product follow its first variant. To be sure that nobody changed them in between, send those you know as `data.meta.expectedWholesalePrice` and `data.meta.expectedRetailPrice`.",
    body: pricesBody,
    problems: [
      {
        status: 409,
        description: 'The prices are not the expected ones; they are in `meta` of the error.',
      },
    ],
    conditional: true,
    async handle(ctx, { params, body: { data }, ifMatch }) {
      const brandId = brandOf(ctx.actor)
      const id = idToChange(params.productVariant, data.id)
      const lock = (tx: Transaction) => lockVariantVersion(tx, brandId, id)
      const variant = await ifUnchanged(ctx, ifMatch, lock, (work) =>
        setPrices(work, brandId, id, data.attributes, data.meta),
      )
      return document(productVariant, variant)
    },
  })

  http.operation({
    method: 'GET',
    path: '/api/v1/product-variant-prices',
    id: 'listProductVariantPrices',
    tag: 'Catalog',
    summary: 'What you, a retailer, pay for some variants',
    description: 'After the highest discount that applies now. Variants that cannot be bought are left out.',
    access: 'retailer',
    query: {
      resource: variantPrice,
      filters: {
        id: {
          kind: 'list',
          schema: uuid(),
          required: true,
          min: 1,
          max: 50,
          status: 422,
          description: 'The variants to price, 1 to 50.',
        },
      },
    },
    answers: [listAnswer(variantPrice, 'In the order of the ids.')],
    problems: [{ status: 422, description: '`filter[id][]` must name 1 to 50 variants by their uuids.' }],
    async handle(ctx, { query }) {
      return document(
        variantPrice,
        await listRetailerPrices(ctx, retailerOf(ctx.actor), query.filter.id ?? []),
      )
    },
  })
}
