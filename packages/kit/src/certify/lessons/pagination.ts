/** Lists: read by the links of the pages, to their end, within the limits. */
import { ConflictError } from '@tradehall/client'
import { bodyOf, type Evidence, parseJson, pathOf, type RecordedRequest } from '../evidence.ts'
import { failed, lesson, passed, skipped } from '../lesson.ts'
import type { LessonSetup } from '../lesson-setup.ts'

const ORDERS = '/api/v1/orders'
/** The largest page has 100 orders, so each connector needs a second one. */
const EXISTING = 105
/** How many orders arrive while the connector is between two pages. */
const ARRIVING = 3
const DECIDED_ELSEWHERE = 3
/** Long enough to notice the first page, and to change the list before the second one is read. */
const HELD_MS = 3000
/** A connector that makes progress is not interrupted before. */
const MAX_WAIT_SECONDS = 120
/** The most entries of a bulk stock update. */
const MAX_BULK = 50
const SHOWN = 5

interface Facts {
  marker: string
  /** Of the orders that existed at the start: those that waited until webhooks were let through, or until the end. */
  leftByLists: readonly string[]
  /** Of all orders: those that waited at the end. */
  left: readonly string[]
}

export const pagination = lesson({
  id: 'pagination',
  title: 'Pagination',
  about: `More than ${EXISTING - 1} orders wait when the connector starts, and webhooks are held back until it has read them. The links of the pages carry a mark, so that it shows who follows them. Between two pages orders arrive, and others are decided by somebody else.`,
  needs: { claims: ['orders'] },
  requirements: {
    links: {
      text: 'Every page after the first one is requested by the link of the page before.',
      reference: 'certify.md#pagination',
      fix: 'Request `links.next` as it is, until there is none; never put a cursor or a page number into an address yourself.',
    },
    complete: {
      text: 'Every order is reached, although the list changes while it is read.',
      reference: 'certify.md#pagination',
      fix: 'Read pages until there is no `links.next`, at the start and after every outage, and do not stop at an order that somebody else has decided on.',
    },
    limits: {
      text: 'Pages and bulk requests are no larger than allowed.',
      reference: 'certify.md#pagination',
      fix: `Ask for at most 100 orders or 50 products a page, and send at most ${MAX_BULK} stock updates in one request.`,
    },
  },
  async play(setup): Promise<Facts> {
    const { examiner, settings, subscriptionId } = setup
    if (subscriptionId !== null) await examiner.subscriptionAction(subscriptionId, 'pause')
    const existing = await createOrders(setup, EXISTING)
    const marker = setup.random.word(12)
    await setup.fault({ marker })
    const release = await setup.fault({ path: ORDERS, method: 'GET', delayMs: HELD_MS })
    await setup.start()
    const isListing = await setup.untilRequests(
      (requests) => requests.some(isOrderList),
      settings.seconds.decide,
    )
    if (isListing) await changeList(setup)
    await release()
    const leftOf = async (ids: Iterable<string>) => {
      const waiting = await examiner.waitingOrders()
      return [...ids].filter((id) => waiting.has(id))
    }
    if (isListing) await untilNoProgress(setup, () => leftOf(existing))
    const leftByLists = await leftOf(existing)
    setup.mark('delivering')
    if (subscriptionId !== null) await examiner.subscriptionAction(subscriptionId, 'resume')
    const all = async () => [...(await examiner.waitingOrders())]
    await untilNoProgress(setup, all)
    return { marker, leftByLists, left: await all() }
  },
  grade(evidence) {
    return [links(evidence), complete(evidence), limits(evidence)]
  },
})

async function createOrders({ examiner }: LessonSetup, count: number): Promise<readonly string[]> {
  const orders = await Promise.all(Array.from({ length: count }, () => examiner.createOrder()))
  return orders.map(({ id }) => id)
}

async function changeList(setup: LessonSetup): Promise<void> {
  const { examiner, random } = setup
  const waiting = [...(await examiner.waitingOrders())]
  const chosen = new Set(Array.from({ length: DECIDED_ELSEWHERE }, () => random.pick(waiting)))
  await createOrders(setup, ARRIVING)
  for (const id of chosen) {
    try {
      await examiner.client.orders.accept(id)
    } catch (error) {
      // The connector has decided on it first.
      if (!(error instanceof ConflictError)) throw error
    }
  }
}

