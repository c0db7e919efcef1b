/** The scenario of the lesson about conflicts. */
import { ConflictError } from '@tradehall/client'
import { problemInBooks, recordsOf } from '../books.ts'
import type { RecordedRequest } from '../evidence.ts'
import type { Stage, Undo } from '../stage.ts'

/** Long enough for the examiner to come first, and shorter than any timeout. */
const HOLD_MS = 4000
/** A loop shows within this time. */
export const CONFLICT_SECONDS = 6
/** Beyond the claimed time, for the waits between attempts. */
const PATIENCE_SECONDS = 30
/** After the precondition has failed. */
const STOCK_SECONDS = 10

/** What becomes of an order while the connector decides on it. */
type Elsewhere = 'rejected' | 'cancelled' | 'brand_confirmed'

/** Null for what was not played. */
export interface ConflictsFacts {
  /** Orders that were decided elsewhere while a write of the connector was under way. */
  collisions: readonly { orderId: string; status: Elsewhere }[]
  /** An order that still waits for a decision after a conflict. */
  open: { orderId: string; faultId: string } | null
  stock: { variantId: string; faultId: string } | null
}

export async function playConflicts(stage: Stage): Promise<ConflictsFacts> {
  const { claims, actions } = stage.settings
  const sku = 'set-stock' in actions ? `CLASH-${stage.random.word(8)}` : null
  const variants = sku === null ? undefined : await stage.examiner.createVariants([{ sku, stock: 5 }])
  const variantId = variants?.get(sku ?? '')?.id
  await stage.start()
  const collisions: ConflictsFacts['collisions'][number][] = []
  let open: ConflictsFacts['open'] = null
  if (claims.includes('orders')) {
    for (const status of [stage.random.pick(['rejected', 'cancelled'] as const), 'brand_confirmed'] as const)
      collisions.push({ orderId: await collide(stage, status), status })
    open = await playOpenConflict(stage)
  }
  const stock = sku !== null && variantId !== undefined ? await playStock(stage, sku, variantId) : null
  return { collisions, open, stock }
}

/** Returns the order. */
async function collide(stage: Stage, status: Elsewhere): Promise<string> {
  const { decide, report } = stage.settings.seconds
  const hold = await stage.fault({ method: 'POST', path: '/api/v1/orders/*', delayMs: HOLD_MS, count: 1 })
  const { id } = await stage.createOrder()
  if (await stage.untilUsedUp(hold, decide)) {
    await decideElsewhere(stage, id, status)
    const isRefused = (request: RecordedRequest) => request.faultId === hold.id
    await stage.untilRequests((requests) => requests.some(isRefused), HOLD_MS / 1000 + decide)
    await stage.until(() => hasNoticed(stage, { id, status, hold }), report)
  }
  await hold()
  return id
}

async function decideElsewhere({ examiner }: Stage, id: string, status: Elsewhere): Promise<void> {
  try {
    if (status === 'rejected') await examiner.client.orders.reject(id, { rejectType: 'PRODUCT_OUT_OF_STOCK' })
    else if (status === 'brand_confirmed') await examiner.client.orders.accept(id)
    else await examiner.advanceOrder(id, 'cancelled')
  } catch (error) {
    // The connector was quicker, so there is no conflict to see.
    if (!(error instanceof ConflictError)) throw error
  }
}

/** By a read after the conflict and, if the order is in the books, by its status there. */
async function hasNoticed(
  stage: Stage,
  { id, status, hold }: { id: string; status: Elsewhere; hold: Undo },
): Promise<boolean> {
  const requests = await stage.requests()
  const refused = requests.find(({ faultId }) => faultId === hold.id)
  if (!refused || !requests.some((request) => isReadAfter(refused, request, id))) return false
  const records = recordsOf(await stage.books(), id)
  return records.length === 0 || problemInBooks(records, { id, status }) === undefined
}

/** Of the resource, or of a list that has it. */
export const isReadAfter = (write: RecordedRequest, request: RecordedRequest, id: string): boolean =>
  request.method === 'GET' &&
  request.arrivedMs >= write.arrivedMs + write.durationMs &&
  (request.url.includes(id) || /^\/api\/v1\/(orders|product-variants)(\?|$)/.test(request.url))

async function playOpenConflict(stage: Stage): Promise<ConflictsFacts['open']> {
  const { decide } = stage.settings.seconds
  const conflict = await stage.fault({ method: 'POST', path: '/api/v1/orders/*', status: 409 })
  const { id } = await stage.createOrder()
  const isHit = await stage.untilRequests(
    (requests) => requests.some(({ faultId }) => faultId === conflict.id),
    decide,
  )
  if (isHit) await stage.pause(CONFLICT_SECONDS)
  await conflict()
  if (isHit) await stage.untilDecided(id, decide + PATIENCE_SECONDS)
  return { orderId: id, faultId: conflict.id }
}

async function playStock(stage: Stage, sku: string, variantId: string): Promise<ConflictsFacts['stock']> {
  const { examiner, random, settings } = stage
  const path = `/api/v1/product-variants/${variantId}/*`
  const hold = await stage.fault({ method: 'PATCH', path, delayMs: HOLD_MS, count: 1 })
  const quantity = random.between(6, 60)
  const asked = stage.act('set-stock', { sku, quantity })
  if (await stage.untilUsedUp(hold, settings.seconds.report)) {
    await examiner.client.variants.setStock(variantId, { stockQuantity: quantity + random.between(1, 30) })
    await stage.untilRequests(
      (requests) => requests.some(({ faultId }) => faultId === hold.id),
      STOCK_SECONDS,
    )
    const onHand = async () => (await examiner.client.variants.get(variantId)).attributes.stockQuantity
    await stage.until(async () => (await onHand()) === quantity, STOCK_SECONDS)
  }
  await hold()
  await asked
  return { variantId, faultId: hold.id }
}
