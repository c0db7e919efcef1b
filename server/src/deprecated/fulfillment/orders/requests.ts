/** Requests that the warehouse ships an order of the marketplace. */

import { joinProblems, REFUSE_STRAYS } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { uuid } from '../../../domain/fields.ts'
import type { Address } from '../../../domain/postal-address.ts'
import { unprocessable } from '../../../domain/problems.ts'
import { END } from '../../../modules/ended/groups.ts'
import { type LockedOrder, MAX_LINES, type Mover, type OrderRow } from '../../../modules/ordering/index.ts'
import { type Blocker, blocked, blocker } from '../../../modules/ordering/life/fulfillment-blockers.ts'
import {
  requestFulfillment as requestOf,
  type WarehouseService,
} from '../../../modules/ordering/life/fulfillment-requests.ts'
import { moveStock } from '../../../modules/ordering/life/order-stock.ts'
import { itemsOfOrder } from '../../../modules/ordering/order/items.ts'
import type { BrandOrder, Effects } from '../../../modules/ordering/order/order-row.ts'
import type { Work } from '../../../platform/work.ts'
import { minimumRemainingShelfLife } from '../shared.ts'
import { checkFulfillability, type WantedVariant } from './blockers.ts'
import { openFulfillmentOrder } from './moves.ts'
import type { FulfillmentOrderRow } from './queries.ts'

export const requestBody = Type.Object(
  {
    data: Type.Optional(
      Type.Object({
        items: Type.Optional(
          Type.Array(
            Type.Object({
              productVariantId: uuid('A variant of the order.'),
              minimumRemainingShelfLife: minimumRemainingShelfLife(
                'Days that it must still be good for; any lot that may be sold when left out.',
              ),
            }),
            { maxItems: MAX_LINES, description: 'What is wanted of variants of the order.' },
          ),
        ),
      }),
    ),
  },
  REFUSE_STRAYS,
)

/** The minimum remaining shelf life in days, by variant id. */
type ShelfLives = ReadonlyMap<string, number | undefined>

type ReadShelfLives = (order: { variantIds: readonly string[] }) => ShelfLives

/** Rejects variants that are not in the order, and duplicates. */
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

/** Hands an order over to the warehouse: its status, stock and fulfillment order change in one transaction. */
export async function requestFulfillment(
  work: Work,
  orderKey: BrandOrder,
  by: Mover,
  read: ReadShelfLives = () => new Map(),
): Promise<OrderRow> {
  return await requestOf(work, orderKey, by, (work, order) => handOver(work, order, read))
}

async function handOver(work: Work, order: LockedOrder, read: ReadShelfLives): Promise<Effects> {
  const wanted = await variantsOf(work, order)
  const shelfLives = read({ variantIds: wanted.map(({ variantId }) => variantId) })
  const variants = wanted.map((line) => ({
    ...line,
    minimumRemainingShelfLife: shelfLives.get(line.variantId),
  }))
  const outcome = await openForOrder(work, order, variants)
  if ('blockers' in outcome) throw blocked(outcome.blockers)
  await moveStock(work, order, 'release', 'fulfillment_requested')
  return { details: { fulfillmentOrderId: outcome.opened.id } }
}

/** The variants and quantities of an order. */
export async function variantsOf({ db }: Work, { brand_id, id }: LockedOrder): Promise<WantedVariant[]> {
  const items = await itemsOfOrder(db, brand_id, id)
  return items.map(({ variant_id: variantId, quantity: batches }) => ({ variantId, batches }))
}

/** Opens the fulfillment order of an order and reserves its batches, or returns the blockers. */
export async function openForOrder(
  work: Work,
  order: LockedOrder,
  variants: readonly WantedVariant[],
): Promise<{ opened: FulfillmentOrderRow } | { blockers: Blocker[] }> {
  const { brand_id: brandId, id: masterOrderId } = order
  const shipTo = order.shipping_address as Address
  const { blockers, lines } = await checkFulfillability(work, brandId, {
    country: shipTo.countryCode,
    variants,
  })
  if (blockers.length > 0) return { blockers }
  const outcome = await openFulfillmentOrder(work, brandId, {
    masterOrderId,
    origin: 'internal',
    recipientType: 'business',
    externalReference: String(order.reference),
    instructions: null,
    shipTo,
    lines,
  })
  if ('opened' in outcome) return outcome
  // A concurrent order has reserved the last batches between the check and the lock.
  const unavailableItems = outcome.unavailable.map(({ fulfillableId }) => fulfillableId)
  return { blockers: [blocker('unavailable_items', { unavailableItems })] }
}

/** The warehouse for the transition and the check in ordering, which remain after the end date of this group. */
export const fulfillmentService: WarehouseService = {
  isOpen: (now) => now < END,
  blockersOf: async (work, brandId, wanted) => (await checkFulfillability(work, brandId, wanted)).blockers,
  handOver: (work, order) => handOver(work, order, () => new Map()),
}
