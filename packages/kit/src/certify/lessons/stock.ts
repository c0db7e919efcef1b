/** Stock: the connector writes each quantity that it is asked to set, exactly and once. */
import { bodyOf, type Evidence, pathOf, type RecordedRequest } from '../evidence.ts'
import { failed, lesson, passed, skipped } from '../lesson.ts'
import type { LessonSetup } from '../lesson-setup.ts'

const MAX_IN_BULK = 50
/** A connector that writes all quantities now and then may write one again while the lesson lasts. */
const MAX_SAME_WRITES = 2
/** How long to wait for a connector that corrects a quantity that is right. */
const WATCH_SECONDS = 8
/** Between the request and the response of the examiner's own reads. */
const TOLERANCE_SECONDS = 2

/** A quantity that the connector was asked to set. */
export interface Change {
  sku: string
  variantId: string
  asked: number
  /** Stock before the change. */
  before: number
  reserved: number
  /** Stock afterwards. */
  after: number
  /** How long it took; null if it was not reached. */
  seconds: number | null
  askedMs: number
  /** Why the connector did not take the action. */
  refusal: string | null
  /** Entries of the ledger that changed the quantity, other than by orders. */
  corrections: number
}

export interface StockFacts {
  changes: readonly Change[]
  /** After one more order; null if the quantity before it was wrong already. */
  kept: { sku: string; asked: number; onHand: number; reserved: number } | null
}

export const stock = lesson({
  id: 'stock',
  title: 'Stock',
  about:
    'Pieces of a variant are reserved by an order when the connector is asked to set its quantity. What is written is the quantity on hand, reserved pieces included: the marketplace computes what is available. Then another order arrives, and at last the variant runs out. A connector that confuses the two numbers sells what it does not have, or hides what it has.',
  needs: { claims: ['stock'], actions: ['set-stock'] },
  requirements: {
    onHand: {
      text: 'The quantity on hand is what was counted, reserved pieces included.',
      reference: 'certify.md#stock',
      fix: 'Write `stockQuantity` (or the status `onHand`) as counted: add nothing for reserved pieces, and subtract nothing.',
    },
    timely: {
      text: 'A changed quantity is written within the claimed time.',
      reference: 'certify.md#stock',
      fix: 'Write a quantity when it changes, also if it is 0, or raise `seconds.report` in certify.json.',
    },
    kept: {
      text: 'An order does not change the quantity on hand before it is shipped.',
      reference: 'certify.md#stock',
      fix: 'Do not subtract the pieces of an order that is not shipped: they are on hand, and the marketplace has reserved them.',
    },
    once: {
      text: 'A quantity that was written is not written again and again.',
      reference: 'certify.md#stock',
      fix: 'Remember what was written, and write differences only; take a 2xx for an answer.',
    },
    bulk: {
      text: `A request changes at most ${MAX_IN_BULK} variants.`,
      reference: 'certify.md#stock',
      fix: `Cut the changes into requests of at most ${MAX_IN_BULK} entries.`,
    },
  },
  async play(setup): Promise<StockFacts> {
    const { examiner, random } = setup
    const reservedSku = `HELD-${random.word(6)}`
    const freeSku = `FREE-${random.word(6)}`
    const variants = await examiner.createVariants([
      { sku: reservedSku, stock: 60 },
      { sku: freeSku, stock: random.between(10, 30) },
    ])
    const idOf = (sku: string) => variants.get(sku)?.id ?? ''
    await setup.start()
    await reserve(setup, idOf(reservedSku), random.between(6, 9))
    const first = await change(
      setup,
      { sku: reservedSku, variantId: idOf(reservedSku) },
      random.between(20, 40),
    )
    let kept: StockFacts['kept'] = null
    if (first.seconds !== null) {
      await reserve(setup, idOf(reservedSku), random.between(2, 5))
      await setup.pause(WATCH_SECONDS)
      const { onHand, reserved } = await levelsOf(setup, idOf(reservedSku))
      kept = { sku: reservedSku, asked: first.asked, onHand, reserved }
    }
    const second = await change(
      setup,
      { sku: reservedSku, variantId: idOf(reservedSku) },
      random.between(80, 120),
    )
    const third = await change(setup, { sku: freeSku, variantId: idOf(freeSku) }, 0)
    return { changes: [first, second, third], kept }
  },
  grade(evidence) {
    return [onHand(evidence), timely(evidence), kept(evidence), once(evidence), bulk(evidence)]
  },
})

