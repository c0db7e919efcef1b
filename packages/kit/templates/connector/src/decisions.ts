/** Decides on orders, by the stock on the marketplace. Connect your own system here. */
import { type Client, ConflictError, type Order } from '@tradehall/client'

/**
 * Decides on an order that waits for it, and returns the order as it is then: it is accepted with as much as there is, and
 * rejected if there is nothing. Every other order is left as it is. Harmless if it is called twice.
 */
export async function decideOn(
  client: Client,
  id: string,
  options: { signal?: AbortSignal } = {},
): Promise<Order> {
  // An event may be older than the order, so the order is read.
  const order = await client.orders.get(id, { ...options, include: ['orderItems.productVariant'] })
  const { status, retailerCancellationRequestReason } = order.attributes
  // A retailer who asks for a cancellation waits for a person.
  if (status !== 'ankor_confirmed' || retailerCancellationRequestReason !== null) return order
  const items = order.related.orderItems
  const quantities: Record<string, number> = {}
  for (const { id: item, attributes, related } of items) {
    const lacking = lackingOf(related.productVariant?.attributes)
    if (lacking > 0) quantities[item] = Math.max(0, attributes.quantity - lacking)
  }
  try {
    return items.every(({ id: item }) => quantities[item] === 0)
      ? await client.orders.reject(id, { rejectType: 'PRODUCT_OUT_OF_STOCK' }, options)
      : await client.orders.accept(id, { ...options, quantities })
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error
    // Somebody else has just decided, or it was cancelled. An order that still waits is decided on later.
    const current = await client.orders.get(id, options)
    if (current.attributes.status === 'ankor_confirmed') throw error
    return current
  }
}

interface Stock {
  /** On hand, less what orders hold, this one included; null if stock is not tracked. */
  availableQuantity: number | null
  inventoryPolicy: string
}

/** How many pieces are ordered and not in stock; with `continue` they are made on demand. */
const lackingOf = (stock: Stock | null | undefined): number =>
  stock && stock.inventoryPolicy !== 'continue' ? Math.max(0, -(stock.availableQuantity ?? 0)) : 0
