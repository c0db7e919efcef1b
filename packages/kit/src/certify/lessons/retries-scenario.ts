/** The scenario of the lesson about retries. */

import type { LessonSetup, Undo } from '../lesson-setup.ts'
import { lessonProduct } from '../products.ts'

export const OPERATIONS = '/api/v1/catalog/integrations/operations'
export const MAX_RETRIES = 5

const SERVER_ERRORS = [500, 502, 503, 504] as const
/** Those that say that the request is wrong, which no repetition changes. */
const REFUSALS = [400, 403, 404, 422] as const
/** Enough to see waits, and over within ten seconds for a connector that waits as the specification suggests. */
const FAILURES = 3
/** Beyond the claimed time, for the waits between repetitions. */
const PATIENCE_SECONDS = 30
/** A connector that repeats a refused request does so at once, or after a few seconds. */
const REFUSED_SECONDS = 6
/** Longer than the first waits of a connector that does not read `Retry-After`. */
const RETRY_AFTER = { min: 4, max: 6 } as const
/** The limit ends a little early, so that a connector that waits as it was told meets none. */
const EARLY_SECONDS = 1
/** Work for the time of the limit is given when nothing is under way any more. */
const LATER_SECONDS = 1.5
/** Up to the sixth attempt of a connector that waits as the specification suggests, and some more. */
const OUTAGE_SECONDS = 75
/** After the last attempt, by which the connector has given up: longer than any wait of the specification. */
const GIVEN_UP_SECONDS = 30
/** The longest wait of the specification, with its jitter and some more. */
const MAX_QUIET_SECONDS = 18.5

/** The faults by which the requests are known, and what they were about; null for what was not played. */
export interface RetriesFacts {
  failing: OrderUnderFault | null
  disconnected: OrderUnderFault | null
  refusedBy: string | null
  outage: readonly string[]
  limitedBy: string | null
  lost: { faultId: string; operations: readonly { id: string; status: string }[] } | null
}

interface OrderUnderFault {
  faultId: string
  orderId: string
}

/** The outage takes half a minute or more, so other failures are played meanwhile, if it hits something else. */
export async function playRetries(setup: LessonSetup): Promise<RetriesFacts> {
  const { claims, actions } = setup.settings
  const hasOrders = claims.includes('orders')
  const sku = 'set-stock' in actions ? `RETRY-${setup.random.word(8)}` : null
  if (sku !== null) await setup.examiner.createVariants([{ sku, stock: 5 }])
  await setup.start()

  const asked: Promise<unknown>[] = []
  const decide = async () => {
    await setup.createOrder()
  }
  let quantity = setup.random.between(6, 60)
  // The connector may respond when the stock is set, which is long after.
  const setStock = async () => {
    asked.push(setup.act('set-stock', { sku, quantity: ++quantity }))
  }

  const parallel = sku !== null && hasOrders ? await beginOutage(setup, STOCK_WRITES, setStock) : undefined
  const failing = hasOrders
    ? await decideUnder(setup, { status: setup.random.pick(SERVER_ERRORS), count: FAILURES })
    : null
  const disconnected = hasOrders ? await decideUnder(setup, { disconnect: 'before', count: FAILURES }) : null
  const refusedBy = hasOrders ? await playRefusal(setup, decide) : null
  const lost = 'import' in actions ? await playLostCreate(setup) : null
  if (parallel) await untilGivenUp(setup, parallel)
  const work = hasOrders ? decide : sku !== null ? setStock : undefined
  const limitedBy = work ? await playLimit(setup, work) : null
  const outage =
    parallel ?? (work && (await beginOutage(setup, hasOrders ? ORDER_WRITES : STOCK_WRITES, work)))
  if (outage) await endOutage(setup, outage)
  await Promise.all(asked)
  return {
    failing,
    disconnected,
    refusedBy,
    outage: outage?.map(({ id }) => id) ?? [],
    limitedBy,
    lost,
  }
}

type Write = { method: 'POST' | 'PATCH'; path: string }
const ORDER_WRITES: readonly Write[] = [{ method: 'POST', path: '/api/v1/orders/*' }]
/** One at a time, or in bulk. */
const STOCK_WRITES: readonly Write[] = [
  { method: 'PATCH', path: '/api/v1/product-variants/*' },
  { method: 'POST', path: '/api/v1/operations' },
]
type Work = () => Promise<void>

async function beginOutage(
  setup: LessonSetup,
  writes: readonly Write[],
  work: Work,
): Promise<readonly Undo[]> {
  const status = setup.random.pick(SERVER_ERRORS)
  const faults: Undo[] = []
  for (const write of writes) faults.push(await setup.fault({ ...write, status }))
  await work()
  return faults
}

