/** The endpoints of brands to items, lots, bundles and fulfillables, and the declaration of items. */
import { JSON_API, jsonApiMember, offsetMeta, offsetMetaSchema } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { brandOf } from '../../domain/actor.ts'
import { instant, uuid } from '../../domain/fields.ts'
import { listAnswer, returnsOne } from '../../http/answers/answers.ts'
import type { Http } from '../../http/http.ts'
import { type Ctx, document, rendered } from '../../http/operation.ts'
import { createItemBody, declarationOf, declareBody, updateBody } from './item-fields.ts'
import { replenishmentRoutes } from './replenishments/routes.ts'
import { fulfillable, fulfillmentBundle, fulfillmentItem, fulfillmentLot } from './resources.ts'
import { FULFILLMENT_PATH, forBrand, pageAnswer, pageParameters, pageReply, readPage } from './shared.ts'
import { listBundles } from './warehouse/bundles.ts'
import { loadFulfillables } from './warehouse/fulfillables.ts'
import { declareItem, listItems, readItem } from './warehouse/items.ts'
import { LOT_SORTS, listLots } from './warehouse/lots.ts'

const MAX_IDS = 100

export function fulfillmentRoutes(http: Http): void {
  fulfillableRoute(http)
  itemRoutes(http)
  lotsOfItemRoutes(http)
  lotRoutes(http)
  bundleRoute(http)
  declarationRoutes(http)
  replenishmentRoutes(http)
}

const ofList = (path: string) =>
  ({ ...forBrand, method: 'GET', path: `${FULFILLMENT_PATH}/${path}` }) as const

function fulfillableRoute(http: Http): void {
  http.operation({
    ...ofList('fulfillable'),
    id: 'listFulfillables',
    summary: 'How much can be sent of what',
    description:
      'By the ids that variants have as `fulfillableId`; unknown ones are left out. What has expired, or is past its day of sale, does not count.',
    query: {
      resource: fulfillable,
      include: ['item', 'lots'],
      parameters: {
        'fulfillableIds[]': {
          schema: Type.Array(uuid(), { minItems: 1, maxItems: MAX_IDS }),
          required: true,
          description: 'What is asked for.',
        },
      },
    },
    answers: [listAnswer(fulfillable, 'In the order of the ids.')],
    async handle({ db, actor, clock }, { query }) {
      const ids = [...new Set(query.parameters['fulfillableIds[]'] ?? [])]
      const found = await loadFulfillables(db, brandOf(actor), { ids }, clock.now())
      return document(
        fulfillable,
        found.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
      )
    },
  })
}

const ofItems = { ...forBrand, path: `${FULFILLMENT_PATH}/items` } as const

const ofItem = {
  ...ofItems,
  method: 'GET',
  path: `${ofItems.path}/{item}`,
  params: { item: 'Id of the item.' },
} as const

