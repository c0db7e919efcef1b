/** The scenario of the lesson about conflicts. */
import { ConflictError } from '@tradehall/client'
import type { RecordedRequest } from '../evidence.ts'
import type { LessonSetup, Undo } from '../lesson-setup.ts'
import { problemInRecords, recordsOf } from '../recorded-orders.ts'

/** Long enough for the examiner to come first, and shorter than any timeout. */
const HOLD_MS = 4000
/** Long enough to recognize a connector that repeats without end. */
export const CONFLICT_SECONDS = 6
/** Beyond the claimed time, for the waits between attempts. */
const PATIENCE_SECONDS = 30
/** After the precondition has failed. */
const STOCK_SECONDS = 10

/** What the examiner does with an order while the connector decides on it. */
type Elsewhere = 'rejected' | 'cancelled' | 'brand_confirmed'

/** Null for what was not played. */
export interface ConflictsFacts {
  /** Orders that were decided elsewhere while a write of the connector was under way. */
  collisions: readonly { orderId: string; status: Elsewhere }[]
  /** An order that still waits for a decision after a conflict. */
  open: { orderId: string; faultId: string } | null
  stock: { variantId: string; faultId: string } | null
}

export async function playConflicts(setup: LessonSetup): Promise<ConflictsFacts> {
  const { claims, actions } = setup.settings
  const sku = 'set-stock' in actions ? `CLASH-${setup.random.word(8)}` : null
  const variants = sku === null ? undefined : await setup.examiner.createVariants([{ sku, stock: 5 }])
  const variantId = variants?.get(sku ?? '')?.id
  await setup.start()
  const collisions: ConflictsFacts['collisions'][number][] = []
  let open: ConflictsFacts['open'] = null
  if (claims.includes('orders')) {
    for (const status of [setup.random.pick(['rejected', 'cancelled'] as const), 'brand_confirmed'] as const)
      collisions.push({ orderId: await collide(setup, status), status })
    open = await playOpenConflict(setup)
  }
  const stock = sku !== null && variantId !== undefined ? await playStock(setup, sku, variantId) : null
  return { collisions, open, stock }
}

/** Returns the order. */
async function collide(setup: LessonSetup, status: Elsewhere): Promise<string> {
  const { decide, report } = setup.settings.seconds
  const hold = await setup.fault({ method: 'POST', path: '/api/v1/orders/*', delayMs: HOLD_MS, count: 1 })
  const { id } = await setup.createOrder()
  if (await setup.untilUsedUp(hold, decide)) {
    await decideElsewhere(setup, id, status)
    const isRefused = (request: RecordedRequest) => request.faultId === hold.id
    await setup.untilRequests((requests) => requests.some(isRefused), HOLD_MS / 1000 + decide)
    await setup.until(() => hasNoticed(setup, { id, status, hold }), report)
  }
  await hold()
  return id
}

async function decideElsewhere({ examiner }: LessonSetup, id: string, status: Elsewhere): Promise<void> {
  try {
    if (status === 'rejected') await examiner.client.orders.reject(id, { rejectType: 'PRODUCT_OUT_OF_STOCK' })
    else if (status === 'brand_confirmed') await examiner.client.orders.accept(id)
    else await examiner.advanceOrder(id, 'cancelled')
  } catch (error) {
    // The connector was faster, so no conflict has happened.
    if (!(error instanceof ConflictError)) throw error
  }
}

/** Whether the connector has read the order after the conflict and, if it has recorded the order, has its new status. */
async function hasNoticed(
  setup: LessonSetup,
  { id, status, hold }: { id: string; status: Elsewhere; hold: Undo },
): Promise<boolean> {
  const requests = await setup.requests()
  const refused = requests.find(({ faultId }) => faultId === hold.id)
  if (!refused || !requests.some((request) => isReadAfter(refused, request, id))) return false
  const records = recordsOf(await setup.books(), id)
  return records.length === 0 || problemInRecords(records, { id, status }) === undefined
}

/** Whether it is a read of the resource, or of a list that contains it, after the response to the write. */
export const isReadAfter = (write: RecordedRequest, request: RecordedRequest, id: string): boolean =>
  request.method === 'GET' &&
  request.arrivedMs >= write.arrivedMs + write.durationMs &&
  (request.url.includes(id) || /^\/api\/v1\/(orders|product-variants)(\?|$)/.test(request.url))

async function playOpenConflict(setup: LessonSetup): Promise<ConflictsFacts['open']> {
  const { decide } = setup.settings.seconds
  const conflict = await setup.fault({ method: 'POST', path: '/api/v1/orders/*', status: 409 })
  const { id } = await setup.createOrder()
  const isHit = await setup.untilRequests(
    (requests) => requests.some(({ faultId }) => faultId === conflict.id),
    decide,
  )
  if (isHit) await setup.pause(CONFLICT_SECONDS)
  await conflict()
  if (isHit) await setup.untilDecided(id, decide + PATIENCE_SECONDS)
  return { orderId: id, faultId: conflict.id }
}

async function playStock(
  setup: LessonSetup,
  sku: string,
  variantId: string,
): Promise<ConflictsFacts['stock']> {
  const { examiner, random, settings } = setup
  const path = `/api/v1/product-variants/${variantId}/*`
  const hold = await setup.fault({ method: 'PATCH', path, delayMs: HOLD_MS, count: 1 })
  const quantity = random.between(6, 60)
  const asked = setup.act('set-stock', { sku, quantity })
  if (await setup.untilUsedUp(hold, settings.seconds.report)) {
    await examiner.client.variants.setStock(variantId, { stockQuantity: quantity + random.between(1, 30) })
    await setup.untilRequests(
      (requests) => requests.some(({ faultId }) => faultId === hold.id),
      STOCK_SECONDS,
    )
    const onHand = async () => (await examiner.client.variants.get(variantId)).attributes.stockQuantity
    await setup.until(async () => (await onHand()) === quantity, STOCK_SECONDS)
  }
  await hold()
  await asked
  return { variantId, faultId: hold.id }
}
