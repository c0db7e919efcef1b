/** Catalog: operations one at a time, whose results are read, and whose failures are mended. */
import { between, type Evidence, pathOf, type RecordedRequest } from '../evidence.ts'
import { failed, lesson, passed, skipped } from '../lesson.ts'
import type { LessonSetup } from '../lesson-setup.ts'
import {
  type CatalogOperation,
  countImported,
  hasEnded,
  openOperation,
  operationsOf,
  productsOf,
  spoil,
} from './catalog-scenario.ts'

const OPERATIONS = '/api/v1/catalog/integrations/operations'
/** The largest page of results. */
const PAGE_SIZE = 100
/** More than a page. */
const PRODUCTS = 120
/** The operation of the other program stays open for this long after the connector has met it. */
const OPEN_SECONDS = 6
/** How long a connector may take to meet the other operation. */
const NOTICE_SECONDS = 15
/** An attempt every two seconds, and some that two processes make at the same time. */
const MAX_REFUSED = 2 + OPEN_SECONDS / 2
/** A connector that waits with growing delays may sleep for this long when its turn has come. */
const TURN_SECONDS = 20
/** For a connector that sends again what has failed. */
const WATCH_SECONDS = 6
const CALLBACK_MS = 3000

export interface CatalogFacts {
  marker: string
  /** The operation that another program had open. */
  foreignId: string
  /** How many products without a flaw there were, and how many of them were in the catalog in time. */
  valid: number
  imported: number
  flawed: number
  /** Failures in the operations of the connector, before it was given corrected products. */
  failures: number
  /** Of the corrected products, how many were in the catalog in time. */
  corrected: number
  /** What the connector said when it did not take an action. */
  refusal: string | null
  operations: readonly CatalogOperation[]
}

export const catalog = lesson({
  id: 'catalog',
  title: 'Catalog',
  about:
    'The connector is asked to import more products than a page of results has, while another program of the brand has an operation open. Some of the products have flaws that only the marketplace finds. Later it is given these products corrected, and some more at the same time. A connector that does not read every result believes that products are for sale which nobody can see.',
  needs: { claims: ['catalog'], actions: ['import'] },
  requirements: {
    oneAtATime: {
      text: 'While an operation of the brand is open, the connector waits, and leaves it alone.',
      reference: 'certify.md#catalog',
      fix: 'At 409 `OPERATION_ALREADY_OPEN` read the operation in `meta.operationId` every few seconds until it is no longer `created`. Neither add to it nor cancel it: it belongs to somebody else.',
    },
    imported: {
      text: 'All valid products are imported when the turn of the connector has come.',
      reference: 'certify.md#catalog',
      fix: 'Create the operation again when the other one has been started or cancelled, add the products, and start it; a product that fails does not stop the others.',
    },
    results: {
      text: 'The outcome of every product is read, page by page, by the links of the pages.',
      reference: 'certify.md#catalog',
      fix: 'Follow `links.next` of `…/results` until there is none; `filter[status]=failure` and `…/unprocessed-products` have the failures only.',
    },
    repair: {
      text: 'A product that failed is sent again when it was corrected, not before.',
      reference: 'certify.md#catalog',
      fix: 'Show the `issues` of a failed product to somebody who can correct it, and send nothing again that has not changed.',
    },
    callback: {
      text: 'A callback is answered with 2xx within three seconds.',
      reference: 'certify.md#catalog',
      fix: 'Store the callback, answer, and read the results afterwards; there is one attempt only.',
    },
    batches: {
      text: 'Products are added in requests that the marketplace takes.',
      reference: 'certify.md#catalog',
      fix: 'Add the products in several requests of less than 4 MB each, before the operation is started.',
    },
  },
  async play(setup): Promise<CatalogFacts> {
    const { random, settings } = setup
    const name = random.word(5).toUpperCase()
    const valid = productsOf(name, PRODUCTS)
    const { products, positions } = spoil(valid, random, PAGE_SIZE)
    const corrected = positions.flatMap((i) => valid[i] ?? [])
    const good = valid.filter((_, i) => !positions.includes(i))
    const marker = random.word(12)
    await setup.fault({ path: `${OPERATIONS}/*`, marker })
    await setup.start()
    const foreign = await openOperation(setup)
    setup.mark('blocked')
    const file = setup.writeFile('products.json', products)
    const { refusal } = await setup.actUntil(
      'import',
      { products, file },
      async () => (await setup.requests()).some(isAboutOperations),
      NOTICE_SECONDS,
    )
    await setup.pause(OPEN_SECONDS)
    await foreign.cancel()
    setup.mark('released')
    const wait = settings.seconds.report + TURN_SECONDS
    await setup.until(async () => (await countImported(setup, good)) === good.length, wait)
    const imported = await countImported(setup, good)
    await setup.until(async () => isRead(await setup.requests(), await operationsOf(setup)), WATCH_SECONDS)
    await setup.pause(WATCH_SECONDS)
    const failures = failuresIn(await operationsOf(setup))
    setup.mark('corrected')
    await ask(setup, 'corrected.json', corrected)
    const more = productsOf(`${name}-MORE`, 2)
    await ask(setup, 'more.json', more)
    const mended = [...corrected, ...more]
    await setup.until(async () => (await countImported(setup, mended)) === mended.length, wait)
    await setup.until(async () => (await operationsOf(setup)).every(isSettled), CALLBACK_MS / 1000 + 2)
    return {
      marker,
      foreignId: foreign.id,
      valid: good.length,
      imported,
      flawed: positions.length,
      failures,
      corrected: await countImported(setup, corrected),
      refusal,
      operations: await operationsOf(setup),
    }
  },
  grade(evidence) {
    return [
      oneAtATime(evidence),
      imported(evidence),
      results(evidence),
      repair(evidence),
      callback(evidence),
      batches(evidence),
    ]
  },
})

