/** What happens to orders in the lesson about them. */
import { ConflictError } from '@tradehall/client'
import type { LessonSetup } from '../lesson-setup.ts'
import { recordsOf, untilRecorded } from '../recorded-orders.ts'

/** How long a mistake is waited for; connectors act on an order within seconds. */
const EFFECT_SECONDS = 3
const PARCELS = [{ length: 40, width: 30, height: 20, kg: 5 }]

export interface OrderFacts {
  /** Orders that the connector had to decide on when they arrived. */
  prompt: readonly string[]
  /** Orders whose acceptance the marketplace reverted, so that they waited again. */
  reverted: readonly string[]
  /** The lines of a reverted order, and the stock when it waited again; null if the stock could not be changed. */
  short: { orderId: string; lines: readonly { quantity: number; onHand: number }[] } | null
  /** One of the reverted orders, whose goods were all gone; null if the stock could not be changed. */
  soldOut: string | null
  /** What happened to an accepted order afterwards; null if the connector has not accepted it. */
  followed: { orderId: string; address: 'current' | 'old' | 'unknown' } | null
  /** Orders that others decided on while the connector did not run. */
  elsewhere: readonly string[]
  /** The order whose retailer asked for a cancellation while the connector did not run. */
  unwanted: string
}

export async function playOrders(setup: LessonSetup): Promise<OrderFacts> {
  await setup.start()
  const first = await setup.createOrder({ quantity: setup.random.between(1, 4) })
  await setup.untilDecided(first.id)
  const { orders, ...short } = await runShort(setup)
  const followed = await changeAfterwards(setup, first.id)
  const { after, ...others } = await decideElsewhere(setup)
  const { elsewhere } = others
  await untilRecorded(setup, [...elsewhere, ...orders, after])
  return { ...short, ...others, followed, prompt: [first.id, ...orders, after] }
}

/** Two orders are accepted, stock is lost, and the marketplace reverts both: now there is less than was ordered. */
async function runShort(setup: LessonSetup) {
  const { examiner, random } = setup
  const word = random.word(8)
  const [ordered, left] = [random.between(5, 9), random.between(1, 4)]
  const wanted = { few: ordered, many: 50, none: 3 }
  const skus = { few: `FEW-${word}`, many: `MANY-${word}`, none: `NONE-${word}` }
  const variants = await examiner.createVariants([
    { sku: skus.few, stock: wanted.few },
    { sku: skus.many, stock: wanted.many },
    { sku: skus.none, stock: wanted.none },
  ])
  const idOf = (sku: string) => variants.get(sku)?.id ?? ''
  const few = { id: idOf(skus.few), quantity: ordered }
  const many = { id: idOf(skus.many), quantity: 2 }
  const short = await setup.createOrder({ variants: [few, many] })
  const none = { id: idOf(skus.none), quantity: wanted.none }
  const soldOut = await setup.createOrder({ variants: [none] })
  const orders = [short.id, soldOut.id]
  for (const id of orders) await setup.untilDecided(id)

  const canTell = canTellStock(setup)
  if (canTell) {
    await setStock(setup, { id: few.id, sku: skus.few }, left)
    await setStock(setup, { id: none.id, sku: skus.none }, 0)
  }
  const reverted: string[] = []
  for (const id of orders)
    if (await attempt(() => examiner.advanceOrder(id, 'ankor_confirmed'))) reverted.push(id)
  for (const id of reverted) await setup.untilDecided(id)
  const onHand = new Map([
    [few.id, left],
    [many.id, wanted.many],
  ])
  const lines = (await examiner.linesOf(short.id)).map(({ variantId, quantity }) => ({
    quantity,
    onHand: onHand.get(variantId) ?? 0,
  }))
  return {
    orders,
    reverted,
    short: canTell ? { orderId: short.id, lines } : null,
    soldOut: canTell ? soldOut.id : null,
  }
}

/** A connector that keeps the stock somewhere else has to be told. */
const canTellStock = ({ settings: { claims, actions } }: LessonSetup): boolean =>
  !claims.includes('stock') || 'set-stock' in actions

async function setStock(
  setup: LessonSetup,
  { id, sku }: { id: string; sku: string },
  quantity: number,
): Promise<void> {
  const { examiner, settings } = setup
  const isSet = async () => (await examiner.client.variants.get(id)).attributes.stockQuantity === quantity
  if ('set-stock' in settings.actions) {
    await setup.act('set-stock', { sku, quantity })
    if (await setup.until(isSet, settings.seconds.report)) return
  }
  await examiner.client.variants.setStock(id, { stockQuantity: quantity })
}

/** The order gets another address, is shipped, is refused by the retailer, and is cancelled by the marketplace. */
async function changeAfterwards(setup: LessonSetup, orderId: string): Promise<OrderFacts['followed']> {
  const { examiner, random, settings } = setup
  const { status, shippingOverview } = (await examiner.client.orders.get(orderId)).attributes
  if (status !== 'brand_confirmed') return null
  const recorded = async () => JSON.stringify(recordsOf(await setup.books(), orderId))
  const before = shippingOverview.shipToAddress.street
  const hadAddress = before !== null && (await recorded()).includes(before)
  const street = `Lesson Street ${random.between(100, 9999)}`
  await examiner.changeAddresses(orderId, { street, city: 'Gent', postalCode: '9000', countryCode: 'BE' })
  const isCurrent =
    hadAddress &&
    (await setup.until(async () => (await recorded()).includes(street), settings.seconds.report))
  const isDone = await attempt(async () => {
    await examiner.client.orders.ship(orderId, {
      parcels: PARCELS,
      choose: (quotes) => quotes.find(({ carrierCode }) => carrierCode !== 'marketplace'),
      confirmation: {
        tracking: { trackingProvider: 'DPD', trackingNumber: `0150${random.between(1e6, 1e7)}` },
      },
    })
    await examiner.advanceOrder(orderId, 'reception_refused')
    await examiner.advanceOrder(orderId, 'cancelled')
  })
  if (!isDone) return null
  await untilRecorded(setup, [orderId])
  return { orderId, address: isCurrent ? 'current' : hadAddress ? 'old' : 'unknown' }
}

/** While the connector does not run; afterwards it decides on another order. */
async function decideElsewhere(setup: LessonSetup) {
  const { examiner, subscriptionId } = setup
  if (subscriptionId !== null) await examiner.subscriptionAction(subscriptionId, 'pause')
  await setup.stop()
  const { id: rejected } = await setup.createOrder()
  await examiner.client.orders.reject(rejected, { rejectType: 'BRAND_CANNOT_DELIVER_TO_THE_AREA' })
  const { id: cancelled } = await setup.createOrder()
  await examiner.requestCancellation(cancelled, 'Ordered twice.')
  await examiner.advanceOrder(cancelled, 'cancelled')
  const { id: unwanted } = await setup.createOrder()
  await examiner.requestCancellation(unwanted, 'The shop closes.')
  setup.mark('back')
  await setup.start()
  if (subscriptionId !== null) await examiner.subscriptionAction(subscriptionId, 'resume')
  const { id: after } = await setup.createOrder()
  await setup.untilDecided(after)
  await setup.pause(EFFECT_SECONDS)
  return { elsewhere: [rejected, cancelled], unwanted, after }
}

/** False if the order is not in the status that it takes, because of what the connector has done with it. */
async function attempt(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof ConflictError) return false
    throw error
  }
}
