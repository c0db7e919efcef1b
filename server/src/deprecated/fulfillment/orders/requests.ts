/** Asking the warehouse to ship an order of the marketplace. */

import { joinProblems } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { uuid } from '../../../domain/fields.ts'
import type { Address } from '../../../domain/postal-address.ts'
import { unprocessable } from '../../../domain/problems.ts'
import { type LockedOrder, MAX_LINES, type Mover, type OrderRow } from '../../../modules/ordering/index.ts'
import { blocked, blocker } from '../../../modules/ordering/life/fulfillment-blockers.ts'
import {
  requestFulfillment as requestOf,
  type WarehouseService,
} from '../../../modules/ordering/life/fulfillment-requests.ts'
import type { BrandOrder, Effects } from '../../../modules/ordering/life/locked-order.ts'
import { moveStock } from '../../../modules/ordering/life/order-stock.ts'
import { itemsOfOrder } from '../../../modules/ordering/reading/orders.ts'
import type { Work } from '../../../platform/work.ts'
import { END } from '../../ending.ts'
import { minimumRemainingShelfLife } from '../shared.ts'
import { checkFulfillability, type WantedVariant } from './blockers.ts'
import { openInternalOrder } from './moves.ts'

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
                  minimumRemainingShelfLife: minimumRemainingShelfLife(
                    'Days that it must still be good for; any lot that may be sold when left out.',
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
  return await requestOf(work, place, by, (work, order) => handOver(work, order, read))
}

async function handOver(work: Work, order: LockedOrder, read: ReadShelfLives): Promise<Effects> {
  const { brand_id: brandId, id: masterOrderId } = order
  const items = await itemsOfOrder(work.db, brandId, masterOrderId)
  const wanted = items.map(({ variant_id: variantId, quantity: batches }) => ({ variantId, batches }))
  const shelfLives = read({ variantIds: wanted.map(({ variantId }) => variantId) })
  const variants: WantedVariant[] = wanted.map((line) => ({
    ...line,
    minimumRemainingShelfLife: shelfLives.get(line.variantId),
  }))
  const shipTo = order.shipping_address as Address
  const { blockers, lines } = await checkFulfillability(work, brandId, {
    country: shipTo.countryCode,
    variants,
  })
  if (blockers.length > 0) throw blocked(blockers)
  const outcome = await openInternalOrder(work, order, lines)
  // Somebody took the last batch between the check and the lock.
  if ('unavailable' in outcome) {
    const unavailableItems = outcome.unavailable.map(({ fulfillableId }) => fulfillableId)
    throw blocked([blocker('unavailable_items', { unavailableItems })])
  }
  await moveStock(work, order, 'release', 'fulfillment_requested')
  return { details: { fulfillmentOrderId: outcome.opened.id } }
}

/** The transition and the check of ordering stay after the end of this group, and use the warehouse until then. */
export const warehouse: WarehouseService = {
  isOpen: (now) => now < END,
  blockersOf: async (work, brandId, wanted) => (await checkFulfillability(work, brandId, wanted)).blockers,
  handOver: (work, order) => handOver(work, order, () => new Map()),
}