async function ask(setup: LessonSetup, name: string, products: readonly unknown[]): Promise<void> {
  await setup.act('import', { products, file: setup.writeFile(name, products) })
}

const isAboutOperations = (request: RecordedRequest) => pathOf(request).startsWith(OPERATIONS)
const isSettled = (operation: CatalogOperation) =>
  hasEnded(operation) && !['waiting', 'sending'].includes(operation.callback?.outcome ?? '')

const failuresIn = (operations: readonly CatalogOperation[]) =>
  operations.filter(({ isByConnector }) => isByConnector).reduce((sum, each) => sum + each.failed, 0)

const isCreate = (request: RecordedRequest) => request.method === 'POST' && pathOf(request) === OPERATIONS

function oneAtATime(evidence: Evidence<CatalogFacts>) {
  const { facts, requests } = evidence
  const touched = requests.filter(
    (request) =>
      request.method !== 'GET' &&
      pathOf(request).startsWith(`${OPERATIONS}/${facts.foreignId}`) &&
      request.status !== null &&
      request.status < 300,
  )
  if (touched.length > 0)
    return failed('oneAtATime', 'The connector changed an operation of another program.', touched)
  const refused = between(evidence, 'blocked').filter((each) => isCreate(each) && each.status === 409)
  if (refused.length > MAX_REFUSED) {
    const finding = `The connector tried to open an operation ${refused.length} times while one was open.`
    return failed('oneAtATime', finding, refused)
  }
  return between(evidence, 'blocked').some(isAboutOperations)
    ? passed('oneAtATime', `${refused.length} attempts to open an operation while one was open.`, refused)
    : skipped('oneAtATime', 'The connector made no requests about operations.')
}

function imported(evidence: Evidence<CatalogFacts>) {
  const { imported: found, valid, flawed, corrected, refusal } = evidence.facts
  if (refusal !== null) {
    const finding = `The connector did not take the action: ${refusal}.`
    // A connector that checks products itself may refuse all of them because some have a flaw.
    return corrected === flawed ? skipped('imported', finding) : failed('imported', finding)
  }
  if (found === valid) return passed('imported', `All ${valid} valid products were imported.`)
  const writes = between(evidence, 'blocked').filter(
    (each) => isAboutOperations(each) && each.method !== 'GET',
  )
  return failed('imported', `${found} of ${valid} valid products were imported in time.`, writes)
}

/** The addresses at which the outcome of the products of an operation can be read. */
const isReading = (request: RecordedRequest, id: string) =>
  request.method === 'GET' &&
  request.status === 200 &&
  [`${OPERATIONS}/${id}/results`, `${OPERATIONS}/${id}/unprocessed-products`].includes(pathOf(request))

