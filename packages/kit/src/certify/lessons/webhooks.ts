/** Webhooks: verified before anything else, acknowledged at once, and taken once. */

import { between, type Evidence, isSuccess, isWriteOn, type SentDelivery } from '../evidence.ts'
import { SPELLINGS, WRONG_SIGNATURES } from '../examiner.ts'
import { failed, lesson, passed, skipped } from '../lesson.ts'
import { problemInRecords } from '../recorded-orders.ts'
import {
  FORGED_STATUSES,
  playWebhooks,
  type Seen,
  spelledLabel,
  type WebhookFacts,
} from './webhooks-scenario.ts'

/** The marketplace gives up after 15 seconds; who only stores what arrives needs far less than this. */
const TIMELY_MS = 5000

const FORGERIES: readonly string[] = ['unsigned', 'forged', 'altered', ...WRONG_SIGNATURES]

export const webhooks = lesson({
  id: 'webhooks',
  title: 'Webhooks',
  about:
    'The connector gets genuine deliveries, and about an order that it has not heard of it gets one without a signature, one that somebody else has signed, one that was altered on its way, and some whose signature only looks like the right one. Genuine ones come twice, an older one after a newer one, some in bytes that a JSON library would not write, and one days late. At last the signing secret is rotated, and the connector is started again with both secrets. Who trusts everything that arrives lets anybody on the internet change its orders.',
  needs: { claims: ['webhooks'] },
  requirements: {
    unverified: {
      text: 'A delivery gets no 2xx if it has no signature, a forged, shortened or lengthened one, that of another delivery, or an altered body.',
      reference: 'certify.md#webhooks',
      fix: 'Compute the HMAC over the bytes as they came, before anything is parsed, compare all of it in constant time, lengths included, and answer 401 if it differs.',
    },
    bytes: {
      text: 'A genuine delivery gets a 2xx in whatever bytes its JSON is written.',
      reference: 'certify.md#webhooks',
      fix: 'Verify the bytes of the body as they came: keep them from your framework before it parses them, and never serialize the document again.',
    },
    late: {
      text: 'A genuine delivery of an event of days ago gets a 2xx.',
      reference: 'certify.md#webhooks',
      fix: 'Judge the age by `webhook-timestamp`, which is that of the delivery: `meta.event.timestamp` is that of the event, which may have been delivered in vain for days.',
    },
    replay: {
      text: 'Who verifies `webhook-signature` refuses a `webhook-timestamp` of an hour ago.',
      reference: 'certify.md#webhooks',
      fix: 'After the signature compare `webhook-timestamp` with your clock, and answer 401 if they are more than five minutes apart: somebody may send an old delivery again.',
    },
    trust: {
      text: 'A delivery that is not genuine changes nothing.',
      reference: 'certify.md#webhooks',
      fix: 'Verify the signature first: store, queue and do nothing before.',
    },
    timely: {
      text: `Genuine deliveries get a 2xx within ${TIMELY_MS / 1000} seconds.`,
      reference: 'certify.md#webhooks',
      fix: 'Store the event and answer; work on it afterwards. The marketplace waits for 15 seconds, and then delivers again.',
    },
    duplicates: {
      text: 'An event that is delivered twice gets a 2xx each time, and is processed once.',
      reference: 'certify.md#webhooks',
      fix: 'Remember the ids of events (`meta.event.id`), and only acknowledge one that was seen before.',
    },
    reordering: {
      text: 'An older event that arrives after a newer one gets a 2xx and changes nothing.',
      reference: 'certify.md#webhooks',
      fix: 'Compare `updatedAt` with what is recorded, or read the order before acting on an event.',
    },
    rotation: {
      text: 'During a rotation, deliveries signed with either secret are accepted.',
      reference: 'certify.md#webhooks',
      fix: '`TRADEHALL_SIGNING_SECRET` has two secrets then, separated by a comma: accept what one of them has signed.',
    },
  },
  play: playWebhooks,
  grade(evidence: Evidence<WebhookFacts>) {
    return [
      unverified(evidence),
      bytes(evidence),
      late(evidence),
      replay(evidence),
      trust(evidence),
      timely(evidence),
      duplicates(evidence),
      reordering(evidence),
      rotation(evidence),
    ]
  },
})

const NOTHING = 'The connector gets no deliveries about new orders.'

const tell = ({ label, status, outcome }: SentDelivery) => `${label}: ${status ?? outcome}`

function unverified({ sent }: Evidence<WebhookFacts>) {
  const forged = sent.filter(({ label }) => FORGERIES.includes(label))
  if (forged.length === 0) return skipped('unverified', NOTHING)
  const finding = `Responses: ${forged.map(tell).join(', ')}.`
  return forged.some(({ status }) => isSuccess(status))
    ? failed('unverified', finding)
    : passed('unverified', finding)
}

const bytes = (evidence: Evidence<WebhookFacts>) => taken('bytes', evidence, SPELLINGS.map(spelledLabel))
const late = (evidence: Evidence<WebhookFacts>) => taken('late', evidence, ['late'])

