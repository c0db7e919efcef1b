/** Orders for tests: lines of new products with known prices, submitted by the same function as all orders. */
import { moveOrder, type OrderRow, type Status, submitOrder } from '../src/modules/ordering/index.ts'
import type { Mover } from '../src/modules/ordering/life/history-writer.ts'
import { MOVES, type Move } from '../src/modules/ordering/order/move-table.ts'
import { addTestProducts, type ProductOverrides } from './catalog.ts'
import type { Market } from './market.ts'

export const SERVER: Mover = { party: 'retailer', applicationId: null }

export interface OrderOverrides {
  id?: string
  brandId?: string
  retailerId?: string
  /** One line per product, of its first variant. */
  products?: readonly ProductOverrides[]
  /** Number of packs per line, in order. */
  quantities?: readonly number[]
}

/** A new order in `ankor_confirmed`. By default two lines of one product each, 2 and 3 packs, at 10.00 a piece. */
export async function placeOrder(shop: Market, overrides: OrderOverrides = {}): Promise<OrderRow> {
  const brandId = overrides.brandId ?? shop.credentials.brandId
  const { products = [{}, {}], quantities = [2, 3] } = overrides
  const added = await addTestProducts(shop.platform, brandId, products)
  const lines = added.map(({ variants }, i) => ({
    productVariantId: variants[0]?.id ?? '',
    quantity: quantities[i] ?? 1,
  }))
  const retailerId = overrides.retailerId ?? shop.credentials.retailer.retailerId
  const { order } = await submitOrder(shop.platform, { id: overrides.id, brandId, retailerId, lines }, SERVER)
  return order
}

/** Moves an order along the shortest path of the move table that needs no request. */
export async function moveOrderTo(shop: Market, order: OrderRow, status: Status): Promise<OrderRow> {
  let moved = order
  for (const move of shortestPath(order.status, status)) {
    moved = await moveOrder(
      shop.platform,
      { brandId: order.brand_id, orderId: order.id },
      { command: move.command, by: { party: move.by[0], applicationId: null } },
    )
  }
  return moved
}

type TableMove = (typeof MOVES)[number]

function shortestPath(from: Status, to: Status): TableMove[] {
  const ways: TableMove[][] = [[]]
  const seen = new Set<Status>([from])
  for (const way of ways) {
    const at = (way.at(-1)?.to ?? from) as Status
    if (at === to) return way
    const isOpen = (move: Move) => move.from === at && !move.needsCancellationRequest && !seen.has(move.to)
    for (const move of MOVES.filter(isOpen)) {
      seen.add(move.to)
      ways.push([...way, move])
    }
  }
  throw new Error(`No moves lead from ${from} to ${to}.`)
}