/** An order holds its pieces at once; the decision of the connector is awaited because it may release them. */
async function reserve(setup: LessonSetup, variantId: string, quantity: number): Promise<void> {
  const { id } = await setup.createOrder({ variants: [{ id: variantId, quantity }] })
  if (setup.settings.claims.includes('orders')) await setup.untilDecided(id)
}

async function change(
  setup: LessonSetup,
  variant: { sku: string; variantId: string },
  asked: number,
): Promise<Change> {
  const { sku, variantId } = variant
  const { onHand: before } = await levelsOf(setup, variantId)
  const correctionsBefore = await correctionsOf(setup, variantId)
  const askedMs = setup.now()
  const { isReached, refusal } = await setup.actUntil(
    'set-stock',
    { sku, quantity: asked },
    async () => (await levelsOf(setup, variantId)).onHand === asked,
    setup.settings.seconds.report,
  )
  const seconds = isReached ? (setup.now() - askedMs) / 1000 : null
  const { onHand: after, reserved } = await levelsOf(setup, variantId)
  const corrections = (await correctionsOf(setup, variantId)) - correctionsBefore
  return { ...variant, asked, before, reserved, after, seconds, askedMs, refusal, corrections }
}

async function levelsOf(
  { examiner }: LessonSetup,
  id: string,
): Promise<{ onHand: number; reserved: number }> {
  const { stockQuantity, reservedQuantity } = (await examiner.client.variants.get(id)).attributes
  return { onHand: stockQuantity ?? 0, reserved: reservedQuantity ?? 0 }
}

async function correctionsOf({ examiner }: LessonSetup, variantId: string): Promise<number> {
  const query = { 'filter[productVariantIds][]': [variantId], 'page[limit]': 50 }
  const postings = await examiner.client.list('/api/stock/v1/stock/postings', { query }).toArray()
  return postings.filter(
    ({ attributes: { movementType, locationStatus } }) =>
      locationStatus === 'available' && !movementType?.startsWith('order_'),
  ).length
}

/** Whether the quantity is neither the one that was asked for nor the one before. */
const isWrong = ({ seconds, after, before }: Change) => seconds === null && after !== before

const describe = ({ sku, asked, after, reserved }: Change) =>
  `${asked} of ${sku} were counted, and ${after} are on hand, ${reserved} of them reserved.`

function onHand({ facts: { changes }, requests }: Evidence<StockFacts>) {
  const written = changes.filter((each) => each.seconds !== null || isWrong(each))
  if (written.length === 0) return skipped('onHand', 'The connector has written no quantity.')
  const wrong = written.filter(isWrong)
  if (wrong.length === 0) return passed('onHand', 'Every quantity on hand is what was counted.')
  const shown = new Set(wrong.flatMap((each) => writesTo(requests, each)))
  return failed('onHand', wrong.map(describe).join(' '), [...shown])
}

function timely({ facts: { changes }, settings, requests }: Evidence<StockFacts>) {
  const limit = settings.seconds.report + TOLERANCE_SECONDS
  const asked = changes.filter((each) => !isWrong(each))
  if (asked.length === 0) return skipped('timely', 'No quantity was written as it was counted.')
  const missed = asked.filter(({ seconds }) => seconds === null || seconds > limit)
  if (missed.length === 0) {
    const longest = Math.max(...asked.map(({ seconds }) => seconds ?? 0))
    return passed('timely', `Every quantity was written within ${longest.toFixed(1)} seconds.`)
  }
  const findings = missed.map(({ sku, refusal }) =>
    refusal === null
      ? `The quantity of ${sku} was not written within ${settings.seconds.report} seconds.`
      : `The connector did not take the action for ${sku}: ${refusal}.`,
  )
  return failed(
    'timely',
    findings.join(' '),
    missed.flatMap((each) => writesTo(requests, each)),
  )
}