/** Waits until nothing is left, or until it does not become less for as long as one decision may take. */
async function untilNoProgress(setup: LessonSetup, read: () => Promise<readonly string[]>): Promise<void> {
  const { decide } = setup.settings.seconds
  let [fewest, since] = [Number.POSITIVE_INFINITY, setup.now()]
  await setup.until(async () => {
    const left = (await read()).length
    if (left < fewest) [fewest, since] = [left, setup.now()]
    return left === 0 || setup.now() - since > decide * 1000
  }, MAX_WAIT_SECONDS)
}

const isOrderList = (request: RecordedRequest) => request.method === 'GET' && pathOf(request) === ORDERS

/** For addresses without a host. */
const BASE = 'http://localhost'

const parametersOf = ({ url }: RecordedRequest) => new URL(url, BASE).searchParams

function links({ requests, facts: { marker } }: Evidence<Facts>) {
  const later = requests.filter((request) => request.method === 'GET' && isLaterPage(request))
  const own = later.filter((request) => isOwnAddress(request, marker, requests))
  if (own.length > 0)
    return failed('links', `${own.length} pages were requested by an address that the connector built.`, own)
  const followed = later.filter((request) => parametersOf(request).get('marker') === marker)
  return followed.length > 0
    ? passed('links', `${followed.length} pages were requested by their link.`, followed.slice(0, SHOWN))
    : skipped('links', 'The connector requested no second page of any list.')
}

const CURSORS = ['page[after]', 'page[before]']
const NUMBERS = ['page[number]', 'page[offset]', 'page', 'offset']

const isLaterPage = (request: RecordedRequest) => {
  const parameters = parametersOf(request)
  return [...CURSORS, ...NUMBERS].some((name) => parameters.has(name))
}

/** What is newer than an order that is known, from an event for instance, may be asked for: no link leads there yet. */
function isOwnAddress(request: RecordedRequest, marker: string, all: readonly RecordedRequest[]): boolean {
  const parameters = parametersOf(request)
  if (parameters.get('marker') === marker) return false
  const before = parameters.get('page[before]')
  if (before === null) return true
  return all.some(
    (earlier) =>
      earlier.sequence < request.sequence &&
      pathOf(earlier) === pathOf(request) &&
      previousCursor(earlier) === before,
  )
}

/** The cursor in the link to the page before; undefined also if the body was cut. */
function previousCursor({ responseBody }: RecordedRequest): string | undefined {
  const document = parseJson(responseBody) as { links?: { prev?: unknown } } | null | undefined
  const link = document?.links?.prev
  return typeof link === 'string'
    ? (new URL(link, BASE).searchParams.get('page[before]') ?? undefined)
    : undefined
}

function complete(evidence: Evidence<Facts>) {
  const { requests, marks } = evidence
  const { leftByLists = [], left: leftAtLast = [] } = evidence.facts
  const lists = requests.filter(
    (request) => isOrderList(request) && request.arrivedMs < (marks.delivering ?? Number.POSITIVE_INFINITY),
  )
  const left = lists.length > 0 ? [...new Set([...leftByLists, ...leftAtLast])] : leftAtLast
  if (left.length > 0) {
    const some = left.slice(0, SHOWN).join(', ')
    const how = lists.length > 0 ? `after ${lists.length} requests for lists` : 'without a request for a list'
    return failed(
      'complete',
      `${left.length} orders were not decided on ${how}: ${some}${left.length > SHOWN ? ', …' : '.'}`,
      lists.slice(-SHOWN),
    )
  }
  return passed('complete', 'Every order was decided on.', lists.slice(0, SHOWN))
}

function limits({ requests }: Evidence<Facts>) {
  const tooLarge = requests.filter((request) => isPageTooLarge(request) || isBulkTooLarge(request))
  if (tooLarge.length > 0)
    return failed('limits', `${tooLarge.length} requests were larger than allowed.`, tooLarge)
  const isOccasion = (request: RecordedRequest) =>
    parametersOf(request).has('page[limit]') || updatesIn(request) > 0
  return requests.some(isOccasion)
    ? passed('limits', 'No page and no bulk request was too large.')
    : skipped('limits', 'The connector asked for no page size, and sent no bulk request.')
}

const isPageTooLarge = ({ status, responseBody }: RecordedRequest) =>
  status === 400 && /"parameter":\s*"page\[limit\]"/.test(responseBody ?? '')

const isBulkTooLarge = (request: RecordedRequest) =>
  request.status === 413 || (request.status === 422 && updatesIn(request) > MAX_BULK)

function updatesIn(request: RecordedRequest): number {
  const updates = (bodyOf(request) as { 'atomic:operations'?: unknown } | null | undefined)?.[
    'atomic:operations'
  ]
  return Array.isArray(updates) ? updates.length : 0
}
