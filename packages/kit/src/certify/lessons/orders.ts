/** Orders: decided in time, with as much as there is, and followed to their end. */

import { between, type Evidence, isSuccess, isWriteOn, type OrderEvidence } from '../evidence.ts'
import { failed, lesson, passed, skipped } from '../lesson.ts'
import { problemInRecords, recordsOf } from '../recorded-orders.ts'
import { decisionsOn, stubborn } from './decisions.ts'
import { type OrderFacts, playOrders } from './orders-scenario.ts'

/** Extra time, because a computer that plays several lessons is slower. */
const TOLERANCE_SECONDS = 2

export const orders = lesson({
  id: 'orders',
  title: 'Orders',
  about:
    'Orders arrive, and the connector decides on them. Then stock is lost, and the marketplace reverts two acceptances: of one order only a part is left, of the other nothing. An accepted order gets another address, is shipped, refused and cancelled. While the connector does not run, somebody rejects an order, and retailers ask for cancellations. Who accepts what is not there disappoints retailers, and who does not follow an order ships it to the wrong place.',
  needs: { claims: ['orders'] },
  requirements: {
    decided: {
      text: 'Each order is accepted or rejected within the claimed time of its arrival.',
      reference: 'certify.md#orders',
      fix: 'Decide when `order.brand_created` arrives, or poll for orders in `ankor_confirmed` more often than the claimed time (`seconds.decide`).',
    },
    reverted: {
      text: 'An order whose acceptance the marketplace reverts is decided again.',
      reference: 'certify.md#orders',
      fix: 'Go by the status: an order in `ankor_confirmed` waits for a decision, also if it was accepted before. The event is `order.brand_accepted_reverted`.',
    },
    reduced: {
      text: 'An order of which only a part is on hand is accepted with reduced quantities.',
      reference: 'certify.md#orders',
      fix: 'Compare each line with the stock, and name the lower quantities in `attributes.orderItems` of `brand-validates`; 0 removes a line.',
    },
    soldOut: {
      text: 'An order of which nothing is on hand is rejected.',
      reference: 'certify.md#orders',
      fix: 'Send `brand-rejects` with `PRODUCT_OUT_OF_STOCK`, because an acceptance cannot remove every line.',
    },
    followed: {
      text: 'Changed addresses and cancellations of accepted orders are taken, and recorded as they are.',
      reference: 'certify.md#orders',
      fix: 'Acknowledge every event of an order, and record its status and its address with each; also those that come after the acceptance.',
    },
    elsewhere: {
      text: 'An order that somebody else has rejected or cancelled is left as it is, and recorded so.',
      reference: 'certify.md#orders',
      fix: 'Read the order before deciding, and after a 409; if it does not wait any more, record its status and go on.',
    },
    unwanted: {
      text: 'An order whose retailer asks for a cancellation is not accepted as if nothing were.',
      reference: 'certify.md#orders',
      fix: 'If `retailerCancellationRequestReason` is not null, reject the order or leave it to a person.',
      isAdvice: true,
    },
  },
  play: playOrders,
  grade(evidence: Given) {
    return [
      decided(evidence),
      reverted(evidence),
      reduced(evidence),
      soldOut(evidence),
      followed(evidence),
      elsewhere(evidence),
      unwanted(evidence),
    ]
  },
})

/** Facts are missing if the scenario ended before them. */
type Given = Evidence<Partial<OrderFacts>>

const orderIn = ({ orders }: Given, id: string): OrderEvidence | undefined =>
  orders.find((each) => each.id === id)

/** The first decision on an order, the second after its acceptance was reverted. */
const decisionOn = (evidence: Given, id: string, number: 1 | 2) => {
  const order = orderIn(evidence, id)
  return order && decisionsOn(order)[number - 1]
}

const decided = (evidence: Given) => inTime('decided', evidence, evidence.facts.prompt, 1)

const reverted = (evidence: Given) => inTime('reverted', evidence, evidence.facts.reverted, 2)

