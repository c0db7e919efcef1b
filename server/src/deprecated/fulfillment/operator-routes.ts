/** The doors of whoever runs the warehouse. */
import { requestDocument } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { country, instant, name, text, uuid } from '../../domain/fields.ts'
import { idToChange, unknown } from '../../domain/ownership.ts'
import { unprocessable } from '../../domain/problems.ts'
import type { Http } from '../../http/http.ts'
import { document, empty } from '../../http/operation.ts'
import { forOperator, OPERATOR_API } from '../../http/operator-api.ts'
import { answerPage, PAGE } from '../../http/paging.ts'
import { MOVEMENT_TYPES } from '../../modules/stock/ledger/movement-types.ts'
import { readOwn } from './replenishments/drafts.ts'
import { listReplenishmentsOfAllBrands } from './replenishments/queries.ts'
import { deliverReplenishment, receiveReplenishment } from './replenishments/receiving.ts'
import { brandOfReplenishment, MAX_QUANTITY } from './replenishments/routes.ts'
import {
  enrolment,
  fulfillmentBundle,
  fulfillmentItem,
  fulfillmentLot,
  itemStatus,
  replenishment,
  replenishmentStatus,
  warehouse,
} from './resources.ts'
import { makeBundle } from './warehouse/bundles.ts'
import {
  changeEnrolment,
  createWarehouse,
  endEnrolment,
  enrolBrand,
  findEnrolmentRow,
  findWarehouse,
  listEnrolments,
  listWarehouses,
} from './warehouse/enrolments.ts'
import { changeItem } from './warehouse/items.ts'
import { adjustLot } from './warehouse/lots.ts'

const strict = { additionalProperties: false }

export function operatorRoutes(http: Http): void {
  warehouseRoutes(http)
  enrolmentRoutes(http)
  goodsRoutes(http)
  replenishmentMoves(http)
}

function warehouseRoutes(http: Http): void {
  const path = `${OPERATOR_API}/warehouses`
  const attributes = {
    name: name('Hall Mechelen', 'What it is called.'),
    countryCode: country('Where it stands'),
  }

  http.operation({
    ...forOperator,
    method: 'GET',
    path,
    id: 'listWarehouses',
    summary: 'The warehouses',
    description: 'Where goods of brands can lie.',
    query: { resource: warehouse, page: PAGE },
    answers: [
      { status: 200, description: 'One page, newest first.', resource: warehouse, many: true, paged: true },
    ],
    async handle({ db }, { query }) {
      const fetch = (walk: Parameters<typeof listWarehouses>[2]) => listWarehouses(db, {}, walk)
      return await answerPage(
        warehouse,
        query,
        fetch,
        async (id) => (await findWarehouse(db, id)) !== undefined,
      )
    },
  })

  http.operation({
    ...forOperator,
    method: 'POST',
    path,
    id: 'createWarehouse',
    summary: 'Open a warehouse',
    description: 'Send an id of your own to make a retry harmless.',
    query: { resource: warehouse },
    body: requestDocument(warehouse, { id: 'optional', attributes, required: ['name', 'countryCode'] }),
    answers: [
      { status: 201, description: 'The warehouse.', resource: warehouse },
      { status: 200, description: 'The id was known: the stored warehouse.', resource: warehouse },
    ],
    async handle(ctx, { body: { data } }) {
      const { row, created } = await createWarehouse(ctx, { id: data.id, ...data.attributes })
      return document(warehouse, row, { status: created ? 201 : 200 })
    },
  })
}

/** Every country, and then some. */
const MAX_COUNTRIES = 300
const countryCodes = Type.Array(country('Country'), {
  minItems: 1,
  maxItems: MAX_COUNTRIES,
  uniqueItems: true,
  description: 'Where the warehouse may send the goods.',
})
const isTransferring = Type.Boolean({
  examples: [false],
  description: 'Whether the goods are on the way to another warehouse and cannot be picked.',
})