function itemRoutes(http: Http): void {
  http.operation({
    ...ofItems,
    method: 'GET',
    id: 'listFulfillmentItems',
    summary: 'Your items in the warehouse',
    description: 'Sorted by when their stock will be used up at the pace of now, or the newest first.',
    query: {
      resource: fulfillmentItem,
      filters: {
        id: { kind: 'list', schema: uuid(), max: MAX_IDS, description: 'Only those with one of these ids.' },
        productVariantIds: {
          kind: 'list',
          schema: uuid(),
          max: MAX_IDS,
          description: 'Only those of these variants.',
        },
        status: {
          kind: 'list',
          schema: Type.Enum(['synced', 'pending', 'pending_measurements']),
          description: 'Only those in one of these statuses.',
        },
      },
      sort: { fields: ['expectZeroStockAt'] },
      parameters: pageParameters,
    },
    answers: [pageAnswer(fulfillmentItem, 'One page.')],
    async handle({ db, actor, clock }, { query }) {
      const [sort] = query.sort
      const byStock = sort && (sort.descending ? ('descending' as const) : ('ascending' as const))
      const list = { filter: query.filter, byStock, page: readPage(query), now: clock.now() }
      return pageReply(fulfillmentItem, query, await listItems(db, brandOf(actor), list))
    },
  })

  http.operation({
    ...ofItems,
    method: 'POST',
    id: 'createFulfillmentItem',
    summary: 'Declare an item',
    description: 'Each variant has one item: to declare it again changes what is known of it.',
    ...returnsOne(fulfillmentItem, 'The item.'),
    body: createItemBody,
    problems: [{ status: 404, description: 'There is no such product variant.' }],
    async handle(ctx, { body: { data } }) {
      const places = { variantId: 'data.productVariantId', barcode: 'data.barcode' }
      const declared = declarationOf(data)
      const { item } = await declareItem(ctx, brandOf(ctx.actor), data.productVariantId, declared, places)
      return document(fulfillmentItem, await readItem(ctx.db, brandOf(ctx.actor), item.id, ctx.clock.now()))
    },
  })

  http.operation({
    ...ofItem,
    id: 'getFulfillmentItem',
    summary: 'An item',
    description: 'What is known of it. How much of it there is, its lots say.',
    ...returnsOne(fulfillmentItem, 'The item.'),
    async handle({ db, actor, clock }, { params }) {
      return document(fulfillmentItem, await readItem(db, brandOf(actor), params.item, clock.now()))
    },
  })
}

function lotsOfItemRoutes(http: Http): void {
  http.operation({
    ...ofItem,
    path: `${ofItem.path}/lots`,
    id: 'listLotsOfFulfillmentItem',
    summary: 'The lots of an item',
    description: 'Those that are used up too.',
    query: { resource: fulfillmentLot, sort: { fields: ['createdAt'] }, parameters: pageParameters },
    answers: [pageAnswer(fulfillmentLot, 'One page.')],
    async handle({ db, actor, clock }, { params, query }) {
      return pageReply(fulfillmentLot, query, await lotsOf({ db, actor, clock }, params.item, query))
    },
  })

  http.operation({
    ...ofItem,
    path: `${ofItem.path}/relationships/lots`,
    id: 'listLotIdsOfFulfillmentItem',
    summary: 'The lots of an item, by their ids',
    description: 'Type and id alone.',
    query: { sort: { fields: ['createdAt'] }, parameters: pageParameters },
    answers: [{ status: 200, description: 'One page.', schema: linkage, contentType: JSON_API }],
    async handle({ db, actor, clock }, { params, query }) {
      const { rows, total } = await lotsOf({ db, actor, clock }, params.item, query)
      const data = rows.map(({ id }) => ({ type: fulfillmentLot.type, id }))
      const meta = { page: offsetMeta(readPage(query), { rows: rows.length, total }) }
      return rendered(JSON.stringify({ jsonapi: { version: '1.0' }, data, meta }))
    },
  })
}

const linkage = Type.Object({
  jsonapi: jsonApiMember,
  data: Type.Array(
    Type.Object({
      type: Type.Literal(fulfillmentLot.type, { description: 'What it is.' }),
      id: uuid('Id of the lot.'),
    }),
    { description: 'The lots.' },
  ),
  meta: offsetMetaSchema,
})

type LotQuery = Parameters<typeof readPage>[0] & {
  sort: readonly { field: string; descending: boolean }[]
}

async function lotsOf(
  { db, actor, clock }: Pick<Ctx, 'db' | 'actor' | 'clock'>,
  itemId: string,
  query: LotQuery,
) {
  const now = clock.now()
  await readItem(db, brandOf(actor), itemId, now)
  const sort = query.sort.map(({ descending }) => ({ field: 'createdAt' as const, descending }))
  return await listLots(db, brandOf(actor), { filter: { itemId }, sort, page: readPage(query), now })
}

