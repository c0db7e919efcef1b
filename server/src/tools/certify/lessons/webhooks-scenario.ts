/** What happens to the connector in the lesson about webhooks. */
import { type BookedOrder, recordsOf, untilBooked } from '../books.ts'
import type { RegularDelivery } from '../evidence.ts'
import type { Stage } from '../stage.ts'

/** How long a mistake is waited for: what a connector does because of a delivery, it does soon. */
const EFFECT_SECONDS = 3
/** An older event says that it is older, also if both changes were made within a second. */
const OLDER_MS = 5000
const NEWER_MS = 60_000

/** What the forgeries say, which never becomes true: the altered one gets the second. */
export const FORGED_STATUSES: readonly unknown[] = ['shipped', 'cancelled']

/** An order as the connector has it in its books, and as it was then. */
export interface Seen {
  orderId: string
  status: string
  records: readonly BookedOrder[]
}

export interface WebhookFacts {
  /** After forged deliveries about an order that no genuine one had told of; null without deliveries. */
  afterForgeries: Seen | null
  afterDuplicates: Seen | null
  afterReordering: Seen | null
}

export async function playWebhooks(stage: Stage): Promise<WebhookFacts> {
  await stage.start()
  const [first, firstDelivery] = await makeOrder(stage)
  if (!firstDelivery) return { afterForgeries: null, afterDuplicates: null, afterReordering: null }
  await untilFollowed(stage, first.id)

  const afterForgeries = await forge(stage)

  stage.mark('duplicated')
  for (let n = 0; n < 2; n++) await stage.send('duplicate', firstDelivery)
  const afterDuplicates = await effectOn(stage, first.id)

  stage.mark('reordered')
  await stage.send('reordered', firstDelivery, {
    newEventId: true,
    data: { status: first.attributes.status, updatedAt: moved(first.attributes.updatedAt, -OLDER_MS) },
  })
  const afterReordering = await effectOn(stage, first.id)

  await rotate(stage, firstDelivery)
  return { afterForgeries, afterDuplicates, afterReordering }
}

/** The delivery is undefined if the connector is not told of orders. */
async function makeOrder(stage: Stage) {
  const order = await stage.createOrder()
  let delivery: RegularDelivery | undefined
  await stage.until(async () => {
    delivery = (await deliveriesOf(stage)).find(({ orderId }) => orderId === order.id)
    return delivery !== undefined
  }, stage.settings.seconds.report)
  return [order, delivery] as const
}

const deliveriesOf = (stage: Stage) => stage.examiner.deliveries(subscriptionOf(stage))
const subscriptionOf = (stage: Stage) => String(stage.subscriptionId)

/** Until the order has moved on, and the connector knows it. */
async function untilFollowed(stage: Stage, id: string): Promise<void> {
  const { settings, examiner } = stage
  if (settings.claims.includes('orders')) await stage.untilDecided(id)
  else await examiner.client.orders.accept(id)
  await stage.until(async () => {
    const own = (await deliveriesOf(stage)).filter(({ orderId }) => orderId === id)
    return own.every(({ state }) => state !== 'waiting')
  }, settings.seconds.report)
  await untilBooked(stage, [id])
}

/** About an order whose genuine deliveries wait meanwhile. */
async function forge(stage: Stage): Promise<Seen> {
  const { examiner } = stage
  await examiner.subscriptionAction(subscriptionOf(stage), 'pause')
  const [order, delivery] = await makeOrder(stage)
  stage.mark('forged')
  if (delivery) {
    const data = { status: FORGED_STATUSES[0], updatedAt: moved(order.attributes.updatedAt, NEWER_MS) }
    await stage.send('unsigned', delivery, { signature: 'none', data })
    await stage.send('forged', delivery, { signature: 'forged', data })
    await stage.send('altered', delivery, { signature: 'altered' })
  }
  const seen = await effectOn(stage, order.id)
  stage.mark('genuine')
  await examiner.subscriptionAction(subscriptionOf(stage), 'resume')
  await untilFollowed(stage, order.id)
  return seen
}

async function effectOn(stage: Stage, id: string): Promise<Seen> {
  await stage.pause(EFFECT_SECONDS)
  return await see(stage, id)
}

async function see(stage: Stage, id: string): Promise<Seen> {
  const books = await stage.books()
  const { status } = (await stage.examiner.client.orders.get(id)).attributes
  return { orderId: id, status, records: recordsOf(books, id) }
}

/** The connector is told both secrets, as its operator would do it. */
async function rotate(stage: Stage, delivery: RegularDelivery): Promise<void> {
  const { examiner } = stage
  const before = await examiner.signingSecret(subscriptionOf(stage))
  const after = await examiner.rotateSecret(subscriptionOf(stage))
  stage.mark('rotated')
  await stage.stop()
  await stage.start({ signingSecrets: [before, after] })
  await stage.send('both secrets', delivery, { newEventId: true })
  await stage.send('newest secret', delivery, { newEventId: true, signature: 'newest' })
}

/** In the format of the API. */
const moved = (time: string, ms: number): string =>
  new Date(Date.parse(time) + ms).toISOString().replace(/\.\d+Z$/, '+00:00')
