/** Good practice: what the specification does not demand and what saves requests and work on both sides. */
import { bodyOf, type Evidence, isTokenRequest, pathOf, type RecordedRequest } from '../evidence.ts'
import { setsStock } from '../give-work.ts'
import { failed, lesson, passed, skipped } from '../lesson.ts'
import { namesProgram } from './user-agents.ts'

const ORDERS = 3
/** A decision takes one request; reading the order, its items, its stock and the result takes a few more. */
const MAX_PER_ORDER = 6
const SHOWN = 5

export const practice = lesson({
  id: 'practice',
  title: 'Good practice',
  about:
    'The connector decides on a few orders and sets the stock of a variant twice. How it does that is compared with what works well; all of it is advice.',
  needs: {},
  requirements: {
    'user-agent': {
      text: 'The header User-Agent names the connector.',
      reference: 'certify.md#practice',
      fix: 'Send a name and a version of your own, such as `User-Agent: my-connector/1.2`, so that the marketplace can tell who needs help; with @tradehall/client it is the option `userAgent`.',
      isAdvice: true,
    },
    locking: {
      text: 'Stock is written only over what was read.',
      reference: 'certify.md#practice',
      fix: 'Send the quantity that you know as `data.meta.expectedStockQuantity`, or the ETag of the variant as `If-Match`, and read again when it was changed meanwhile.',
      isAdvice: true,
    },
    'requests-per-order': {
      text: `A decision on an order takes at most ${MAX_PER_ORDER} requests.`,
      reference: 'certify.md#practice',
      fix: 'Use what the event or the list has already, and ask for related resources with `include` in the same request.',
      isAdvice: true,
    },
    conditional: {
      text: 'What is read again is read with If-None-Match.',
      reference: 'certify.md#practice',
      fix: 'Keep the ETag of a response with its address, and send it as `If-None-Match`; with @tradehall/client it is the option `cache`.',
      isAdvice: true,
    },
    compression: {
      text: 'Responses may be compressed.',
      reference: 'certify.md#practice',
      fix: 'Send `Accept-Encoding` with what your library can decode, such as `gzip`; a page of orders then has a fifth of its size.',
      isAdvice: true,
    },
  },
  async play(setup) {
    const { settings, random, examiner } = setup
    await setup.start()
    if (settings.claims.includes('orders')) {
      for (let i = 0; i < ORDERS; i++) await setup.untilDecided((await setup.createOrder()).id)
    }
    if ('set-stock' in settings.actions) {
      const sku = `LESSON-${random.word(8)}`
      const variant = (await examiner.createVariants([{ sku, stock: 5 }])).get(sku)
      for (const quantity of [random.between(6, 40), random.between(41, 90)])
        if (variant) await setsStock(setup, variant, quantity)
    }
    return {}
  },
  grade(evidence) {
    return [
      userAgent(evidence),
      locking(evidence),
      requestsPerOrder(evidence),
      conditional(evidence),
      compression(evidence),
    ]
  },
})

const headerOf = ({ requestHeaders }: RecordedRequest, name: string): string | undefined => {
  const value = requestHeaders[name]
  return value === undefined || value === null ? undefined : String(value)
}

function userAgent({ requests }: Evidence) {
  if (requests.length === 0) return skipped('user-agent', 'The connector made no request.')
  const nameless = requests.filter((request) => !namesProgram(headerOf(request, 'user-agent')))
  const [first] = nameless
  if (!first) return passed('user-agent', `It is ${headerOf(requests[0] as RecordedRequest, 'user-agent')}.`)
  const seen = headerOf(first, 'user-agent')
  return failed(
    'user-agent',
    `${nameless.length} requests had ${seen ? `"${seen}", which names no connector` : 'no User-Agent'}.`,
    nameless.slice(0, SHOWN),
  )
}

interface StockUpdate {
  attributes?: { stockQuantity?: unknown }
  meta?: { expectedStockQuantity?: unknown }
}

/** The quantities that a request sets, one or in bulk. */
function stockUpdatesIn(request: RecordedRequest): readonly StockUpdate[] {
  if (!['PATCH', 'POST'].includes(request.method)) return []
  const isOne = /^\/api\/v1\/product-variants\/[^/]+\/stock$/.test(pathOf(request))
  const body = bodyOf(request) as
    | { data?: StockUpdate; 'atomic:operations'?: { data?: StockUpdate }[] }
    | null
    | undefined
  const updates = isOne ? [body?.data] : (body?.['atomic:operations'] ?? []).map(({ data }) => data)
  return updates.filter((update) => update?.attributes?.stockQuantity !== undefined) as StockUpdate[]
}

function locking({ requests }: Evidence) {
  const writes = requests.filter((request) => stockUpdatesIn(request).length > 0)
  if (writes.length === 0) return skipped('locking', 'The connector wrote no stock.')
  const isLocked = (request: RecordedRequest) =>
    headerOf(request, 'if-match') !== undefined ||
    stockUpdatesIn(request).every(({ meta }) => meta?.expectedStockQuantity !== undefined)
  const blind = writes.filter((request) => !isLocked(request))
  return blind.length === 0
    ? passed('locking', `${writes.length} writes of stock named what they replace.`)
    : failed(
        'locking',
        `${blind.length} of ${writes.length} writes of stock did not name what they replace.`,
        blind,
      )
}

function requestsPerOrder({ requests, orders }: Evidence) {
  const ofOrders = orders
    .filter(({ moves }) => moves.some(({ isByConnector }) => isByConnector))
    .map(({ id }) => requests.filter(({ url }) => url.includes(id)))
    .toSorted((a, b) => b.length - a.length)
  const [most] = ofOrders
  if (!most) return skipped('requests-per-order', 'The connector decided on no order.')
  const finding = `At most ${most.length} requests for an order.`
  return most.length <= MAX_PER_ORDER
    ? passed('requests-per-order', finding)
    : failed('requests-per-order', finding, most)
}

/**
 * Reads of an address that was read before, with a response that had a tag. Processes know nothing of each other's
 * responses, and each has a token of its own.
 */
function repeatedReads(requests: readonly RecordedRequest[]): readonly RecordedRequest[] {
  const tagged = new Set<string>()
  return requests.filter((request) => {
    if (request.method !== 'GET') return false
    const read = `${request.tokenFingerprint} ${request.url}`
    const isRepeated = tagged.has(read)
    if (request.status === 200 && 'etag' in request.responseHeaders) tagged.add(read)
    return isRepeated
  })
}

function conditional({ requests }: Evidence) {
  const repeated = repeatedReads(requests)
  if (repeated.length === 0) return skipped('conditional', 'The connector read nothing twice.')
  const blind = repeated.filter((request) => headerOf(request, 'if-none-match') === undefined)
  return blind.length === 0
    ? passed('conditional', `${repeated.length} repeated reads were conditional.`)
    : failed(
        'conditional',
        `${blind.length} of ${repeated.length} repeated reads had no If-None-Match.`,
        blind.slice(0, SHOWN),
      )
}

function compression({ requests }: Evidence) {
  const reads = requests.filter((request) => request.method === 'GET' && !isTokenRequest(request))
  if (reads.length === 0) return skipped('compression', 'The connector read nothing.')
  const plain = reads.filter((request) => !/gzip|br|zstd|\*/.test(headerOf(request, 'accept-encoding') ?? ''))
  return plain.length === 0
    ? passed('compression', 'Every read accepted a compressed response.')
    : failed(
        'compression',
        `${plain.length} of ${reads.length} reads accepted no compressed response.`,
        plain.slice(0, SHOWN),
      )
}