function inTime<Name extends string>(
  name: Name,
  evidence: Given,
  ids: readonly string[] | undefined,
  number: 1 | 2,
) {
  if (!ids?.length) return skipped(name, 'There was no such order.')
  const { decide } = evidence.settings.seconds
  const found = ids.map((id) => ({ id, decision: decisionOn(evidence, id, number) }))
  const waiting = found.filter(({ decision }) => !decision)
  if (waiting.length > 0)
    return failed(name, `Nothing was decided on ${waiting.map(({ id }) => id).join(', ')}.`)
  const slow = found.filter(({ decision }) => (decision?.seconds ?? 0) > decide + TOLERANCE_SECONDS)
  const slowest = Math.max(...found.map(({ decision }) => decision?.seconds ?? 0))
  const finding = `The slowest of ${found.length} decisions came after ${slowest.toFixed(1)} seconds, and ${decide} are claimed.`
  return slow.length === 0
    ? passed(name, finding)
    : failed(
        name,
        finding,
        slow.flatMap(({ id }) => writesOn(evidence, id)),
      )
}

const writesOn = ({ requests }: Given, id: string) => requests.filter((request) => isWriteOn(request, id))

const NOT_SHORT = 'The connector made no decision on an order of which less was on hand than was ordered.'
const REJECTED = ['rejected', 'cancelled']

function reduced(evidence: Given) {
  const { short } = evidence.facts
  const decision = short && decisionOn(evidence, short.orderId, 2)
  if (!decision) return skipped('reduced', NOT_SHORT)
  const writes = writesOn(evidence, short.orderId)
  if (REJECTED.includes(decision.to))
    return failed('reduced', 'The whole order was rejected, although a part of it was on hand.', writes)
  const tooMuch = short.lines.find(({ quantity, onHand }) => quantity > onHand)
  return tooMuch
    ? failed('reduced', `${tooMuch.quantity} were accepted, and ${tooMuch.onHand} are on hand.`, writes)
    : passed('reduced', 'The order was accepted with no more than there is.', writes.slice(-1))
}

function soldOut(evidence: Given) {
  const id = evidence.facts.soldOut
  const decision = !id ? undefined : decisionOn(evidence, id, 2)
  if (!id || !decision) return skipped('soldOut', NOT_SHORT)
  return REJECTED.includes(decision.to)
    ? passed('soldOut', 'The order of which nothing was left was rejected.')
    : failed('soldOut', `The order ${id} was accepted, and nothing of it is on hand.`, writesOn(evidence, id))
}

function followed(evidence: Given) {
  const { facts, deliveries } = evidence
  if (!facts.followed) return skipped('followed', 'The connector has accepted no order that could change.')
  const { orderId, address } = facts.followed
  // One without a response may have waited while the connector did not run.
  const answered = deliveries.filter(({ orderId: id, status }) => id === orderId && status !== null)
  const refused = answered.filter(({ status }) => !isSuccess(status))
  if (refused.length > 0) {
    const list = refused.map(({ eventType, status }) => `${eventType}: ${status}`)
    return failed('followed', `Events of the order ${orderId} were not acknowledged: ${list.join(', ')}.`)
  }
  if (address === 'old') return failed('followed', `The books have the old address of the order ${orderId}.`)
  if (evidence.books === null && answered.length === 0)
    return skipped('followed', 'Without webhooks and books nobody sees what the connector knows of an order.')
  const wrong = problemIn(evidence, orderId)
  return wrong === undefined
    ? passed('followed', `The order ${orderId} was followed to its end.`)
    : failed('followed', wrong)
}

function elsewhere(evidence: Given) {
  const { elsewhere: ids = [] } = evidence.facts
  if (ids.length === 0) return skipped('elsewhere', 'There was no such order.')
  const attempts = stubborn(between(evidence, 'back'), ids)
  if (attempts.length > 0)
    return failed(
      'elsewhere',
      'The connector tried again and again to change what others had decided.',
      attempts,
    )
  const [wrong] = ids.flatMap((id) => problemIn(evidence, id) ?? [])
  return wrong === undefined
    ? passed('elsewhere', 'What others had decided stayed as it was.')
    : failed('elsewhere', wrong)
}

/** Undefined also if the connector has no `books`. */
function problemIn(evidence: Given, id: string): string | undefined {
  const order = orderIn(evidence, id)
  return evidence.books === null || !order
    ? undefined
    : problemInRecords(recordsOf(evidence.books, id), order)
}

function unwanted(evidence: Given) {
  const id = evidence.facts.unwanted
  if (!id) return skipped('unwanted', 'There was no such order.')
  const decision = decisionOn(evidence, id, 1)
  return decision && !REJECTED.includes(decision.to)
    ? failed('unwanted', `The order ${id} was accepted all the same.`, writesOn(evidence, id))
    : passed('unwanted', decision ? 'The order was rejected.' : 'The order was left to a person.')
}
