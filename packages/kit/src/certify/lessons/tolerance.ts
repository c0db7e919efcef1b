/** Tolerance: the connector goes on when responses and events have members and values of a later version. */
import { between, type Evidence, isTokenRequest } from '../evidence.ts'
import { doAllWork, NO_WORK, WORK, type WorkDone } from '../give-work.ts'
import { failed, lesson, passed, skipped } from '../lesson.ts'
import type { LessonSetup } from '../lesson-setup.ts'

const ERRORS = 3
const SHOWN = 5

interface Facts {
  /** What was done while responses had unknown members. */
  doneAmongUnknowns?: WorkDone
  /** Whether the order was decided on that came after the unknown events; null if none were sent. */
  isDecidedAfterEvents?: boolean | null
  /** Whether the order was decided on that came after a response with several errors; null if there was none. */
  isDecidedAfterErrors?: boolean | null
}

export const tolerance = lesson({
  id: 'tolerance',
  title: 'Tolerance',
  about:
    'Within a version of the API members, values and events may be added. Responses have attributes, relationships and members that nobody knows, events have unknown names and an unknown status, and a request is refused with several errors at once. The connector goes on with its work.',
  needs: { claims: ['orders'] },
  requirements: {
    responses: {
      text: 'Unknown attributes, relationships and members of responses are ignored.',
      reference: 'certify.md#tolerance',
      fix: 'Read the members that you need, and let the parser ignore all others; do not validate responses against a closed schema.',
    },
    acknowledged: {
      text: 'A genuine event is acknowledged with a 2xx, also if its type, its status or some members are unknown.',
      reference: 'certify.md#tolerance',
      fix: 'Answer 2xx to every event with a valid signature, and do nothing with those that you do not know. Otherwise they are delivered again and again, and in the end the subscription is disabled.',
    },
    events: {
      text: 'After events with unknown types and values the next order is decided on as usual.',
      reference: 'certify.md#tolerance',
      fix: 'Let an unknown event or status end nothing but its own processing: no exception may leave the loop that works on events.',
    },
    errors: {
      text: 'A response with several errors is one failed request, and nothing more.',
      reference: 'certify.md#tolerance',
      fix: 'Read all of `errors`, report them, and go on with the next order; some errors have no `code` and no `source`.',
    },
  },
  async play(setup): Promise<Facts> {
    const undo = await setup.fault({ unknowns: true })
    await setup.start()
    setup.mark('unknowns')
    const doneAmongUnknowns = await doAllWork(setup)
    await undo()
    setup.mark('events')
    const hasSent = await sendUnknownEvents(setup)
    const isDecidedAfterEvents = hasSent ? await decidesNext(setup) : null
    setup.mark('errors')
    const hasFailed = await refuseDecision(setup)
    setup.mark('after')
    return {
      doneAmongUnknowns,
      isDecidedAfterEvents,
      isDecidedAfterErrors: hasFailed ? await decidesNext(setup) : null,
    }
  },
  grade(evidence) {
    return [responses(evidence), acknowledged(evidence), events(evidence), errors(evidence)]
  },
})

async function decidesNext(setup: LessonSetup): Promise<boolean> {
  return await setup.untilDecided((await setup.createOrder()).id)
}

/** Returns whether there was something to send. */
async function sendUnknownEvents(setup: LessonSetup): Promise<boolean> {
  const { examiner, subscriptionId } = setup
  if (subscriptionId === null) return false
  const [delivery] = await examiner.deliveries(subscriptionId)
  if (!delivery) return false
  const newEventId = true
  await setup.send('unknown members', delivery, { newEventId, unknowns: true })
  await setup.send('unknown event', delivery, { newEventId, eventType: 'order.teleported' })
  await setup.send('unknown kind of event', delivery, { newEventId, eventType: 'parcel_locker.opened' })
  await setup.send('unknown status', delivery, { newEventId, data: { status: 'teleported' } })
  return true
}

/** Returns whether the connector has got the response. */
async function refuseDecision(setup: LessonSetup): Promise<boolean> {
  const undo = await setup.fault({
    path: '/api/v1/orders/*',
    method: 'POST',
    status: 422,
    errors: ERRORS,
    count: 1,
  })
  const from = setup.now()
  await setup.createOrder()
  const isHit = await setup.untilRequests(
    (requests) => requests.some(({ arrivedMs, status }) => arrivedMs >= from && status === 422),
    setup.settings.seconds.decide,
  )
  await undo()
  return isHit
}

function responses(evidence: Evidence<Facts>) {
  const { doneAmongUnknowns = NO_WORK } = evidence.facts
  const given = WORK.filter((name) => doneAmongUnknowns[name] !== null)
  if (given.length === 0)
    return skipped('responses', 'There was nothing that the connector could be given to do.')
  const missed = given.filter((name) => !doneAmongUnknowns[name])
  if (missed.length === 0)
    return passed('responses', `While responses had unknown members it did: ${given.join(', ')}.`)
  const seen = between(evidence, 'unknowns', 'events').filter((request) => !isTokenRequest(request))
  return failed(
    'responses',
    `While responses had unknown members it did not: ${missed.join(', ')}.`,
    seen.slice(-SHOWN),
  )
}

function acknowledged({ sent }: Evidence<Facts>) {
  if (sent.length === 0) return skipped('acknowledged', 'The connector receives no webhooks.')
  const refused = sent.filter(({ status }) => status === null || status < 200 || status > 299)
  if (refused.length === 0) return passed('acknowledged', `${sent.length} unknown events got a 2xx.`)
  const each = refused.map(({ label, status, outcome }) => `${label}: ${status ?? outcome}`)
  return failed('acknowledged', `Genuine events were refused (${each.join(', ')}).`)
}

function events(evidence: Evidence<Facts>) {
  const { isDecidedAfterEvents = null } = evidence.facts
  if (isDecidedAfterEvents === null) return skipped('events', 'The connector receives no webhooks.')
  return isDecidedAfterEvents
    ? passed('events', 'The order after the unknown events was decided on.')
    : failed(
        'events',
        `The order after the unknown events was not decided on within ${evidence.settings.seconds.decide} seconds.`,
        between(evidence, 'events', 'errors').slice(-SHOWN),
      )
}

function errors(evidence: Evidence<Facts>) {
  const { isDecidedAfterErrors = null } = evidence.facts
  if (isDecidedAfterErrors === null)
    return skipped('errors', 'The connector made no request that could be refused.')
  const refused = between(evidence, 'errors').filter(({ status }) => status === 422)
  return isDecidedAfterErrors
    ? passed('errors', `After a request that was refused with ${ERRORS} errors it went on.`, refused)
    : failed(
        'errors',
        `After a request that was refused with ${ERRORS} errors the next order was not decided on.`,
        refused,
      )
}
