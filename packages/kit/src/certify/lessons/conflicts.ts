/** Conflicts: somebody else has changed an order before the write of the connector arrived. */

import { type Evidence, pathOf, type RecordedRequest } from '../evidence.ts'
import { type Check, failed, lesson, passed, skipped } from '../lesson.ts'
import { problemInRecords, recordsOf } from '../recorded-orders.ts'
import { CONFLICT_SECONDS, type ConflictsFacts, isReadAfter, playConflicts } from './conflicts-scenario.ts'

/** More than a connector makes in that time if it waits 1, 2 and 4 seconds between attempts. */
const MAX_ATTEMPTS = 5

const reference = 'certify.md#conflicts'

export const conflicts = lesson({
  id: 'conflicts',
  title: 'Conflicts',
  about:
    'While the connector decides on an order, somebody else does: a colleague in the back office, another program of the brand, or the marketplace, which cancels it. The request of the connector gets 409. Another order still waits for a decision after a 409. Stock changes between the read and the write of the connector. A connector that repeats its request makes no progress, and one that takes no notice ships what nobody wants any more.',
  needs: {},
  requirements: {
    reread: {
      text: 'After a 409 the connector reads the order again before it does anything else with it.',
      reference,
      fix: 'At a 409 read the order (`GET /api/v1/orders/{order}`), and decide by its status: it may already be what you wanted.',
    },
    loop: {
      text: 'A request that got 409 is not repeated over and over, and not at all once somebody else has decided.',
      reference,
      fix: 'Repeat a transition only if the order that you have read again still waits for it, and wait longer before each attempt.',
    },
    noticed: {
      text: 'What somebody else decided is what the connector records.',
      reference,
      fix: 'Record the status that the order has after the 409, not the one that the request would have led to.',
    },
    decision: {
      text: 'An order that still waits for a decision after a 409 is decided, within the claimed time and half a minute more.',
      reference,
      fix: 'If the order still is `ankor_confirmed` when you read it again, decide again after a moment.',
    },
    precondition: {
      text: 'After a 412 the connector reads the resource again, and does not repeat the write with the old `If-Match`.',
      reference,
      fix: 'At a 412 read the variant, decide whether your number still holds, and write with the new ETag.',
    },
  },
  play: playConflicts,
  grade(evidence) {
    return [reread(evidence), loop(evidence), noticed(evidence), decision(evidence), precondition(evidence)]
  },
})

type Given = Evidence<ConflictsFacts>
type Requests = readonly RecordedRequest[]

const isWriteOn = (request: RecordedRequest, id: string) =>
  request.method !== 'GET' && pathOf(request).includes(id)

/** Writes on the orders of the lesson that got 409. */
const refusedOn = ({ requests }: Given, orderId: string): Requests =>
  requests.filter((request) => request.status === 409 && isWriteOn(request, orderId))

const ordersOf = ({ facts: { collisions, open } }: Given): readonly string[] => [
  ...collisions.map(({ orderId }) => orderId),
  ...(open ? [open.orderId] : []),
]

const NO_CONFLICT = 'No request of the connector got 409.'

function reread(evidence: Given): Check<'reread'> {
  const refused = ordersOf(evidence).flatMap((id) =>
    refusedOn(evidence, id).map((request) => ({ id, request })),
  )
  const blind = refused.filter(({ id, request }) => !isReadNext(evidence, request, id))
  if (refused.length === 0) return skipped('reread', NO_CONFLICT)
  return blind.length === 0
    ? passed(
        'reread',
        'The order was read after each 409.',
        refused.map(({ request }) => request),
      )
    : failed(
        'reread',
        'After a 409 the order was not read before the next attempt, or not at all.',
        blind.map(({ request }) => request),
      )
}

/** The connector may have learned it from an event instead of a read; then its records show it. */
function isReadNext(evidence: Given, refused: RecordedRequest, id: string): boolean {
  const { requests, orders, books } = evidence
  const next = requests.find(
    (request) => isWriteOn(request, id) && request.arrivedMs >= refused.arrivedMs + refused.durationMs,
  )
  const isRead = requests.some(
    (request) =>
      isReadAfter(refused, request, id) && (next === undefined || request.arrivedMs <= next.arrivedMs),
  )
  const status = orders.find((order) => order.id === id)?.status ?? ''
  return (
    isRead || (next === undefined && problemInRecords(recordsOf(books, id), { id, status }) === undefined)
  )
}