function enrolmentRoutes(http: Http): void {
  const path = `${OPERATOR_API}/fulfillment-enrolments`
  const ofBrand = {
    ...forOperator,
    path: `${path}/{brand}`,
    params: { brand: 'Id of the brand.' },
    query: { resource: enrolment },
  } as const

  http.operation({
    ...forOperator,
    method: 'GET',
    path,
    id: 'listFulfillmentEnrolments',
    summary: 'The brands whose goods lie in a warehouse',
    description: 'Those that left too.',
    query: { resource: enrolment },
    answers: [{ status: 200, description: 'All, the newest first.', resource: enrolment, many: true }],
    handle: async ({ db }) => document(enrolment, await listEnrolments(db)),
  })

  http.operation({
    ...forOperator,
    method: 'POST',
    path,
    id: 'enrolBrand',
    summary: 'Enrol a brand',
    description: 'A brand that comes back has its goods, and its warehouse, from before.',
    query: { resource: enrolment },
    body: requestDocument(enrolment, {
      id: 'none',
      attributes: {
        brandId: uuid('The brand.'),
        warehouseId: uuid('Where its goods will lie.'),
        countryCodes,
        isTransferring,
      },
      required: ['brandId', 'warehouseId', 'countryCodes'],
    }),
    answers: [{ status: 200, description: 'The enrolment.', resource: enrolment }],
    problems: [{ status: 404, description: 'There is no such brand or warehouse.' }],
    async handle(ctx, { body: { data } }) {
      const { brandId, ...terms } = data.attributes
      return document(enrolment, await enrolBrand(ctx, brandId, terms))
    },
  })

  http.operation({
    ...ofBrand,
    method: 'GET',
    id: 'getFulfillmentEnrolment',
    summary: 'The enrolment of a brand',
    description: 'Also of one that left.',
    answers: [{ status: 200, description: 'The enrolment.', resource: enrolment }],
    handle: async ({ db }, { params }) => document(enrolment, await findEnrolmentRow(db, params.brand)),
  })

  http.operation({
    ...ofBrand,
    method: 'PATCH',
    id: 'updateFulfillmentEnrolment',
    summary: 'Change the terms of a brand',
    description: 'What is left out stays.',
    body: requestDocument(enrolment, { id: 'path', attributes: { countryCodes, isTransferring } }),
    answers: [{ status: 200, description: 'The enrolment.', resource: enrolment }],
    async handle(ctx, { params, body: { data } }) {
      const id = idToChange(params.brand, data.id)
      return document(enrolment, await changeEnrolment(ctx, id, data.attributes ?? {}))
    },
  })

  http.operation({
    ...forOperator,
    method: 'DELETE',
    path: ofBrand.path,
    params: ofBrand.params,
    id: 'endFulfillmentEnrolment',
    summary: 'Let a brand leave',
    description:
      'It declares and announces nothing more. What lies in the warehouse or is on its way stays its own.',
    answers: [{ status: 200, description: 'It has left.', empty: true }],
    async handle(ctx, { params }) {
      await endEnrolment(ctx, params.brand)
      return empty()
    },
  })
}

/** What a warehouse can have found out. Orders and replenishments move by themselves. */
const REASONS = MOVEMENT_TYPES.filter(
  (type) => !/^(?:order_|replenishment|snapshot|batch|unbatched|expiry_date)/.test(type),
)
const SHELVES = ['available', 'damaged', 'qualityControl', 'blocked', 'void'] as const

