/** Shipping: quotes for all parcels, labels that take their time, pickups that are denied. */
import { ConflictError } from '@tradehall/client'
import { between, bodyOf, type Evidence, pathOf, type RecordedRequest } from '../evidence.ts'
import { failed, lesson, passed, skipped } from '../lesson.ts'
import type { LessonSetup } from '../lesson-setup.ts'

/** How long the labels take: long enough to tell a poll a minute from a poll every few seconds. */
const LABEL_SECONDS = 30
/** For the relay of the marketplace, and for making the labels. */
const SLACK_SECONDS = 15
/** The specification suggests a minute; up to three times as often is not held against anybody. */
const MIN_PACE_MS = 20_000
/** The order may be read back right after the confirmation. */
const READ_BACK_MS = 3000
/** Requests this shortly before the mark "labels made" do not count as polling, because the mark may be late. */
const MARK_MS = 1000
/** A connector without webhooks learns of the labels by its next poll. */
const POLL_SECONDS = 60
/** How long the event of the reset may take to arrive. */
const EVENT_SECONDS = 3
const MAX_PARCELS = 20

export interface ShippingFacts {
  orderId: string
  /** Why there was nothing to ship, or what the connector said when it did not take the action. */
  refusal: string | null
  /** Whether labels of the marketplace were made, as opposed to a carrier of the brand. */
  hasLabels: boolean
  /** The status at the end. */
  status: string
}

export const shipping = lesson({
  id: 'shipping',
  title: 'Shipping',
  about:
    'The connector is asked to ship an order. Its labels take longer than usual, and the carrier denies the first pickup. Then the labels are reset, as happens when the parcels change, and the connector is asked to ship the order again. A connector that remembers what it did instead of reading what is sends nothing, or sends it with the wrong labels.',
  needs: { claims: ['shipping'], actions: ['ship'] },
  requirements: {
    parcels: {
      text: 'Every request for quotes lists all parcels of the order, also after an earlier one.',
      reference: 'certify.md#shipping',
      fix: `Send the whole list of 1 to ${MAX_PARCELS} parcels with each request: an empty list does not stand for those of before.`,
    },
    labels: {
      text: 'After the confirmation the connector waits for the labels with about one read a minute, or for the event.',
      reference: 'certify.md#shipping',
      fix: 'Read the order once a minute until it is `shipping_labels_generated`, or wait for `order.shipping_labels_generated`.',
    },
    pickup: {
      text: 'Pickups are asked for on working days, and a denied one leads to another day or time.',
      reference: 'certify.md#shipping',
      fix: 'At 422 try the other hours or the next day from Monday to Friday, and never the same once more.',
    },
    shipped: {
      text: 'An order that is to be shipped gets a quote, and the quote is confirmed.',
      reference: 'certify.md#shipping',
      fix: 'Ask for quotes, choose one, and confirm it; read the order at 409 and see what is left to be done.',
    },
    reset: {
      text: 'After a reset of its labels an order is shipped by a new quote.',
      reference: 'certify.md#shipping',
      fix: 'Go by the status of the order: in `brand_confirmed` without a provider it needs new quotes and a confirmation, whatever was confirmed before.',
    },
  },
  async play(setup): Promise<ShippingFacts> {
    const { examiner, settings } = setup
    await setup.start()
    const { id } = await setup.createOrder()
    const end = async (refusal: string | null, hasLabels: boolean): Promise<ShippingFacts> => ({
      orderId: id,
      refusal,
      hasLabels,
      status: (await readOrder(setup, id)).status,
    })
    if (!(await accept(setup, id))) return await end('The order was not accepted.', false)
    await examiner.setCarrierConduct({ labelDelaySeconds: LABEL_SECONDS, deniedPickups: 1 })
    setup.mark('asked')
    const { isReached, refusal } = await setup.actUntil(
      'ship',
      { order: id },
      async () => (await readOrder(setup, id)).isConfirmed,
      settings.seconds.report,
    )
    if (refusal !== null) return await end(`The connector did not take the action: ${refusal}.`, false)
    if (!isReached) return await end(null, false)
    setup.mark('confirmed')
    await setup.untilOrder(id, (status) => status !== 'brand_confirmed', LABEL_SECONDS + SLACK_SECONDS)
    if ((await readOrder(setup, id)).status !== 'shipping_labels_generated') return await end(null, false)
    const noticing = settings.claims.includes('webhooks') ? 0 : POLL_SECONDS
    await setup.until(async () => (await readOrder(setup, id)).hasPickup, settings.seconds.report + noticing)
    await examiner.setCarrierConduct({})
    setup.mark('reset')
    const reason = { resetType: 'OTHER', reason: 'The labels are lost.' } as const
    await examiner.client.orders.resetLabels(id, reason).catch(unlessConflict)
    await setup.pause(EVENT_SECONDS)
    await setup.actUntil(
      'ship',
      { order: id },
      async () => (await readOrder(setup, id)).status !== 'brand_confirmed',
      settings.seconds.report,
    )
    return await end(null, true)
  },
  grade(evidence) {
    return [parcels(evidence), labels(evidence), pickup(evidence), shipped(evidence), reset(evidence)]
  },
})

