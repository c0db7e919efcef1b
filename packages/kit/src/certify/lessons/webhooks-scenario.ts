/** What happens to the connector in the lesson about webhooks. */

import type { RegularDelivery } from '../evidence.ts'
import { SPELLINGS, WRONG_SIGNATURES } from '../examiner.ts'
import type { LessonSetup } from '../lesson-setup.ts'
import { type RecordedOrder, recordsOf, untilRecorded } from '../recorded-orders.ts'

/** How long a mistake is waited for; connectors act on a delivery within seconds. */
const EFFECT_SECONDS = 3
/** An older event says that it is older, also if both changes were made within a second. */
const OLDER_MS = 5000
const NEWER_MS = 60_000

/** Statuses that the forged deliveries claim and that the order never gets; the second is for the altered delivery. */
export const FORGED_STATUSES: readonly unknown[] = ['shipped', 'cancelled']

const HOUR_SECONDS = 3600
/** An event that was delivered in vain for days, and is sent again by hand. */
const LATE_SECONDS = 5 * 24 * HOUR_SECONDS

/** `reordered` alone is a delivery out of order. */
export const spelledLabel = (spelling: (typeof SPELLINGS)[number]) => `body ${spelling}`

/** The status of an order in the records of the connector, and the true one at that time. */
export interface Seen {
  orderId: string
  status: string
  records: readonly RecordedOrder[]
}

export interface WebhookFacts {
  /** After forged deliveries about an order without a genuine delivery before; null without deliveries. */
  afterForgeries: Seen | null
  afterDuplicates: Seen | null
  afterReordering: Seen | null
}

export async function playWebhooks(setup: LessonSetup): Promise<WebhookFacts> {
  await setup.start()
  const [first, firstDelivery] = await makeOrder(setup)
  if (!firstDelivery) return { afterForgeries: null, afterDuplicates: null, afterReordering: null }
  await untilFollowed(setup, first.id)

  const afterForgeries = await forge(setup)

  setup.mark('duplicated')
  for (let n = 0; n < 2; n++) await setup.send('duplicate', firstDelivery)
  const afterDuplicates = await effectOn(setup, first.id)

  setup.mark('reordered')
  await setup.send('reordered', firstDelivery, {
    newEventId: true,
    data: { status: first.attributes.status, updatedAt: moved(first.attributes.updatedAt, -OLDER_MS) },
  })
  const afterReordering = await effectOn(setup, first.id)

  setup.mark('written')
  for (const spelling of SPELLINGS)
    await setup.send(spelledLabel(spelling), firstDelivery, { newEventId: true, spelling })
  await setup.send('late', firstDelivery, { newEventId: true, eventAgeSeconds: LATE_SECONDS })
  await replay(setup, firstDelivery)

  await rotate(setup, firstDelivery)
  return { afterForgeries, afterDuplicates, afterReordering }
}

/** The delivery is undefined if the connector is not told of orders. */
async function makeOrder(setup: LessonSetup) {
  const order = await setup.createOrder()
  let delivery: RegularDelivery | undefined
  await setup.until(async () => {
    delivery = (await deliveriesOf(setup)).find(({ orderId }) => orderId === order.id)
    return delivery !== undefined
  }, setup.settings.seconds.report)
  return [order, delivery] as const
}

const deliveriesOf = (setup: LessonSetup) => setup.examiner.deliveries(subscriptionOf(setup))
const subscriptionOf = (setup: LessonSetup) => String(setup.subscriptionId)

/** Until the order has moved on, and the connector knows it. */
async function untilFollowed(setup: LessonSetup, id: string): Promise<void> {
  const { settings, examiner } = setup
  if (settings.claims.includes('orders')) await setup.untilDecided(id)
  else await examiner.client.orders.accept(id)
  await setup.until(async () => {
    const own = (await deliveriesOf(setup)).filter(({ orderId }) => orderId === id)
    return own.every(({ state }) => state !== 'waiting')
  }, settings.seconds.report)
  await untilRecorded(setup, [id])
}

/** About an order whose genuine deliveries wait meanwhile. */
async function forge(setup: LessonSetup): Promise<Seen> {
  const { examiner } = setup
  await examiner.subscriptionAction(subscriptionOf(setup), 'pause')
  const [order, delivery] = await makeOrder(setup)
  setup.mark('forged')
  if (delivery) {
    const data = { status: FORGED_STATUSES[0], updatedAt: moved(order.attributes.updatedAt, NEWER_MS) }
    await setup.send('unsigned', delivery, { signature: 'none', data })
    await setup.send('forged', delivery, { signature: 'forged', data })
    await setup.send('altered', delivery, { signature: 'altered' })
    for (const signature of WRONG_SIGNATURES) await setup.send(signature, delivery, { signature, data })
  }
  const seen = await effectOn(setup, order.id)
  setup.mark('genuine')
  await examiner.subscriptionAction(subscriptionOf(setup), 'resume')
  await untilFollowed(setup, order.id)
  return seen
}

/** Only the headers of Standard Webhooks cover the time; a receiver that goes by the others cannot see what is old. */
async function replay(setup: LessonSetup, delivery: RegularDelivery): Promise<void> {
  const sending = { newEventId: true, headers: 'standard' } as const
  await setup.send('standard', delivery, sending)
  await setup.send('replayed', delivery, { ...sending, signedSecondsAgo: HOUR_SECONDS })
}

async function effectOn(setup: LessonSetup, id: string): Promise<Seen> {
  await setup.pause(EFFECT_SECONDS)
  return await see(setup, id)
}

async function see(setup: LessonSetup, id: string): Promise<Seen> {
  const books = await setup.books()
  const { status } = (await setup.examiner.client.orders.get(id)).attributes
  return { orderId: id, status, records: recordsOf(books, id) }
}

/** The connector is told both secrets, as its operator would do it. */
async function rotate(setup: LessonSetup, delivery: RegularDelivery): Promise<void> {
  const { examiner } = setup
  const before = await examiner.signingSecret(subscriptionOf(setup))
  const after = await examiner.rotateSecret(subscriptionOf(setup))
  setup.mark('rotated')
  await setup.stop()
  await setup.start({ signingSecrets: [before, after] })
  await setup.send('both secrets', delivery, { newEventId: true })
  await setup.send('newest secret', delivery, { newEventId: true, signature: 'newest' })
}

/** A date in the format of the API. */
const moved = (time: string, ms: number): string =>
  new Date(Date.parse(time) + ms).toISOString().replace(/\.\d+Z$/, '+00:00')
