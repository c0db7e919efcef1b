/** Gives the connector something to do, whatever it claims, for lessons that only need it to make requests. */
import { isTokenRequest } from './evidence.ts'
import type { LessonSetup } from './lesson-setup.ts'

/**
 * Waits until the connector has done its work, so that none of its requests is under way. A connector without orders and without
 * the action `set-stock` has to make any request by itself.
 */
export async function giveWork(setup: LessonSetup): Promise<void> {
  const { settings, random } = setup
  if (settings.claims.includes('orders')) {
    const { id } = await setup.createOrder()
    await setup.untilDecided(id)
  } else if ('set-stock' in settings.actions) {
    await setsStock(setup, await createVariant(setup), random.between(6, 90))
  } else {
    const from = setup.now()
    await setup.untilRequests(
      (requests) => requests.some((request) => request.arrivedMs >= from && !isTokenRequest(request)),
      settings.seconds.decide,
    )
  }
}

async function createVariant({ examiner, random }: LessonSetup) {
  const sku = `WORK-${random.word(8)}`
  const id = (await examiner.createVariants([{ sku, stock: 5 }])).get(sku)?.id
  if (id === undefined) throw new Error(`The variant ${sku} was not created.`)
  return { id, sku }
}

/** Asks the connector to set the stock of a variant, and returns whether it did in time. */
export async function setsStock(
  setup: LessonSetup,
  { id, sku }: { id: string; sku: string },
  quantity: number,
): Promise<boolean> {
  await setup.act('set-stock', { sku, quantity })
  return await setup.until(
    async () => (await setup.examiner.client.variants.get(id)).attributes.stockQuantity === quantity,
    setup.settings.seconds.report,
  )
}

export const WORK = ['decide on an order', 'ship an order', 'set stock'] as const

/** Whether the connector did each kind of work; null for kinds that it does not do. */
export type WorkDone = Record<(typeof WORK)[number], boolean | null>

export const NO_WORK: WorkDone = { 'decide on an order': null, 'ship an order': null, 'set stock': null }

/** Gives the connector one task of each kind that it claims and can be asked for. */
export async function doAllWork(setup: LessonSetup): Promise<WorkDone> {
  const { settings, random } = setup
  const order = settings.claims.includes('orders') ? await setup.createOrder() : undefined
  const isDecided = order ? await setup.untilDecided(order.id) : null
  const done: WorkDone = { ...NO_WORK, 'decide on an order': isDecided }
  if (order && isDecided && 'ship' in settings.actions) done['ship an order'] = await ships(setup, order.id)
  if ('set-stock' in settings.actions) {
    done['set stock'] = await setsStock(setup, await createVariant(setup), random.between(6, 90))
  }
  return done
}

async function ships(setup: LessonSetup, orderId: string): Promise<boolean> {
  await setup.act('ship', { order: orderId })
  return await setup.until(async () => {
    const { attributes } = await setup.examiner.client.orders.get(orderId)
    return attributes.shippingOverview.provider !== null
  }, setup.settings.seconds.report)
}
