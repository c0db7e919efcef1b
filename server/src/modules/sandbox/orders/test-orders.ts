/** Creates test orders, and generates the retailer and the products that a request does not name. */

import { joinProblems } from '@tradehall/jsonapi'
import { brandOf, doerOf } from '../../../domain/actor.ts'
import { missing } from '../../../domain/ownership.ts'
import { unprocessable } from '../../../domain/problems.ts'
import type { Ctx } from '../../../http/operation.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/work.ts'
import { foreignVariants } from '../../catalog/index.ts'
import { type NewOrderLine, type OrderPointers, type OrderRow, submitOrder } from '../../ordering/index.ts'
import type { NamedVariant, TestOrderBody } from './order-bodies.ts'
import { addTestProducts, addTestRetailer } from './test-goods.ts'

/** The generated retailer and products are created in the transaction of the order. */
export async function createTestOrder(ctx: Ctx, body: TestOrderBody): Promise<OrderRow> {
  const brandId = brandOf(ctx.actor)
  const named = namedVariants(body)
  const quantity = body.itemQuantity ?? 1
  const lines = named.variants.map((variant, i) => toLine(variant, `${named.list}.${i}`, quantity))
  await refuseForeign(ctx, brandId, lines, named.list)
  const by = { party: 'retailer', ...doerOf(ctx.actor) } as const
  return await inTransaction(ctx, async (work) => {
    const made = lines.length === 0 ? await addTestProducts(work, brandId) : []
    const wanted = {
      brandId,
      retailerId: body.retailerId ?? (await addTestRetailer(work)),
      lines: [...lines, ...made.map((productVariantId) => ({ productVariantId, quantity }))],
    }
    const { order } = await submitOrder(work, wanted, by, pointersIn(named))
    return order
  })
}

interface NamedVariants {
  list: 'productVariants' | 'productOptions'
  variants: readonly NamedVariant[]
}

function namedVariants({ productVariants, productOptions }: TestOrderBody): NamedVariants {
  if (productVariants?.length && productOptions?.length) {
    throw unprocessable('Products are named by productVariants or by productOptions: send one of the two.', {
      pointer: 'productOptions',
    })
  }
  return productOptions?.length
    ? { list: 'productOptions', variants: productOptions }
    : { list: 'productVariants', variants: productVariants ?? [] }
}

function toLine({ id, itemQuantity, quantity }: NamedVariant, at: string, otherwise: number): NewOrderLine {
  if (itemQuantity !== undefined && quantity !== undefined && itemQuantity !== quantity) {
    throw unprocessable(`quantity is another name of itemQuantity, which says ${itemQuantity} here.`, {
      pointer: `${at}.quantity`,
    })
  }
  return { productVariantId: id, quantity: itemQuantity ?? quantity ?? otherwise }
}

async function refuseForeign(
  { db }: Ctx,
  brandId: BrandId,
  lines: readonly NewOrderLine[],
  list: string,
): Promise<void> {
  if (lines.length === 0) return
  const ids = lines.map(({ productVariantId }) => productVariantId)
  const foreign = await foreignVariants(db, brandId, ids)
  const problems = ids.flatMap((id, i) =>
    foreign.has(id) ? [missing('product variant', id, { exists: true, pointer: `${list}.${i}.id` })] : [],
  )
  if (problems.length > 0) throw joinProblems(problems)
}

/** Generated lines have no pointer. A missing shipping address points to the retailer, who has none. */
const pointersIn = ({ list, variants }: NamedVariants): OrderPointers => ({
  retailerId: 'retailerId',
  shippingAddress: 'retailerId',
  lines: variants.map(({ quantity }, i) => ({
    productVariantId: `${list}.${i}.id`,
    quantity: `${list}.${i}.${quantity === undefined ? 'itemQuantity' : 'quantity'}`,
  })),
})