const isReport = (request: RecordedRequest) =>
  request.method === 'GET' &&
  request.status === 200 &&
  pathOf(request).startsWith('/api/v1/catalog/exchange/storage/error-reports/')

/** Undefined if the body was cut. */
function hasNext({ responseBody }: RecordedRequest): boolean | undefined {
  try {
    const { links } = JSON.parse(responseBody ?? '') as { links?: { next?: string | null } }
    return typeof links?.next === 'string'
  } catch {
    return undefined
  }
}

const withFailures = (operations: readonly CatalogOperation[]) =>
  operations.filter((each) => each.isByConnector && hasEnded(each) && each.failed > 0)

function isRead(requests: readonly RecordedRequest[], operations: readonly CatalogOperation[]): boolean {
  if (requests.some(isReport)) return true
  return withFailures(operations).every(({ id }) =>
    requests.some((request) => isReading(request, id) && hasNext(request) !== true),
  )
}

function results({ facts, requests }: Evidence<CatalogFacts>) {
  const operations = withFailures(facts.operations)
  if (operations.length === 0) return skipped('results', 'The connector made no operation with failures.')
  const read = requests.filter((request) => operations.some(({ id }) => isReading(request, id)))
  const built = read.filter((request) => isLaterPage(request) && !request.url.includes(facts.marker))
  if (built.length > 0)
    return failed('results', 'A page was not requested by the link of the page before it.', built)
  if (!isRead(requests, operations)) {
    const finding =
      read.length === 0 ? 'The results were not read.' : 'The results were not read to the last page.'
    return failed('results', finding, read)
  }
  return passed('results', 'The outcome of every product was read.', read)
}

const isLaterPage = ({ url }: RecordedRequest) => /[?&]page(\[|%5B)(after|number)(\]|%5D)=/i.test(url)

function repair(evidence: Evidence<CatalogFacts>) {
  const { failures, flawed, corrected, imported: found } = evidence.facts
  const adds = requestsThatAdd(evidence.requests)
  if (adds.length === 0) return skipped('repair', 'The connector added no products.')
  if (failures > flawed) {
    const finding = `${flawed} products had a flaw, and they failed ${failures} times before they were corrected.`
    return failed('repair', finding, adds)
  }
  if (found === 0 && corrected === 0) return skipped('repair', 'No products were imported at all.')
  return corrected === flawed
    ? passed('repair', `All ${flawed} products were imported when they were corrected.`)
    : failed('repair', `${corrected} of ${flawed} corrected products were imported in time.`, adds)
}

function callback({ facts: { operations } }: Evidence<CatalogFacts>) {
  const calls = operations.flatMap(({ isByConnector, callback: call }) =>
    isByConnector && call ? [call] : [],
  )
  const made = calls.filter(({ outcome }) => !['waiting', 'sending'].includes(outcome))
  if (made.length === 0) return skipped('callback', 'The connector asked for no callbacks.')
  const missed = made.filter(
    ({ outcome, durationMs }) => outcome !== 'delivered' || (durationMs ?? 0) > CALLBACK_MS,
  )
  if (missed.length === 0) return passed('callback', `${made.length} callbacks were answered in time.`)
  const reasons = missed.map(({ outcome, status }) => (status === null ? outcome : `${outcome}: ${status}`))
  return failed('callback', `${missed.length} of ${made.length} callbacks failed (${reasons.join(', ')}).`)
}

const requestsThatAdd = (requests: readonly RecordedRequest[]) =>
  requests.filter(
    (request) =>
      request.method === 'POST' && isAboutOperations(request) && pathOf(request).endsWith('/products'),
  )

function batches({ requests }: Evidence) {
  const adds = requestsThatAdd(requests)
  if (adds.length === 0) return skipped('batches', 'The connector added no products.')
  const refused = adds.filter(
    ({ status }) => status !== null && status >= 400 && status < 500 && status !== 401,
  )
  return refused.length > 0
    ? failed('batches', `${refused.length} requests with products were refused.`, refused)
    : passed('batches', `${adds.length} requests with products.`)
}