/** All deliveries with these labels were acknowledged. */
function taken<Name extends 'bytes' | 'late'>(
  name: Name,
  { sent }: Evidence<WebhookFacts>,
  labels: readonly string[],
) {
  const own = sent.filter(({ label }) => labels.includes(label))
  if (own.length === 0) return skipped(name, NOTHING)
  const finding = `Responses: ${own.map(tell).join(', ')}.`
  return own.every(({ status }) => isSuccess(status)) ? passed(name, finding) : failed(name, finding)
}

function replay({ sent }: Evidence<WebhookFacts>) {
  const fresh = sent.find(({ label }) => label === 'standard')
  const old = sent.find(({ label }) => label === 'replayed')
  if (!fresh || !old) return skipped('replay', NOTHING)
  if (isSuccess(old.status))
    return failed('replay', `A delivery that was signed an hour ago got ${old.status}.`)
  return isSuccess(fresh.status)
    ? passed('replay', `A delivery that was signed an hour ago got ${old.status ?? old.outcome}.`)
    : skipped('replay', 'The connector does not take deliveries that have the `webhook-…` headers alone.')
}

function trust(evidence: Evidence<WebhookFacts>) {
  const seen = evidence.facts.afterForgeries
  if (!seen) return skipped('trust', NOTHING)
  const { orderId, records } = seen
  // Polling may have found the order too.
  const known = evidence.requests.find(
    ({ url, responseBody }) => !url.includes(orderId) && responseBody?.includes(orderId),
  )
  const caused = between(evidence, 'forged', 'genuine').filter(
    (request) => isWriteOn(request, orderId) && !(known && known.arrivedMs < request.arrivedMs),
  )
  if (caused.length > 0)
    return failed(
      'trust',
      `The connector acted on the order ${orderId}, of which only forgeries told.`,
      caused,
    )
  const forged = records.find(({ status }) => FORGED_STATUSES.includes(status))
  return forged
    ? failed('trust', `The books had the order ${orderId} as ${forged.status}, as a forgery said.`)
    : passed('trust', 'Nothing happened because of the forgeries.')
}

function timely({ deliveries, sent }: Evidence<WebhookFacts>) {
  if (deliveries.length === 0) return skipped('timely', NOTHING)
  const refused = deliveries.filter(({ status }) => !isSuccess(status))
  if (refused.length > 0) {
    const list = refused.map(({ eventType, status, state }) => `${eventType}: ${status ?? state}`)
    return failed('timely', `Genuine deliveries were not accepted: ${list.join(', ')}.`)
  }
  const accepted = [...deliveries, ...sent.filter(({ status }) => isSuccess(status))]
  const slowest = Math.max(...accepted.map(({ durationMs }) => durationMs ?? 0))
  const finding = `The slowest of ${accepted.length} responses took ${Math.round(slowest)} ms.`
  return slowest <= TIMELY_MS ? passed('timely', finding) : failed('timely', finding)
}

const duplicates = (evidence: Evidence<WebhookFacts>) =>
  unchanged('duplicates', evidence, {
    label: 'duplicate',
    marks: ['duplicated', 'reordered'],
    seen: evidence.facts.afterDuplicates,
  })

const reordering = (evidence: Evidence<WebhookFacts>) =>
  unchanged('reordering', evidence, {
    label: 'reordered',
    marks: ['reordered', 'written'],
    seen: evidence.facts.afterReordering,
  })

/** The deliveries were acknowledged, and nothing came of them. */
function unchanged<Name extends 'duplicates' | 'reordering'>(
  name: Name,
  evidence: Evidence<WebhookFacts>,
  { label, marks, seen }: { label: string; marks: readonly [string, string]; seen: Seen | null },
) {
  const own = evidence.sent.filter((one) => one.label === label)
  if (!seen || own.length === 0) return skipped(name, NOTHING)
  if (!own.every(({ status }) => isSuccess(status)))
    return failed(name, `Responses: ${own.map(tell).join(', ')}.`)
  const again = between(evidence, ...marks).filter((request) => isWriteOn(request, seen.orderId))
  if (again.length > 0) return failed(name, `The connector acted on the order ${seen.orderId} again.`, again)
  const wrong =
    evidence.settings.hasBooks && evidence.books !== null
      ? problemInRecords(seen.records, { id: seen.orderId, status: seen.status })
      : undefined
  return wrong === undefined
    ? passed(name, 'They were acknowledged, and nothing was done again.')
    : failed(name, wrong)
}

function rotation({ sent }: Evidence<WebhookFacts>) {
  const own = sent.filter(({ label }) => label.endsWith(' secret') || label.endsWith(' secrets'))
  if (own.length === 0) return skipped('rotation', NOTHING)
  const finding = `Responses to what was signed with ${own.map(tell).join(', with the ')}.`
  return own.every(({ status }) => isSuccess(status))
    ? passed('rotation', finding)
    : failed('rotation', finding)
}