function goodsRoutes(http: Http): void {
  http.operation({
    ...forOperator,
    method: 'PATCH',
    path: `${OPERATOR_API}/fulfillment-items/{item}`,
    params: { item: 'Id of the item.' },
    id: 'updateFulfillmentItemAsOperator',
    summary: 'Say how far the warehouse got with an item',
    description: 'What is left out stays.',
    query: { resource: fulfillmentItem },
    body: requestDocument(fulfillmentItem, {
      id: 'path',
      attributes: {
        status: itemStatus,
        packingRules: Type.Record(
          Type.String({ maxLength: 100 }),
          Type.Union([Type.String({ maxLength: 500 }), Type.Number(), Type.Boolean()]),
          {
            examples: [{ maxPerBox: 6 }],
            description: 'How it is packed.',
          },
        ),
      },
    }),
    answers: [{ status: 200, description: 'The item.', resource: fulfillmentItem }],
    async handle(ctx, { params, body: { data } }) {
      const { status, packingRules } = data.attributes ?? {}
      const changed = await changeItem(ctx, idToChange(params.item, data.id), {
        ...(status !== undefined && { status }),
        ...(packingRules !== undefined && { packing_rules: packingRules }),
      })
      if (!changed) throw unknown('fulfillment item', params.item)
      return document(fulfillmentItem, changed)
    },
  })

  http.operation({
    ...forOperator,
    method: 'POST',
    path: `${OPERATOR_API}/fulfillment-bundles`,
    id: 'makeFulfillmentBundle',
    summary: 'Say what items a variant is made of',
    description: 'A bundle that is known is made of these from then on.',
    query: { resource: fulfillmentBundle },
    body: requestDocument(fulfillmentBundle, {
      id: 'none',
      attributes: {
        brandId: uuid('The brand.'),
        productVariantId: uuid('What is ordered.'),
        items: Type.Array(
          Type.Object(
            {
              fulfillmentItemId: uuid('A part of it.'),
              quantity: Type.Integer({
                minimum: 1,
                maximum: 1000,
                examples: [2],
                description: 'Batches of it in one.',
              }),
            },
            strict,
          ),
          { minItems: 1, maxItems: 50, description: 'What it is made of, each item once.' },
        ),
      },
      required: ['brandId', 'productVariantId', 'items'],
    }),
    answers: [{ status: 200, description: 'The bundle.', resource: fulfillmentBundle }],
    problems: [{ status: 404, description: 'There is no such variant or item.' }],
    async handle(ctx, { body: { data } }) {
      const { brandId, productVariantId: variantId, items } = data.attributes
      return document(
        fulfillmentBundle,
        await makeBundle(ctx, brandId, { variantId, items }, 'data.attributes'),
      )
    },
  })

  http.operation({
    ...forOperator,
    method: 'POST',
    path: `${OPERATOR_API}/fulfillment-lots/{lot}/-actions/adjust`,
    params: { lot: 'Id of the lot.' },
    id: 'adjustFulfillmentLot',
    summary: 'Correct a lot',
    description:
      'Batches that broke, got lost or were found, that are blocked or free again. The ledger shows it. What is reserved for orders is not touched.',
    query: { resource: fulfillmentLot },
    body: Type.Object(
      {
        from: Type.Enum([...SHELVES], { description: 'What they were; `void` when they were not there.' }),
        to: Type.Enum([...SHELVES], { description: 'What they are; `void` when they are gone.' }),
        quantity: Type.Integer({
          minimum: 1,
          maximum: MAX_QUANTITY,
          examples: [2],
          description: 'How many batches.',
        }),
        reason: Type.Enum([...REASONS], { description: 'Why.' }),
      },
      strict,
    ),
    bodyExample: { from: 'available', to: 'damaged', quantity: 2, reason: 'broken' },
    answers: [{ status: 200, description: 'The lot as it is now.', resource: fulfillmentLot }],
    problems: [{ status: 409, description: 'The lot does not have so many; nothing was changed.' }],
    async handle(ctx, { params, body }) {
      if (body.from === body.to) {
        throw unprocessable(`Expected another status than ${body.from}.`, { pointer: 'to' })
      }
      return document(fulfillmentLot, await adjustLot(ctx, params.lot, body, 'quantity'))
    },
  })
}

