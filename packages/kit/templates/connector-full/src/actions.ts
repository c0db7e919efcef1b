/** What can be requested of the connector. Each action may be interrupted and run again. */
import { type Client, type ImportProduct, type Parcel, PreconditionFailedError } from '@tradehall/client'
import { type Context, recordRead } from './orders.ts'
import { bookPickup, isDay } from './pickups.ts'
import type { DueTask, TaskQueue } from './store.ts'

export interface Action {
  queue: TaskQueue
  /** The reason why the input cannot be used, or undefined. */
  problemIn(input: Record<string, unknown>): string | undefined
  run(context: Context, task: DueTask): Promise<unknown>
}

const PARCELS: Parcel[] = [{ length: 40, width: 30, height: 20, kg: 5 }]

interface ShipInput {
  order: string
  parcels?: Parcel[]
  /** Of a carrier of your own; without it, the marketplace makes labels. */
  tracking?: { trackingProvider: string; trackingNumber: string }
  /** Has the carrier fetch the parcels with labels, on this day (YYYY-MM-DD) or as soon as possible. */
  pickup?: true | string
}

const ship: Action = {
  queue: 'actions',
  problemIn({ order, pickup }) {
    if (typeof order !== 'string') return 'order must be the id of an order'
    const isUsable = pickup === undefined || pickup === true || isDay(pickup)
    return isUsable ? undefined : 'pickup must be true or a day such as 2026-03-06'
  },
  async run(context, { input }) {
    const { client, store, signal } = context
    const { order: id, parcels = PARCELS, tracking } = input as ShipInput
    const before = await client.orders.get(id, { signal })
    // A quote was confirmed before a crash: another one would ship the order twice.
    const isConfirmed = before.attributes.shippingOverview.provider !== null
    const order = isConfirmed
      ? before
      : await client.orders.ship(id, {
          parcels,
          choose: (quotes) => quotes.find(({ carrierCode }) => (carrierCode === 'marketplace') === !tracking),
          ...(tracking && { confirmation: { tracking } }),
          signal,
        })
    recordRead(store, order)
    // Labels follow with an event, and the pickup follows the labels; if they exist already, nothing will follow.
    if (order.attributes.status === 'shipping_labels_generated') await bookPickup(context, id)
    return { order: id, status: order.attributes.status }
  },
}

/** How often to try again while somebody else changes the stock at the same time. */
const MAX_STOCK_ATTEMPTS = 5

const setStock: Action = {
  queue: 'actions',
  problemIn({ sku, quantity }) {
    if (typeof sku !== 'string') return 'sku must be the SKU of a variant'
    return Number.isInteger(quantity) && (quantity as number) >= 0
      ? undefined
      : 'quantity must be a whole number'
  },
  async run({ client, signal }, { input }) {
    const { sku, quantity } = input as { sku: string; quantity: number }
    for (let attempt = 1; ; attempt++) {
      const variant = await findVariant(client, sku, signal)
      const before = variant.attributes.stockQuantity
      if (before === quantity) return { sku, quantity, before }
      try {
        // Only if nobody has written since, so that `before` is true.
        await client.variants.setStock(variant.id, { stockQuantity: quantity }, { ifMatch: variant, signal })
        return { sku, quantity, before }
      } catch (error) {
        if (!(error instanceof PreconditionFailedError) || attempt === MAX_STOCK_ATTEMPTS) throw error
      }
    }
  },
}

async function findVariant(client: Client, sku: string, signal: AbortSignal) {
  const [found] = await client.variants.list({ skus: [sku], signal }).toArray(1)
  if (!found) throw new Error(`There is no variant with the SKU ${sku}.`)
  // The response to a read of the single variant has an entity tag.
  return await client.variants.get(found.id, { signal })
}

const importProducts: Action = {
  // It may wait for other imports, and nothing else waits for it.
  queue: 'imports',
  problemIn: ({ products }) =>
    Array.isArray(products) && products.length > 0 ? undefined : 'products must be an array of products',
  async run({ client, signal }, { id, input }) {
    const { products } = input as { products: ImportProduct[] }
    // With the id of the task an interrupted import continues.
    const { operation, results } = await client.imports.run(products, { id, signal })
    const failures: { product: string; issues: unknown }[] = []
    let imported = 0
    for await (const { attributes } of results) {
      const { status, externalProductId: product, issues } = attributes
      if (status === 'failure') failures.push({ product, issues })
      else imported++
    }
    return { status: operation.attributes.status, imported, failures }
  },
}

export const actions: Record<string, Action> = { ship, 'set-stock': setStock, import: importProducts }
