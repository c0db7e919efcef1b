/** What the connector does with orders. */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Client, ConflictError, type Order, ResponseError } from '@tradehall/client'
import { decideOn } from './decisions.ts'
import { log } from './log.ts'
import { bookPickup } from './pickups.ts'
import type { PickupAddress } from './settings.ts'
import type { KnownOrder, Store } from './store.ts'
import { TryAgain } from './task-queue.ts'

export interface Context {
  client: Client
  store: Store
  labelsFolder: string
  pickupAddress: PickupAddress | undefined
  /** Aborted when the connector stops. */
  signal: AbortSignal
}

/**
 * Records the order of an event or of a poll, and does what its status asks for. Events may come twice, late and in any
 * order, and the connector may have crashed after any line, so it goes by what is recorded.
 */
export async function followOrder(context: Context, received: unknown): Promise<KnownOrder | undefined> {
  const id = idIn(received)
  // Events about other resources are ignored.
  if (id === undefined) return undefined
  await record(context, id, summaryOf(received))
  const status = context.store.order(id)?.status
  if (status === 'ankor_confirmed') await decide(context, id)
  if (status === 'shipping_labels_generated') {
    await saveLabels(context, id)
    await bookPickup(context, id)
  }
  return context.store.order(id)
}

/** Of an order; undefined for anything else. */
function idIn(received: unknown): string | undefined {
  const { type, id } = (received ?? {}) as { type?: unknown; id?: unknown }
  return ['order', 'orders'].includes(String(type)) && typeof id === 'string' ? id : undefined
}

/** Undefined if members that the connector needs are missing; the caller then reads the order. */
export function summaryOf(order: unknown): KnownOrder | undefined {
  const { id, attributes } = order as { id: string; attributes?: Partial<Order['attributes']> }
  const { reference, status, updatedAt, shippingOverview } = attributes ?? {}
  if (reference === undefined || status === undefined || updatedAt === undefined) return undefined
  // Lists have no address, and until the order is shipped it may have changed.
  if (!shippingOverview && UNSHIPPED.includes(status)) return undefined
  const shipTo = shippingOverview ? addressOf(shippingOverview.shipToAddress) : null
  return { id, reference, status, updatedAt, shipTo }
}

const UNSHIPPED = ['ankor_confirmed', 'brand_confirmed', 'shipping_labels_generated']

type ShipTo = Order['attributes']['shippingOverview']['shipToAddress']

const addressOf = ({ name, organisationName, street, postalCode, city, countryCode }: ShipTo): string =>
  [name, organisationName, street, `${postalCode} ${city}`, countryCode].filter(Boolean).join(', ')

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

async function recordCurrent({ client, store, signal }: Context, id: string): Promise<void> {
  recordRead(store, await client.orders.get(id, { signal }))
}

/** What was read is newer than what events tell. */
export function recordRead(store: Store, order: Order): void {
  const summary = summaryOf(order)
  if (summary) store.recordOrder(summary)
}

/** By order and state. A webhook and a poll may tell of the same order, and what was refused once would be refused again. */
const refused = new Set<string>()

async function decide({ client, store, signal }: Context, id: string): Promise<void> {
  const state = `${id} ${store.order(id)?.updatedAt}`
  if (refused.has(state)) return
  const order = await decideOn(client, id, { signal }).catch((error: Error) => {
    if (error instanceof ConflictError) throw new TryAgain(error.message)
    if (isFinal(error)) refused.add(state)
    throw error
  })
  recordRead(store, order)
  const { status } = order.attributes
  if (!['ankor_confirmed', 'rejected', 'cancelled'].includes(status)) store.recordAcceptance(id)
  log('info', 'An order was handled.', { order: id, status })
}

/** The server is there, and has refused the request itself. */
const isFinal = (error: Error): boolean =>
  error instanceof ResponseError && error.status < 500 && ![401, 429].includes(error.status)

async function saveLabels({ client, store, labelsFolder, signal }: Context, id: string): Promise<void> {
  const path = { order: id }
  const labels = await client.download('/api/v1/orders/{order}/shipping-labels/pdf', { path, signal })
  await mkdir(labelsFolder, { recursive: true })
  const file = join(labelsFolder, `${id}.pdf`)
  // The rename makes the write atomic, so a crash leaves no partial file.
  await writeFile(`${file}.part`, new Uint8Array(await labels.arrayBuffer()), { flush: true })
  await rename(`${file}.part`, file)
  store.recordLabels(id, file)
  log('info', 'Labels were saved.', { order: id, file })
}
