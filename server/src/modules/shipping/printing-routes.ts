/** Labels of all orders of a brand, and the sizes of its recent parcels. */
import { JSON_API } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { brandOf } from '../../domain/actor.ts'
import { uuid } from '../../domain/fields.ts'
import { listAnswer, pageAnswer } from '../../http/answers/answers.ts'
import type { Http } from '../../http/http.ts'
import { answerOwnPage, filtered, PAGE } from '../../http/lists/paging.ts'
import { document, file, rendered } from '../../http/operation.ts'
import { markLabelsBody, orderLabels, recentParcelsAnswer, showRecentParcel } from './resources.ts'
import { MAX_PRINTED_ORDERS, markLabels, openLabelsOfOrders } from './shipments/printing.ts'
import { hasShipment, listPrintable, listRecentParcels, readPrintableState } from './shipments/queries.ts'

const shared = { tag: 'Shipping', access: 'brand' } as const
const PATH = '/api/v1/shipping-labels'
const withoutLabels = { status: 422, description: 'Some of the orders have no labels; the errors name them.' }

export function printingRoutes(http: Http): void {
  listRoute(http)
  downloadRoute(http)
  markRoute(http)
  recentParcelsRoute(http)
}

function listRoute(http: Http): void {
  http.operation({
    ...shared,
    method: 'GET',
    path: PATH,
    id: 'listOrderLabels',
    summary: 'Labels that can be printed',
    description:
      'One entry for each order with labels of the marketplace whose parcels the carrier has not scanned yet. Labels of parcels that are on their way stay available with their order.',
    query: {
      resource: orderLabels,
      filters: {
        printed: {
          kind: 'one',
          schema: Type.Boolean(),
          description: 'Only those that are marked as printed, or only the others.',
        },
        order: {
          kind: 'list',
          schema: uuid(),
          max: MAX_PRINTED_ORDERS,
          description: `Only those of these orders, at most ${MAX_PRINTED_ORDERS}.`,
        },
      },
      page: PAGE,
    },
    answers: [
      {
        ...pageAnswer(orderLabels, 'One page, newest first.'),
        meta: {
          unprinted: Type.Integer({
            examples: [20],
            description: 'Orders whose labels are not marked as printed.',
          }),
        },
      },
    ],
    async handle({ db, actor }, { query }) {
      const of = brandOf(actor)
      const [page, { unprinted }] = await Promise.all([
        answerOwnPage(orderLabels, query, {
          db,
          of,
          list: filtered(listPrintable, query.filter),
          has: hasShipment,
        }),
        readPrintableState(db, of),
      ])
      return { ...page, meta: { unprinted } }
    },
  })
}

function downloadRoute(http: Http): void {
  http.operation({
    ...shared,
    method: 'GET',
    path: `${PATH}/pdf`,
    id: 'downloadOrderLabels',
    summary: 'The labels of several orders as one file',
    description:
      'One PDF with the labels in the order of the ids, and in the order of the parcels within each order. If one of the orders has no labels, there is no file. For any `Accept`. It does not mark the labels as printed.',
    query: {
      filters: {
        order: {
          kind: 'list',
          schema: uuid(),
          required: true,
          min: 1,
          max: MAX_PRINTED_ORDERS,
          status: 422,
          description: `The orders in the order of printing, 1 to ${MAX_PRINTED_ORDERS}.`,
        },
      },
    },
    media: 'file',
    answers: [{ status: 200, description: 'The labels.', file: ['application/pdf'] }],
    problems: [{ status: 404, description: 'There is no such order.' }, withoutLabels],
    async handle(ctx, { query }) {
      // An order that is named twice is printed once.
      const orderIds = [...new Set(query.filter.order)]
      const at = () => ({ parameter: 'filter[order]' })
      const labels = await openLabelsOfOrders(ctx, brandOf(ctx.actor), orderIds, at)
      return file({ ...labels, contentType: 'application/pdf', inline: true })
    },
  })
}

function markRoute(http: Http): void {
  http.operation({
    ...shared,
    method: 'POST',
    path: `${PATH}/mark`,
    id: 'markOrderLabels',
    support: 'write',
    summary: 'Mark labels as printed',
    description:
      'Or as not printed, to print them again. All of them or, if one of the orders has no labels, none. The mark only sorts the list of labels; labels can be printed at any time.',
    query: { resource: orderLabels },
    body: markLabelsBody,
    bodyExample: { orders: ['0190a5d2-7c1e-7d43-9a4b-3f2e1d0c9b8a'], as: 'printed' },
    answers: [listAnswer(orderLabels, 'The labels, in the order of the request.')],
    problems: [{ status: 404, description: 'There is no such order.' }, withoutLabels],
    async handle(ctx, { body: { orders, as } }) {
      const at = (index: number) => ({ pointer: `orders.${index}` })
      const marked = await markLabels(ctx, brandOf(ctx.actor), orders, { isPrinted: as === 'printed', at })
      return document(orderLabels, marked)
    },
  })
}

function recentParcelsRoute(http: Http): void {
  http.operation({
    ...shared,
    method: 'GET',
    path: '/api/v1/recent-parcels',
    id: 'listRecentParcels',
    summary: 'Sizes of parcels that you have shipped recently',
    description:
      'As templates for the next shipments: the distinct sizes and weights of the latest 200 shipments.',
    answers: [{ status: 200, description: 'The sizes.', schema: recentParcelsAnswer, contentType: JSON_API }],
    async handle({ db, actor }) {
      const parcels = await listRecentParcels(db, brandOf(actor))
      return rendered(JSON.stringify({ jsonapi: { version: '1.0' }, data: parcels.map(showRecentParcel) }))
    },
  })
}
