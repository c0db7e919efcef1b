/** Gives the connector something to do, whatever it claims, for lessons that only need it to make requests. */
import { isTokenRequest } from './evidence.ts'
import type { Stage } from './stage.ts'

/**
 * Waits until it has done that, so that none of its requests is under way; one that can be asked for nothing has to make a
 * request.
 */
export async function giveWork(stage: Stage): Promise<void> {
  const { settings, random } = stage
  if (settings.claims.includes('orders')) {
    const { id } = await stage.createOrder()
    await stage.untilDecided(id)
  } else if ('set-stock' in settings.actions) {
    await setsStock(stage, await createVariant(stage), random.between(6, 90))
  } else {
    const from = stage.now()
    await stage.untilRequests(
      (requests) => requests.some((request) => request.arrivedMs >= from && !isTokenRequest(request)),
      settings.seconds.decide,
    )
  }
}

async function createVariant({ examiner, random }: Stage) {
  const sku = `WORK-${random.word(8)}`
  const id = (await examiner.createVariants([{ sku, stock: 5 }])).get(sku)?.id
  if (id === undefined) throw new Error(`The variant ${sku} was not created.`)
  return { id, sku }
}

/** Asks the connector to set the stock of a variant, and returns whether it did in time. */
export async function setsStock(
  stage: Stage,
  { id, sku }: { id: string; sku: string },
  quantity: number,
): Promise<boolean> {
  await stage.act('set-stock', { sku, quantity })
  return await stage.until(
    async () => (await stage.examiner.client.variants.get(id)).attributes.stockQuantity === quantity,
    stage.settings.seconds.report,
  )
}

export const WORK = ['decide on an order', 'ship an order', 'set stock'] as const

/** What a connector did of the work that it was given; null if it does not do such work. */
export type WorkDone = Record<(typeof WORK)[number], boolean | null>

export const NO_WORK: WorkDone = { 'decide on an order': null, 'ship an order': null, 'set stock': null }

/** Has the connector do one of everything that it claims and can be asked for. */
export async function doAllWork(stage: Stage): Promise<WorkDone> {
  const { settings, random } = stage
  const order = settings.claims.includes('orders') ? await stage.createOrder() : undefined
  const isDecided = order ? await stage.untilDecided(order.id) : null
  const done: WorkDone = { ...NO_WORK, 'decide on an order': isDecided }
  if (order && isDecided && 'ship' in settings.actions) done['ship an order'] = await ships(stage, order.id)
  if ('set-stock' in settings.actions) {
    done['set stock'] = await setsStock(stage, await createVariant(stage), random.between(6, 90))
  }
  return done
}

async function ships(stage: Stage, orderId: string): Promise<boolean> {
  await stage.act('ship', { order: orderId })
  return await stage.until(async () => {
    const { attributes } = await stage.examiner.client.orders.get(orderId)
    return attributes.shippingOverview.provider !== null
  }, stage.settings.seconds.report)
}