const received = Type.Object(
  {
    fulfillmentItemId: uuid('What was found; it must have been announced.'),
    quantity: Type.Integer({
      minimum: 1,
      maximum: MAX_QUANTITY,
      examples: [24],
      description: 'How many batches.',
    }),
    status: Type.Optional(
      Type.Enum(['available', 'damaged', 'qualityControl', 'blocked'], {
        description: 'In which condition; `available` when absent.',
      }),
    ),
    lotNumber: Type.Optional(
      text(100, 'L-2601', "The maker's number; the reference of the replenishment when absent."),
    ),
    expiryDate: Type.Optional(instant('Until when they are good. Required where it is tracked.')),
    sellByDate: Type.Optional(
      instant('Until when they may be sold; the expiry less the shelf life of the item when absent.'),
    ),
  },
  strict,
)

/** Lots of each item of a large replenishment. */
const MAX_RECEIVED = 2000

function replenishmentMoves(http: Http): void {
  const path = `${OPERATOR_API}/replenishments`
  const ofReplenishment = {
    ...forOperator,
    method: 'POST',
    params: { replenishment: 'Id of the replenishment.' },
    query: { resource: replenishment },
    answers: [{ status: 200, description: 'The replenishment as it is now.', resource: replenishment }],
    problems: [{ status: 409, description: 'It is in another status; nothing was changed.' }],
  } as const

  http.operation({
    ...forOperator,
    method: 'GET',
    path,
    id: 'listReplenishmentsAsOperator',
    summary: 'The replenishments of all brands',
    description: 'For those who wait for goods.',
    query: {
      resource: replenishment,
      page: PAGE,
      filters: {
        brand: { kind: 'one', schema: uuid(), description: 'Only those of this brand.' },
        status: { kind: 'one', schema: replenishmentStatus, description: 'Only those in this status.' },
      },
    },
    answers: [
      {
        status: 200,
        description: 'One page, newest first.',
        resource: replenishment,
        many: true,
        paged: true,
      },
    ],
    async handle({ db }, { query }) {
      const { brand: brandId, status } = query.filter
      return await answerPage(
        replenishment,
        query,
        (walk) => listReplenishmentsOfAllBrands(db, { brandId, status }, walk),
        async (id) => (await brandOfReplenishment({ db }, id)) !== undefined,
      )
    },
  })

  http.operation({
    ...ofReplenishment,
    path: `${path}/{replenishment}/-actions/deliver`,
    id: 'deliverReplenishment',
    summary: 'Say that goods stand at the door',
    description: 'Possible in `sent`.',
    async handle(ctx, { params: { replenishment: id } }) {
      const brandId = await brandOfReplenishment(ctx, id)
      await deliverReplenishment(ctx, brandId, id)
      return document(replenishment, await readOwn(ctx.db, brandId, id))
    },
  })

  http.operation({
    ...ofReplenishment,
    path: `${path}/{replenishment}/-actions/receive`,
    id: 'receiveReplenishment',
    summary: 'Say what was in the boxes',
    description:
      'Possible in `delivered`. Adds a receipt and puts batches into lots. With the last receipt it is `received`: what was announced and did not come, and what came beyond, is a `replenishment_mismatch` in the ledger.',
    body: Type.Object(
      {
        items: Type.Array(received, { maxItems: MAX_RECEIVED, description: 'What was found.' }),
        isLast: Type.Optional(
          Type.Boolean({
            examples: [true],
            description: 'Whether no more boxes are to be opened; true when absent.',
          }),
        ),
      },
      strict,
    ),
    async handle(ctx, { params: { replenishment: id }, body: { items, isLast = true } }) {
      const brandId = await brandOfReplenishment(ctx, id)
      const found = items.map(({ expiryDate, sellByDate, ...item }) => ({
        ...item,
        ...(expiryDate !== undefined && { expiresAt: new Date(expiryDate) }),
        ...(sellByDate !== undefined && { sellByAt: new Date(sellByDate) }),
      }))
      await receiveReplenishment(ctx, brandId, id, { items: found, isLast }, 'items')
      return document(replenishment, await readOwn(ctx.db, brandId, id))
    },
  })
}