/** Until there was one attempt and all retries, or the connector makes no more. */
async function untilGivenUp(setup: LessonSetup, outage: readonly Undo[]): Promise<void> {
  const { report } = setup.settings.seconds
  await setup.until(async () => {
    const times = await hitsOf(setup, outage)
    const last = times.at(-1)
    if (last === undefined) return false
    return times.length > MAX_RETRIES || setup.now() - last > GIVEN_UP_SECONDS * 1000
  }, report + OUTAGE_SECONDS)
}

/** Leaves time for another attempt, as one without a limit would make it. */
async function endOutage(setup: LessonSetup, outage: readonly Undo[]): Promise<void> {
  await untilGivenUp(setup, outage)
  const times = await hitsOf(setup, outage)
  const last = times.at(-1)
  if (times.length > MAX_RETRIES && last !== undefined) {
    const seconds = Math.min(lastWait(times) * 1.1 + 1, MAX_QUIET_SECONDS)
    const restMs = last + seconds * 1000 - setup.now()
    if (restMs > 0) await setup.pause(restMs / 1000)
  }
  setup.mark('outageEnded')
  for (const undo of outage) await undo()
}

/** When the faults have hit, in milliseconds. */
async function hitsOf(setup: LessonSetup, faults: readonly Undo[]): Promise<readonly number[]> {
  const requests = await setup.requests()
  return requests
    .filter(({ faultId }) => faults.some(({ id }) => id === faultId))
    .map((each) => each.arrivedMs)
}

/** In seconds. */
const lastWait = (times: readonly number[]) => ((times.at(-1) ?? 0) - (times.at(-2) ?? 0)) / 1000

async function decideUnder(
  setup: LessonSetup,
  fault: { status: number; count: number } | { disconnect: 'before'; count: number },
): Promise<OrderUnderFault> {
  const undo = await setup.fault({ method: 'POST', path: '/api/v1/orders/*', ...fault })
  const { id } = await setup.createOrder()
  await setup.untilDecided(id, setup.settings.seconds.decide + PATIENCE_SECONDS)
  await undo()
  return { faultId: undo.id, orderId: id }
}

async function playRefusal(setup: LessonSetup, work: Work): Promise<string> {
  const status = setup.random.pick(REFUSALS)
  const undo = await setup.fault({ method: 'POST', path: '/api/v1/orders/*', status })
  await work()
  if (await untilHit(setup, undo)) await setup.pause(REFUSED_SECONDS)
  await undo()
  return undo.id
}

async function playLimit(setup: LessonSetup, work: Work): Promise<string> {
  const { decide } = setup.settings.seconds
  const retryAfter = setup.random.between(RETRY_AFTER.min, RETRY_AFTER.max)
  const undo = await setup.fault({ path: '/api/v1/*', status: 429, retryAfter })
  await work()
  if (await untilHit(setup, undo)) {
    await setup.pause(LATER_SECONDS)
    await work()
    await setup.pause(retryAfter - EARLY_SECONDS - LATER_SECONDS)
  }
  await undo()
  const from = setup.now()
  await setup.untilRequests(
    (requests) => requests.some(({ arrivedMs, faultId }) => arrivedMs > from && faultId === null),
    retryAfter + decide,
  )
  return undo.id
}

const untilHit = (setup: LessonSetup, { id }: Undo) =>
  setup.untilRequests(
    (requests) => requests.some(({ faultId }) => faultId === id),
    setup.settings.seconds.decide,
  )

async function playLostCreate(setup: LessonSetup): Promise<RetriesFacts['lost']> {
  const known = new Set((await operations(setup)).map(({ id }) => id))
  const undo = await setup.fault({ method: 'POST', path: OPERATIONS, disconnect: 'after', count: 1 })
  const products = [lessonProduct({ sku: `LOST-${setup.random.word(8)}`, stock: 5 })]
  const asked = setup.act('import', { products, file: setup.writeFile('products.json', products) })
  const added = async () => (await operations(setup)).filter(({ id }) => !known.has(id))
  await setup.until(
    async () => (await added()).some(({ status }) => status !== 'created'),
    setup.settings.seconds.report + PATIENCE_SECONDS,
  )
  await undo()
  await asked
  return { faultId: undo.id, operations: await added() }
}

async function operations({ examiner }: LessonSetup): Promise<readonly { id: string; status: string }[]> {
  const found = await examiner.client.list(OPERATIONS).toArray()
  return found.map(({ id, attributes }) => ({ id, status: attributes.status }))
}