/** Returns whether the order can be shipped. A connector that does not decide on orders is not asked to. */
async function accept(setup: LessonSetup, id: string): Promise<boolean> {
  if (setup.settings.claims.includes('orders')) await setup.untilDecided(id)
  else await setup.examiner.client.orders.accept(id).catch(unlessConflict)
  return (await readOrder(setup, id)).status === 'brand_confirmed'
}

/** The connector was quicker. */
function unlessConflict(error: unknown): void {
  if (!(error instanceof ConflictError)) throw error
}

async function readOrder({ examiner }: LessonSetup, id: string) {
  const { status, shippingOverview } = (await examiner.client.orders.get(id)).attributes
  return {
    status,
    isConfirmed: shippingOverview.provider !== null,
    hasPickup: (shippingOverview.transaction?.pickup ?? null) !== null,
  }
}

const isSuccess = ({ status }: RecordedRequest) => status !== null && status >= 200 && status < 300
const isQuotes = ({ facts }: Evidence<ShippingFacts>) => {
  const path = `/api/v1/orders/${facts.orderId}/shipping-quotes`
  return (request: RecordedRequest) => request.method === 'POST' && pathOf(request) === path
}
const isConfirmation = (request: RecordedRequest) =>
  request.method === 'POST' && /^\/api\/v1\/shipping-quotes\/[^/]+\/confirm$/.test(pathOf(request))

/** Undefined if the body was cut. */
function parcelsIn(request: RecordedRequest): number | undefined {
  const body = bodyOf(request) as { parcels?: unknown } | undefined
  if (body === undefined) return request.requestBody === null ? 0 : undefined
  return Array.isArray(body.parcels) ? body.parcels.length : 0
}

function parcels(evidence: Evidence<ShippingFacts>) {
  const asked = evidence.requests.filter(isQuotes(evidence))
  if (asked.length === 0) return skipped('parcels', 'The connector asked for no quotes.')
  const count = Math.max(...asked.filter(isSuccess).map((each) => parcelsIn(each) ?? 0), 1)
  const short = asked.filter((each) => (parcelsIn(each) ?? count) < count)
  return short.length > 0
    ? failed('parcels', `${short.length} of ${asked.length} requests for quotes had not all parcels.`, short)
    : passed('parcels', `${asked.length} requests for quotes, with all parcels each.`, asked)
}

