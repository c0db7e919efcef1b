/** What the connector does with orders. Connect your own system here. */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Client, ConflictError, type Order } from '@tradehall/client'
import { log } from './log.ts'
import type { KnownOrder, Store } from './store.ts'

export interface Context {
  client: Client
  store: Store
  labelsFolder: string
  /** Aborted when the connector stops. */
  signal: AbortSignal
}

/**
 * Records the order of an event or of a poll, and does what its status asks for. Events may come twice, late and in any
 * order, and the connector may have crashed after any line, so it goes by what is recorded.
 */
export async function followOrder(context: Context, received: unknown): Promise<KnownOrder | undefined> {
  const id = idIn(received)
  // Events about something else are none of our business.
  if (id === undefined) return undefined
  await record(context, id, summaryOf(received))
  const status = context.store.order(id)?.status
  if (status === 'ankor_confirmed') await accept(context, id)
  if (status === 'shipping_labels_generated') await saveLabels(context, id)
  return context.store.order(id)
}

/** Of an order; undefined for anything else. */
function idIn(received: unknown): string | undefined {
  const { type, id } = (received ?? {}) as { type?: unknown; id?: unknown }
  return ['order', 'orders'].includes(String(type)) && typeof id === 'string' ? id : undefined
}

/** Undefined if the order has not what the connector needs: then it is read. */
export function summaryOf(order: unknown): KnownOrder | undefined {
  const { id, attributes } = order as { id: string; attributes?: Partial<Order['attributes']> }
  const { reference, status, updatedAt } = attributes ?? {}
  if (reference === undefined || status === undefined || updatedAt === undefined) return undefined
  return { id, reference, status, updatedAt }
}

async function record(context: Context, id: string, received: KnownOrder | undefined): Promise<void> {
  const { store } = context
  const known = store.order(id)
  const age = received && known ? Date.parse(received.updatedAt) - Date.parse(known.updatedAt) : 1
  if (age < 0) return
  // Two changes in the same second: only the order itself tells which one is the later.
  const isUnclear = received === undefined || (age === 0 && received.status !== known?.status)
  if (isUnclear) await recordCurrent(context, id)
  else store.recordOrder(received)
}

async function recordCurrent({ client, store, signal }: Context, id: string): Promise<Order> {
  const order = await client.orders.get(id, { signal })
  const { reference, status, updatedAt } = order.attributes
  store.recordOrder({ id, reference, status, updatedAt })
  return order
}

async function accept(context: Context, id: string): Promise<void> {
  const { client, store, signal } = context
  try {
    await client.orders.accept(id, { signal })
  } catch (error) {
    // It was accepted before a crash, or it was cancelled meanwhile.
    if (!(error instanceof ConflictError)) throw error
  }
  const { attributes } = await recordCurrent(context, id)
  if (!['rejected', 'cancelled'].includes(attributes.status)) store.recordAcceptance(id)
  log('info', 'An order was handled.', { order: id, status: attributes.status })
}

async function saveLabels({ client, store, labelsFolder, signal }: Context, id: string): Promise<void> {
  const path = { order: id }
  const labels = await client.download('/api/v1/orders/{order}/shipping-labels/pdf', { path, signal })
  await mkdir(labelsFolder, { recursive: true })
  const file = join(labelsFolder, `${id}.pdf`)
  // A crash leaves no half of a file.
  await writeFile(`${file}.part`, new Uint8Array(await labels.arrayBuffer()), { flush: true })
  await rename(`${file}.part`, file)
  store.recordLabels(id, file)
  log('info', 'Labels were saved.', { order: id, file })
}
