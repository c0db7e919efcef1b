/** Six hours offline: the marketplace has given up its deliveries, and the connector finds by itself what it has missed. */

import { between, type Evidence, isWriteOn } from '../evidence.ts'
import { failed, lesson, passed, skipped } from '../lesson.ts'
import type { LessonSetup } from '../lesson-setup.ts'
import { problemInRecords, recordsOf, untilRecorded } from '../recorded-orders.ts'
import { stubborn } from './decisions.ts'

const OFFLINE_SECONDS = 6 * 3600
/** The marketplace pauses for five seconds after each attempt when a receiver is silent. */
const MIN_STEP_SECONDS = 6
/** Five attempts of each of some deliveries. */
const MAX_STEPS = 60
const MISSED = 2
/** Extra time, because a computer that plays several lessons is slower. */
const TOLERANCE_SECONDS = 2

export interface OfflineFacts {
  /** Orders that waited for the connector when it was back. */
  missed: readonly string[]
  /** Those of them on which it has not decided in time. */
  undecided: readonly string[]
  /** An order that somebody else has rejected meanwhile. */
  rejected: string
  /** Whether no delivery was to be attempted again. */
  isGivenUp: boolean
}

export const offline = lesson({
  id: 'offline',
  title: 'Offline',
  about:
    'The connector is stopped for six hours. Orders arrive meanwhile, one of them is rejected by somebody else, and the marketplace gives up after five attempts to deliver each event. Then the connector is started again, with the same folder. Who waits for webhooks alone never hears of these orders.',
  needs: { claims: ['orders'] },
  movesClock: true,
  requirements: {
    orders: {
      text: 'After six hours offline, the connector decides on the orders of that time within the claimed time.',
      reference: 'certify.md#offline',
      fix: 'At the start, and now and then, ask for what has changed since the last poll: `GET /api/v1/orders?filter[updatedAfter]=…`.',
    },
    changes: {
      text: 'What others have decided meanwhile is noticed, and recorded as it is.',
      reference: 'certify.md#offline',
      fix: 'Ask for all changed orders, not only for those that wait for a decision, and record their status.',
    },
    once: {
      text: 'Each order of the time offline is decided and recorded once.',
      reference: 'certify.md#offline',
      fix: 'Treat what polling finds and what webhooks tell in the same way, by the id of the order and its `updatedAt`.',
    },
  },
  async play(setup): Promise<OfflineFacts> {
    const { examiner, settings } = setup
    await setup.start()
    await setup.untilDecided((await setup.createOrder()).id)
    await setup.stop()
    const missed: string[] = []
    for (let n = 0; n < MISSED; n++) missed.push((await setup.createOrder()).id)
    const { id: rejected } = await setup.createOrder()
    await examiner.client.orders.reject(rejected, { rejectType: 'PREPARATION_TIME_TOO_HIGH' })
    const isGivenUp = await passTime(setup)
    setup.mark('back')
    await setup.start()
    let undecided: readonly string[] = missed
    await setup.until(async () => {
      const orders = await Promise.all(undecided.map((id) => examiner.client.orders.get(id)))
      const waiting = orders.filter(({ attributes }) => attributes.status === 'ankor_confirmed')
      undecided = waiting.map(({ id }) => id)
      return undecided.length === 0
    }, settings.seconds.decide + TOLERANCE_SECONDS)
    await untilRecorded(setup, [...missed, rejected])
    return { missed, undecided, rejected, isGivenUp }
  },
  grade(evidence: Given) {
    return [orders(evidence), changes(evidence), once(evidence)]
  },
})

/** Facts are missing if the scenario ended before them. */
type Given = Evidence<Partial<OfflineFacts>>

/** Six hours, in steps, so that each delivery is attempted five times. Returns whether all were given up. */
async function passTime({ examiner, subscriptionId, stopped }: LessonSetup): Promise<boolean> {
  const wait = async () =>
    subscriptionId === null ? null : await examiner.secondsToNextAttempt(subscriptionId)
  let left = OFFLINE_SECONDS
  let next = await wait()
  for (let step = 0; step < MAX_STEPS && next !== null && left > MIN_STEP_SECONDS; step++) {
    stopped.throwIfAborted()
    const seconds = Math.min(Math.max(Math.ceil(next) + 1, MIN_STEP_SECONDS), left)
    await examiner.advanceClock(seconds)
    left -= seconds
    next = await wait()
  }
  await examiner.advanceClock(left)
  return next === null
}

function orders({ facts, settings }: Given) {
  const { missed = [], undecided = [], isGivenUp } = facts
  if (missed.length === 0) return skipped('orders', 'There was no such order.')
  if (undecided.length > 0) {
    return failed(
      'orders',
      `${undecided.length} of ${missed.length} orders were not decided within ${settings.seconds.decide} seconds of the start: ${undecided.join(', ')}.`,
    )
  }
  return !isGivenUp
    ? skipped('orders', 'Deliveries were still to come, so that it shows nothing.')
    : passed('orders', `All ${missed.length} orders of the six hours were decided.`)
}

function changes(evidence: Given) {
  const { rejected: id } = evidence.facts
  if (id === undefined) return skipped('changes', 'There was no such order.')
  const attempts = stubborn(between(evidence, 'back'), [id])
  if (attempts.length > 0)
    return failed('changes', `The connector tried again and again to change the order ${id}.`, attempts)
  if (evidence.books === null)
    return passed('changes', 'The connector left the order that was rejected meanwhile as it was.')
  const wrong = problemOf(evidence, id)
  return wrong === undefined
    ? passed('changes', 'The order that was rejected meanwhile is recorded as it is.')
    : failed('changes', wrong)
}

function once(evidence: Given) {
  const { missed = [], undecided = [] } = evidence.facts
  const decided = missed.filter((id) => !undecided.includes(id))
  if (decided.length === 0) return skipped('once', 'The connector has not decided on any of the orders.')
  const twice = decided.flatMap((id) => {
    const writes = between(evidence, 'back').filter((request) => isWriteOn(request, id))
    return writes.length > 1 ? writes : []
  })
  if (twice.length > 0) return failed('once', 'The connector acted on an order more than once.', twice)
  const [wrong] = evidence.books === null ? [] : decided.flatMap((id) => problemOf(evidence, id) ?? [])
  return wrong === undefined
    ? passed('once', `${decided.length} orders were decided with one request each.`)
    : failed('once', wrong)
}

function problemOf({ books, orders }: Given, id: string): string | undefined {
  const order = orders.find((each) => each.id === id)
  return order && problemInRecords(recordsOf(books, id), order)
}