function labels(evidence: Evidence<ShippingFacts>) {
  const { facts, marks, requests } = evidence
  if (!facts.hasLabels || marks.confirmed === undefined)
    return skipped('labels', 'There were no labels of the marketplace to wait for.')
  const start = marks.confirmed + READ_BACK_MS
  const end = marks.confirmed + LABEL_SECONDS * 1000 - MARK_MS
  const reads = requests.filter(
    ({ arrivedMs, method, url }) =>
      method === 'GET' && arrivedMs >= start && arrivedMs < end && url.includes(facts.orderId),
  )
  const finding = `${reads.length} reads of the order in ${(end - start) / 1000} seconds, while its labels were made.`
  return reads.length <= 1 + Math.floor((end - start) / MIN_PACE_MS)
    ? passed('labels', finding, reads)
    : failed('labels', finding, reads)
}

interface Wish {
  pickupDate?: string
  pickupTime?: string
}

/** The members may stand in `order`. */
function wishIn(request: RecordedRequest): Wish {
  const body = (bodyOf(request) ?? {}) as Wish & { order?: Wish }
  return body.order ?? body
}

function isWeekend({ pickupDate = '' }: Wish): boolean {
  const day = new Date(pickupDate.split('-').reverse().join('-')).getUTCDay()
  return day === 0 || day === 6
}

const isSame = (a: Wish, b: Wish) => a.pickupDate === b.pickupDate && a.pickupTime === b.pickupTime

function pickup(evidence: Evidence<ShippingFacts>) {
  const asked = evidence.requests.filter(
    (request) => request.method === 'POST' && pathOf(request).endsWith('/ship/schedule-pickup'),
  )
  if (asked.length === 0) return skipped('pickup', 'The connector asked for no pickup.')
  const weekend = asked.filter((request) => isWeekend(wishIn(request)))
  if (weekend.length > 0) return failed('pickup', 'A pickup was asked for on a weekend.', weekend)
  // After the reset it is a new shipment, for which the same day may be accepted.
  const first = asked.filter(
    ({ arrivedMs }) => arrivedMs < (evidence.marks.reset ?? Number.POSITIVE_INFINITY),
  )
  const denied = first.filter(({ status }) => status === 422)
  const again = denied.flatMap((one) =>
    first
      .filter(({ sequence }) => sequence > one.sequence)
      .filter((other) => isSame(wishIn(one), wishIn(other))),
  )
  if (again.length > 0) return failed('pickup', 'A denied pickup was asked for once more.', again)
  const last = denied.at(-1)
  if (!last) return skipped('pickup', 'No pickup was denied.')
  return first.some((each) => each.sequence > last.sequence && isSuccess(each))
    ? passed('pickup', 'A denied pickup was followed by another one.', first)
    : failed('pickup', 'A denied pickup was not followed by another one.', denied)
}

function shipped(evidence: Evidence<ShippingFacts>) {
  const { refusal } = evidence.facts
  const asked = evidence.marks.asked
  if (asked === undefined) return skipped('shipped', refusal ?? 'There was nothing to ship.')
  if (refusal !== null) return failed('shipped', refusal)
  const seen = between(evidence, 'asked', evidence.marks.reset === undefined ? undefined : 'reset')
  const confirmed = seen.filter((each) => isConfirmation(each) && isSuccess(each))
  if (confirmed.length > 0) return passed('shipped', 'A quote was confirmed.', confirmed)
  const attempts = seen.filter((each) => isQuotes(evidence)(each) || isConfirmation(each))
  return failed('shipped', 'No quote was confirmed in time.', attempts)
}

function reset(evidence: Evidence<ShippingFacts>) {
  const { hasLabels, status } = evidence.facts
  if (!hasLabels || evidence.marks.reset === undefined)
    return skipped('reset', 'There were no labels of the marketplace to be reset.')
  const after = between(evidence, 'reset')
  const attempts = after.filter((each) => isQuotes(evidence)(each) || isConfirmation(each))
  const confirmed = attempts.filter((each) => isConfirmation(each) && isSuccess(each))
  if (confirmed.length === 0) return failed('reset', 'No new quote was confirmed after the reset.', attempts)
  return status === 'brand_confirmed'
    ? skipped('reset', 'A new quote was confirmed, and its labels were not made in time.')
    : passed('reset', 'The order was shipped by a new quote.', confirmed)
}
