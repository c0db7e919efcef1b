/** Operator API: delivery and receipt of replenishments. */

import { Type } from 'typebox'
import { instant, text, uuid } from '../../../domain/fields.ts'
import { pageAnswer, returnsOne } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { answerPageOfAll, PAGE } from '../../../http/lists/paging.ts'
import { document } from '../../../http/operation.ts'
import { forOperator, OPERATOR_API } from '../../../http/operator-api.ts'
import { brandFilter, statusFilter } from '../../shared-routes.ts'
import { replenishment, replenishmentStatus } from '../resources.ts'
import { readOwnReplenishment } from './drafts.ts'
import { findReplenishmentOfAnyBrand, listReplenishmentsOfAllBrands } from './queries.ts'
import { deliverReplenishment, receiveReplenishment } from './receiving.ts'
import { batches, brandOfReplenishment } from './routes.ts'

const strict = { additionalProperties: false }

const received = Type.Object(
  {
    fulfillmentItemId: uuid('What was found; it must have been announced.'),
    quantity: batches,
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

/** Enough for several lots of each item of a large replenishment. */
const MAX_RECEIVED = 2000

export function replenishmentOperatorRoutes(http: Http): void {
  const path = `${OPERATOR_API}/replenishments`
  const ofReplenishment = {
    ...forOperator,
    method: 'POST',
    params: { replenishment: 'Id of the replenishment.' },
    ...returnsOne(replenishment, 'The replenishment as it is now.'),
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
      filters: { brand: brandFilter, status: statusFilter(replenishmentStatus) },
    },
    answers: [pageAnswer(replenishment, 'One page, newest first.')],
    async handle({ db }, { query }) {
      const { brand: brandId, status } = query.filter
      return await answerPageOfAll(replenishment, query, {
        db,
        filter: { brandId, status },
        list: listReplenishmentsOfAllBrands,
        find: findReplenishmentOfAnyBrand,
      })
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
      return document(replenishment, await readOwnReplenishment(ctx.db, brandId, id))
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
      return document(replenishment, await readOwnReplenishment(ctx.db, brandId, id))
    },
  })
}