function loop(evidence: Given): Check<'loop'> {
  const { collisions, open } = evidence.facts
  const attempts = open ? refusedOn(evidence, open.orderId) : []
  const decided = collisions.map(({ orderId }) => refusedOn(evidence, orderId))
  if (attempts.length === 0 && decided.every((refused) => refused.length === 0))
    return skipped('loop', NO_CONFLICT)
  const repeated = decided.flatMap(repetitionsIn)
  if (repeated.length > 0)
    return failed('loop', 'A decision that somebody else had made was attempted again.', repeated)
  const finding = `${attempts.length} attempts in ${CONFLICT_SECONDS} seconds of conflicts.`
  return attempts.length > MAX_ATTEMPTS
    ? failed('loop', finding, attempts)
    : passed('loop', finding, [...attempts, ...decided.flat()])
}

/** Requests that were sent at the same time do not count as repetitions. */
const repetitionsIn = (refused: Requests): Requests =>
  refused.filter((request) =>
    refused.some((earlier) => request.arrivedMs > earlier.arrivedMs + earlier.durationMs),
  )

function noticed(evidence: Given): Check<'noticed'> {
  const { settings, facts, books, orders } = evidence
  if (!settings.hasBooks) return skipped('noticed', 'certify.json names no books.')
  const lost = facts.collisions.filter(({ orderId }) => refusedOn(evidence, orderId).length > 0)
  const recorded = lost.filter(({ orderId }) => recordsOf(books, orderId).length > 0)
  if (recorded.length === 0)
    return skipped('noticed', lost.length === 0 ? NO_CONFLICT : 'The books do not have these orders.')
  for (const { orderId: id } of recorded) {
    const status = orders.find((order) => order.id === id)?.status ?? ''
    const problem = problemInRecords(recordsOf(books, id), { id, status })
    if (problem !== undefined) return failed('noticed', problem, refusedOn(evidence, id))
  }
  return passed(
    'noticed',
    `The books have what was decided elsewhere (${recorded.map(({ status }) => status).join(', ')}).`,
  )
}

function decision(evidence: Given): Check<'decision'> {
  const { open } = evidence.facts
  const refused = open ? refusedOn(evidence, open.orderId) : []
  const order = evidence.orders.find(({ id }) => id === open?.orderId)
  if (!order || refused.length === 0) return skipped('decision', NO_CONFLICT)
  return order.status === 'ankor_confirmed'
    ? failed('decision', 'The order still waited for a decision after a 409, and got none.', refused)
    : passed('decision', `The order is ${order.status} after ${refused.length} conflicts.`, refused)
}

const ifMatchOf = ({ requestHeaders }: RecordedRequest): unknown =>
  (requestHeaders as Record<string, unknown>)['if-match']

function precondition(evidence: Given): Check<'precondition'> {
  const { requests, facts } = evidence
  const { variantId: id = '', faultId = '' } = facts.stock ?? {}
  const held = requests.find((request) => request.faultId === faultId)
  if (!held || ifMatchOf(held) === undefined)
    return skipped('precondition', 'The connector wrote no stock with If-Match.')
  if (held.status !== 412) return skipped('precondition', 'The stock was written before somebody else came.')
  const later = requests.filter((request) => request.sequence > held.sequence && isWriteOn(request, id))
  const stale = later.filter((request) => ifMatchOf(request) === ifMatchOf(held))
  if (stale.length > 0)
    return failed('precondition', 'The write was repeated with the old If-Match.', [held, ...stale])
  const [next] = later
  if (!next) return passed('precondition', 'The write was not repeated.', [held])
  const isRead = requests.some(
    (request) => isReadAfter(held, request, id) && request.arrivedMs <= next.arrivedMs,
  )
  return isRead
    ? passed('precondition', 'The variant was read before the next write.', [held, next])
    : failed('precondition', 'The next write came without reading the variant.', [held, next])
}