function kept({ facts: { kept: seen, changes }, requests }: Evidence<StockFacts>) {
  if (!seen) return skipped('kept', 'The quantity was not written before the next order arrived.')
  const { sku, asked, onHand: now, reserved } = seen
  if (now === asked)
    return passed(
      'kept',
      `${now} of ${sku} were still on hand after the next order, ${reserved} of them reserved.`,
    )
  const [first, second] = changes
  const writes = first
    ? writesTo(requests, first).filter(({ arrivedMs }) => arrivedMs < (second?.askedMs ?? 0))
    : []
  return failed('kept', `After an order ${now} of ${sku} were on hand instead of ${asked}.`, writes)
}

function once({ facts: { changes }, requests }: Evidence<StockFacts>) {
  const reached = changes.filter(({ seconds }) => seconds !== null)
  if (reached.length === 0) return skipped('once', 'No quantity was written as it was counted.')
  const corrected = reached.filter(({ corrections }) => corrections > 1)
  if (corrected.length > 0) {
    const finding = corrected.map(
      ({ sku, corrections }) => `The ledger has ${corrections} corrections of ${sku} for one change.`,
    )
    return failed(
      'once',
      finding.join(' '),
      corrected.flatMap((each) => writesTo(requests, each)),
    )
  }
  const repeated = reached.flatMap((each) => {
    const same = writesTo(requests, each).filter(
      (request) => isSuccess(request) && writes(request, each, each.asked),
    )
    return same.length > MAX_SAME_WRITES ? same : []
  })
  return repeated.length > 0
    ? failed('once', 'The same quantity was written more than twice.', repeated)
    : passed('once', 'Each change is one entry of the ledger.')
}

function bulk({ requests }: Evidence) {
  const bulks = requests.filter((request) => entriesOf(request).length > 1)
  if (bulks.length === 0) return skipped('bulk', 'The connector made no requests for several variants.')
  const tooLarge = bulks.filter((request) => entriesOf(request).length > MAX_IN_BULK)
  return tooLarge.length > 0
    ? failed('bulk', `${tooLarge.length} requests had more than ${MAX_IN_BULK} entries.`, tooLarge)
    : passed('bulk', `${bulks.length} requests for several variants.`)
}

const isSuccess = ({ status }: RecordedRequest) => status !== null && status >= 200 && status < 300

/** The requests that wrote the quantity of the variant of a change since it was asked for. */
const writesTo = (requests: readonly RecordedRequest[], { variantId, askedMs }: Change) =>
  requests.filter(
    (request) =>
      request.arrivedMs >= askedMs && entriesOf(request).some((entry) => entry.variantId === variantId),
  )

const writes = (request: RecordedRequest, { variantId }: Change, quantity: number) =>
  entriesOf(request).some((entry) => entry.variantId === variantId && entry.quantity === quantity)

interface Entry {
  variantId: string
  quantity: number | undefined
}

interface StockResource {
  id?: string
  attributes?: { stockQuantity?: number; quantities?: readonly { quantity?: number }[] }
}

/** What a request writes, by any of the three operations; none for other requests. */
function entriesOf(request: RecordedRequest): readonly Entry[] {
  if (request.method === 'GET' || request.method === 'DELETE') return []
  const path = pathOf(request)
  const single = /^\/api\/v1\/product-variants\/([^/]+)\/stock$/.exec(path)?.[1]
  const body = bodyOf(request) as Record<string, unknown> | undefined
  if (single !== undefined)
    return [
      { variantId: single, quantity: (body?.data as StockResource | undefined)?.attributes?.stockQuantity },
    ]
  if (path === '/api/v1/operations') {
    const operations = (body?.['atomic:operations'] ?? []) as readonly { data?: StockResource }[]
    return operations.map(({ data }) => ({
      variantId: data?.id ?? '',
      quantity: data?.attributes?.stockQuantity,
    }))
  }
  if (!/^\/api\/stock\/v1\/(stock\/)?state$/.test(path)) return []
  return ((body?.data ?? []) as readonly StockResource[]).map(({ id = '', attributes }) => ({
    variantId: id,
    quantity: attributes?.quantities?.[0]?.quantity,
  }))
}