function lotRoutes(http: Http): void {
  const sellBy = (description: string) =>
    ({ kind: 'one', schema: instant(description), description }) as const

  http.operation({
    ...ofList('lots'),
    id: 'listFulfillmentLots',
    summary: 'Your lots in the warehouse',
    description: 'What has no day that is sorted by comes last.',
    query: {
      resource: fulfillmentLot,
      include: ['fulfillmentItem'],
      filters: {
        minAvailableQuantity: {
          kind: 'one',
          schema: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
          description: 'Only those with at least so many batches that can be sent.',
        },
        minSellByDate: sellBy('Only those that may be sold until then, or longer.'),
        maxSellByDate: sellBy('Only those that may be sold until then at most.'),
      },
      sort: { fields: Object.keys(LOT_SORTS).filter((field) => field !== 'createdAt') },
      parameters: pageParameters,
    },
    answers: [pageAnswer(fulfillmentLot, 'One page, the newest first unless sorted otherwise.')],
    async handle({ db, actor, clock }, { query }) {
      const { minAvailableQuantity, minSellByDate, maxSellByDate } = query.filter
      const instantOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text))
      const sort = query.sort.map(({ field, descending }) => ({
        field: field as keyof typeof LOT_SORTS,
        descending,
      }))
      const list = {
        filter: {
          minAvailableQuantity,
          minSellByDate: instantOf(minSellByDate),
          maxSellByDate: instantOf(maxSellByDate),
        },
        sort,
        page: readPage(query),
        now: clock.now(),
      }
      return pageReply(fulfillmentLot, query, await listLots(db, brandOf(actor), list))
    },
  })
}

function bundleRoute(http: Http): void {
  http.operation({
    ...ofList('bundles'),
    id: 'listFulfillmentBundles',
    summary: 'Your variants that are made of several items',
    description: 'The id of a bundle is its `fulfillableId`.',
    query: { resource: fulfillmentBundle, parameters: pageParameters },
    answers: [pageAnswer(fulfillmentBundle, 'One page, newest first.')],
    async handle({ db, actor }, { query }) {
      return pageReply(fulfillmentBundle, query, await listBundles(db, brandOf(actor), readPage(query)))
    },
  })
}

const nothing = Type.Object({ jsonapi: jsonApiMember, data: Type.Null({ description: 'Nothing to show.' }) })

function declarationRoutes(http: Http): void {
  const declared = {
    tag: 'Fulfillment',
    access: 'brand',
    path: '/api/v1/product-variants/{productVariant}/declare-fulfillment-item',
    params: { productVariant: 'Id of the variant.' },
  } as const
  const places = { barcode: 'data.barcode' }

  http.operation({
    ...declared,
    method: 'POST',
    id: 'declareFulfillmentItem',
    summary: 'Declare a variant to the warehouse',
    description: 'It has a `fulfillableId` then. Declared before, what is sent replaces what was known.',
    body: declareBody,
    answers: [
      { status: 201, description: 'It is declared now.', schema: nothing, contentType: JSON_API },
      {
        status: 200,
        description: 'It was declared before, and is as sent now.',
        schema: nothing,
        contentType: JSON_API,
      },
    ],
    async handle(ctx, { params, body }) {
      const declaration = declarationOf(body.data)
      const { created } = await declareItem(
        ctx,
        brandOf(ctx.actor),
        params.productVariant,
        declaration,
        places,
      )
      return document(fulfillmentItem, null, { status: created ? 201 : 200 })
    },
  })

  http.operation({
    ...declared,
    method: 'PATCH',
    id: 'updateFulfillmentItem',
    summary: 'Change what the warehouse knows of a variant',
    description:
      'What is left out stays. A variant that was not declared is declared by this, if it comes with a barcode.',
    body: updateBody,
    answers: [{ status: 200, description: 'Done.', schema: nothing, contentType: JSON_API }],
    async handle(ctx, { params, body }) {
      await declareItem(ctx, brandOf(ctx.actor), params.productVariant, declarationOf(body.data), places)
      return document(fulfillmentItem, null)
    },
  })
}
