/** The documents of orders that are printed. */
import { Readable } from 'node:stream'
import { brandOf } from '../../../domain/actor.ts'
import { uuid } from '../../../domain/fields.ts'
import { bodyTag } from '../../../http/caching/etag.ts'
import type { Http } from '../../../http/http.ts'
import { type Ctx, file, type Reply } from '../../../http/operation.ts'
import { printedPictures } from '../../pictures/index.ts'
import { packingSlip } from './packing-slip.ts'
import { MAX_PICKED_ORDERS, pickList } from './pick-list.ts'
import type { Sheet } from './sheet.ts'

const shared = { tag: 'Ordering', access: 'brand', method: 'GET', media: 'file' } as const

export function documentRoutes(http: Http): void {
  http.operation({
    ...shared,
    path: '/api/v1/orders/{order}/packing-slip',
    id: 'downloadPackingSlip',
    summary: 'The packing slip of an order',
    description: 'What is in the parcels and for whom, without prices. For any `Accept`.',
    params: { order: 'Id of the order.' },
    answers: [{ status: 200, description: 'The packing slip.', file: ['application/pdf'] }],
    async handle(ctx, { params: { order: orderId } }) {
      const { sheet, filename } = await packingSlip(ctx.db, { brandId: brandOf(ctx.actor), orderId })
      return await pdf(ctx, sheet, filename)
    },
  })

  http.operation({
    ...shared,
    path: '/api/v1/orders/pick-list',
    id: 'downloadPickList',
    summary: 'What to take from the shelves for some orders',
    description:
      'Sorted by SKU, with the total over all orders and how much of it is for which order. For any `Accept`.',
    query: {
      filters: {
        id: {
          kind: 'csv',
          schema: uuid(),
          required: true,
          max: MAX_PICKED_ORDERS,
          description: 'Ids of the orders.',
        },
      },
    },
    answers: [{ status: 200, description: 'The pick list.', file: ['application/pdf'] }],
    async handle(ctx, { query: { filter } }) {
      return await pdf(ctx, await pickList(ctx, brandOf(ctx.actor), filter.id ?? []), 'pick-list.pdf')
    },
  })
}

async function pdf(ctx: Ctx, sheet: Sheet, filename: string): Promise<Reply> {
  // Loaded on first use: few processes render documents, and the libraries need about 20 MB.
  const { renderSheet } = await import('./sheet.ts')
  const shown = sheet.rows.flatMap(({ picture }) => picture ?? [])
  const bytes = await renderSheet(sheet, await printedPictures(ctx, brandOf(ctx.actor), shown))
  return file({
    stream: Readable.from([bytes]),
    contentType: 'application/pdf',
    filename,
    version: bodyTag(bytes),
    bytes: bytes.length,
  })
}
