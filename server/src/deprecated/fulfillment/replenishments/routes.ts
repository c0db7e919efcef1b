/** The endpoints of brands to replenishments, and the sandbox endpoint that advances them. */

import { Type } from 'typebox'
import { brandOf } from '../../../domain/actor.ts'
import { text, uuid } from '../../../domain/fields.ts'
import { unknown } from '../../../domain/ownership.ts'
import { returnsOne } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { type Ctx, document, empty } from '../../../http/operation.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { advances } from '../../shared-routes.ts'
import { brandOfPath } from '../orders/testing-routes.ts'
import { ANNOUNCED_STATUSES, replenishment, replenishmentStatus } from '../resources.ts'
import { FULFILLMENT_PATH, forBrand, pageAnswer, pageParameters, pageReply, readPage } from '../shared.ts'
import { changeReplenishment, createReplenishment, deleteDraft, readOwnReplenishment } from './drafts.ts'
import { findReplenishmentOfAnyBrand, listReplenishments } from './queries.ts'
import { advanceReplenishment } from './simulation.ts'

/** An upper limit far above the pallets of a lorry. */
const MAX_ITEMS = 500
export const MAX_QUANTITY = 1_000_000
export const batches = Type.Integer({
  minimum: 1,
  maximum: MAX_QUANTITY,
  examples: [24],
  description: 'How many batches.',
})

const carrier = text(200, 'Northline', 'Who carries the goods.')
const items = Type.Array(
  Type.Object({
    fulfillmentItemId: uuid('What comes.'),
    quantity: batches,
    status: Type.Optional(
      Type.Enum([...ANNOUNCED_STATUSES], {
        description: 'What they are to be once they are there; `available` when absent.',
      }),
    ),
  }),
  { minItems: 1, maxItems: MAX_ITEMS, description: 'What comes, each item once.' },
)

const createBody = Type.Object({
  id: Type.Optional(uuid('An id of your own makes a retry harmless.')),
  brandId: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2_147_483_647,
      deprecated: true,
      examples: [731],
      description: 'Kept and shown, without a meaning.',
    }),
  ),
  fulfillmentBrandId: Type.Optional(uuid('Your brand, as warehouses know it.')),
  warehouseId: Type.Optional(uuid('The warehouse where your goods lie.')),
  shippingCarrierName: carrier,
  shipmentType: Type.Enum(['', 'LTL', 'FTL', 'PARCEL'], {
    description: 'Part of a lorry, a whole one, parcels, or empty while it is not decided.',
  }),
  items,
})

const changeBody = Type.Object({
  data: Type.Object({
    shippingCarrierName: Type.Optional(carrier),
    shipmentType: Type.Optional(
      Type.Enum(['LTL', 'FTL', 'PARCEL'], { description: 'Part of a lorry, a whole one, or parcels.' }),
    ),
    status: Type.Optional(replenishmentStatus),
    items: Type.Optional(items),
  }),
})

const ofAll = { ...forBrand, path: `${FULFILLMENT_PATH}/replenishments` } as const
const ofReplenishment = {
  ...forBrand,
  path: `${ofAll.path}/{replenishment}`,
  params: { replenishment: 'Id of the replenishment.' },
} as const

export function replenishmentRoutes(http: Http): void {
  listRoute(http)
  draftRoutes(http)
  if (http.platform.config.mode === 'sandbox') advanceRoute(http)
}

function listRoute(http: Http): void {
  http.operation({
    ...ofAll,
    method: 'GET',
    id: 'listReplenishments',
    summary: 'Your replenishments',
    description: 'By when they were submitted; drafts count as the newest.',
    query: {
      resource: replenishment,
      sort: { fields: ['submittedAt'], default: '-submittedAt' },
      parameters: pageParameters,
    },
    answers: [pageAnswer(replenishment, 'One page.')],
    async handle({ db, actor }, { query }) {
      const list = { descending: query.sort[0]?.descending ?? true, page: readPage(query) }
      return pageReply(replenishment, query, await listReplenishments(db, brandOf(actor), list))
    },
  })
}

function draftRoutes(http: Http): void {
  http.operation({
    ...ofAll,
    method: 'POST',
    id: 'createReplenishment',
    summary: 'Draft a replenishment',
    description: 'The warehouse gets to know of it once you confirm it.',
    ...returnsOne(replenishment, 'The draft, or what is known under the id.'),
    body: createBody,
    problems: [{ status: 404, description: 'There is no such brand, warehouse or item.' }],
    async handle(ctx, { body }) {
      return document(replenishment, await createReplenishment(ctx, brandOf(ctx.actor), body))
    },
  })

  http.operation({
    ...ofReplenishment,
    method: 'GET',
    id: 'getReplenishment',
    summary: 'A replenishment',
    description: 'With what the warehouse found, once it has looked.',
    ...returnsOne(replenishment, 'The replenishment.'),
    async handle({ db, actor }, { params }) {
      return document(replenishment, await readOwnReplenishment(db, brandOf(actor), params.replenishment))
    },
  })

  http.operation({
    ...ofReplenishment,
    method: 'PATCH',
    id: 'updateReplenishment',
    summary: 'Change or confirm a draft',
    description:
      'What is left out stays. `status` `confirmed`, or `sent`, confirms it: then it can no longer be changed, and is sent to the warehouse.',
    ...returnsOne(replenishment, 'The replenishment.'),
    body: changeBody,
    async handle(ctx, { params, body: { data } }) {
      const { replenishment: id } = params
      return document(replenishment, await changeReplenishment(ctx, brandOf(ctx.actor), id, data, 'data'))
    },
  })

  http.operation({
    ...ofReplenishment,
    method: 'DELETE',
    id: 'deleteReplenishment',
    summary: 'Delete a draft',
    description: 'What was confirmed stays.',
    answers: [{ status: 200, description: 'It is gone.', empty: true }],
    problems: [{ status: 422, description: 'It is no draft any more.' }],
    async handle(ctx, { params }) {
      await deleteDraft(ctx, brandOf(ctx.actor), params.replenishment)
      return empty()
    },
  })
}

function advanceRoute(http: Http): void {
  http.operation({
    ...advances('replenishments/{replenishment}', replenishment, 'The replenishment as it is now.'),
    id: 'advanceReplenishment',
    params: { replenishment: 'Id of the replenishment.' },
    summary: 'Move a replenishment on',
    description:
      'Does what you and the warehouse would do to bring it to a status. All that was announced arrives. Brands do this to their own, the operator to all of them.',
    body: Type.Object({ to: replenishmentStatus }, { additionalProperties: false }),
    bodyExample: { to: 'received' },
    problems: [{ status: 409, description: 'It is past that status; nothing was changed.' }],
    async handle(ctx, { params: { replenishment: id }, body: { to } }) {
      const brandId = await brandOfPath(ctx, id, ownerOfReplenishment, 'replenishment')
      return document(replenishment, await advanceReplenishment(ctx, brandId, id, to))
    },
  })
}

const ownerOfReplenishment = async (db: Queryable, id: string): Promise<BrandId | undefined> =>
  (await findReplenishmentOfAnyBrand(db, id))?.brand_id

/** The brand of a replenishment, for callers that may access all brands. */
export async function brandOfReplenishment({ db }: Pick<Ctx, 'db'>, id: string): Promise<BrandId> {
  const brandId = await ownerOfReplenishment(db, id)
  if (brandId === undefined) throw unknown('replenishment', id)
  return brandId
}
