/** Asking the warehouse to ship an order of the marketplace. */

import { compileInput, joinProblems } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import type { Address } from '../../../http/address.ts'
import { uuid } from '../../../http/fields.ts'
import { missing } from '../../../http/ownership.ts'
import { unprocessable } from '../../../http/problems.ts'
import {
  type BrandOrder,
  type FurtherTransition,
  findOrder,
  itemsOfOrder,
  type LockedOrder,
  lockOrder,
  MAX_LINES,
  type Mover,
  moveOrder,
  moveStock,
  type OrderRow,
  ownersOfOrder,
  transitionDocument,
  transitionFailed,
  wrongStatus,
} from '../../../modules/ordering/index.ts'
import type { Queryable } from '../../../platform/database.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { END, SINCE } from '../../end.ts'
import { REPLACEMENT } from '../replacement.ts'
import { checkFulfillability, type WantedVariant } from './blockers.ts'
import { type Blocker, blocked, blocker } from './errors.ts'
import { openFulfillmentOrder } from './moves.ts'

const COMMAND = 'brand-requests-fulfillment'

export const requestBody = Type.Object(
  {
    data: Type.Optional(
      Type.Object(
        {
          items: Type.Optional(
            Type.Array(
              Type.Object(
                {
                  productVariantId: uuid('A variant of the order.'),
                  minimumRemainingShelfLife: Type.Optional(
                    Type.Integer({
                      minimum: 0,
                      maximum: 36_500,
                      examples: [90],
                      description:
                        'Days that it must still be good for; any lot that may be sold when left out.',
                    }),
                  ),
                },
                { additionalProperties: false },
              ),
              { maxItems: MAX_LINES, description: 'What is wanted of variants of the order.' },
            ),
          ),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)

/** By variant. */
type ShelfLives = ReadonlyMap<string, number | undefined>

type ReadShelfLives = (order: { variantIds: readonly string[] }) => ShelfLives

/** Refuses variants that the order does not have, and those that are named twice. */
export const readShelfLives =
  (items: readonly { productVariantId: string; minimumRemainingShelfLife?: number }[] = []): ReadShelfLives =>
  ({ variantIds }) => {
    const problems = items.flatMap(({ productVariantId: id }, i) => {
      const pointer = `data.items.${i}.productVariantId`
      if (!variantIds.includes(id)) return [unprocessable(`The order has no variant ${id}.`, { pointer })]
      return items.findIndex((item) => item.productVariantId === id) < i
        ? [unprocessable(`The variant ${id} is named twice.`, { pointer })]
        : []
    })
    if (problems.length > 0) throw joinProblems(problems)
    return new Map(items.map((item) => [item.productVariantId, item.minimumRemainingShelfLife]))
  }

/** Hands an order over to the warehouse: its status, its stock and its fulfillment order change together, or nothing does. */
export async function requestFulfillment(
  work: Work,
  place: BrandOrder,
  by: Mover,
  read: ReadShelfLives = () => new Map(),
): Promise<OrderRow> {
  return await inTransaction(work, async (work) => {
    const { status } = await lockOrder(work.db, place.brandId, place.orderId)
    if (status === 'fulfillment_requested') throw blocked([blocker('already_being_fulfilled')])
    return await moveOrder(work, place, {
      command: COMMAND,
      by,
      async decide(work, order) {
        const wanted = await wantedVariants(work.db, place)
        const shelfLives = read({ variantIds: wanted.map(({ variantId }) => variantId) })
        const variants = wanted.map((line) => ({
          ...line,
          minimumRemainingShelfLife: shelfLives.get(line.variantId),
        }))
        return { details: { fulfillmentOrderId: await handOver(work, order, variants) } }
      },
    })
  })
}

async function handOver(work: Work, order: LockedOrder, variants: readonly WantedVariant[]): Promise<string> {
  const { brand_id: brandId, id: masterOrderId } = order
  const shipTo = order.shipping_address as Address
  const { blockers, lines } = await checkFulfillability(work, brandId, {
    country: shipTo.countryCode,
    variants,
  })
  if (blockers.length > 0) throw blocked(blockers)
  const outcome = await openFulfillmentOrder(work, brandId, {
    masterOrderId,
    origin: 'internal',
    recipientType: 'business',
    externalReference: String(order.reference),
    instructions: null,
    shipTo,
    lines,
  })
  // Somebody took the last batch between the check and the lock.
  if ('unavailable' in outcome) {
    const unavailableItems = outcome.unavailable.map(({ fulfillableId }) => fulfillableId)
    throw blocked([blocker('unavailable_items', { unavailableItems })])
  }
  await moveStock(work, order, 'release', 'fulfillment_requested')
  return outcome.opened.id
}

async function wantedVariants(db: Queryable, { brandId, orderId }: BrandOrder): Promise<WantedVariant[]> {
  const items = await itemsOfOrder(db, brandId, orderId)
  return items.map(({ variant_id: variantId, quantity: batches }) => ({ variantId, batches }))
}

/** What would stand in the way of a request now. An order may be asked about before it is accepted. */
export async function blockersOfOrder(
  work: Pick<Work, 'db' | 'clock'>,
  { brandId, orderId }: BrandOrder,
): Promise<Blocker[]> {
  const { db } = work
  const order = await findOrder(db, brandId, orderId)
  if (!order) {
    throw missing('order', orderId, { exists: (await ownersOfOrder(db, orderId)) !== undefined })
  }
  if (order.status === 'fulfillment_requested') return [blocker('already_being_fulfilled')]
  if (order.status !== 'brand_confirmed' && order.status !== 'ankor_confirmed') {
    throw order.shipping_method === 'fulfillment'
      ? blocked([blocker('already_being_fulfilled')])
      : wrongStatus(transitionFailed, COMMAND, order)
  }
  const country = order.shipping_address?.countryCode ?? ''
  const variants = await wantedVariants(db, { brandId, orderId })
  return (await checkFulfillability(work, brandId, { country, variants })).blockers
}

const transitionBody = transitionDocument(COMMAND, Type.Optional(Type.Object({})))
const checkTransition = compileInput(transitionBody)

/** The endpoint lives on, so the transition ends by itself. */
export const requestTransition: FurtherTransition = {
  type: COMMAND,
  body: transitionBody,
  description:
    '`brand-requests-fulfillment` hands it over to the warehouse (deprecated, until 1 December 2026): 422 with an error for each thing that stands in the way.',
  deprecated: { since: SINCE, ends: { at: END, replacement: REPLACEMENT } },
  verb: (work, place, by, body) =>
    requestFulfillment(work, place, by, () => {
      checkTransition(body)
      return new Map()
    }),
}
