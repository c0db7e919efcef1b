/** How the evidence of the lesson about retries is graded. */
import { bodyOf, type Evidence, isTokenRequest, pathOf, type RecordedRequest } from '../evidence.ts'
import { type Check, failed, passed, skipped } from '../lesson.ts'
import { MAX_RETRIES, OPERATIONS, type RetriesFacts } from './retries-scenario.ts'

type Given = Evidence<RetriesFacts>
type Requests = readonly RecordedRequest[]

/** Timers and networks are not exact. */
const TOLERANCE_MS = 200
/** Requests that were sent before the response was read; and other requests that were told to wait a little less. */
const UNDER_WAY_MS = 1000
/** Also random waits from nothing up to those of the specification are longer on average. */
const MIN_MEAN_WAIT_MS = 200
/** The least growth of 1 to 1.5 seconds followed by 2 to 2.5 seconds, and some tolerance. */
const GROWTH = 1.25
/** A wait so many times any one before is a pause, unless it is short. */
const PAUSE = 3
const MIN_PAUSE_MS = 10_000
/** The next wait of a series that simply goes on would be shorter. */
const PAUSE_AT_THE_END = 1.5

const hitBy = ({ requests }: Given, faultIds: readonly (string | null | undefined)[]): Requests =>
  requests.filter(({ faultId }) => faultId !== null && faultIds.includes(faultId))

/** The body of a request that failed before it was read is not known, but its length is. */
const isSame = (a: RecordedRequest, b: RecordedRequest) =>
  a.method === b.method &&
  a.url === b.url &&
  headerOf(a, 'content-length') === headerOf(b, 'content-length') &&
  (a.requestBody === b.requestBody || a.requestBody === null || b.requestBody === null)

const headerOf = ({ requestHeaders }: RecordedRequest, name: string): unknown =>
  (requestHeaders as Record<string, unknown>)[name]

const endOf = ({ arrivedMs, durationMs }: RecordedRequest) => arrivedMs + durationMs

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

export function rateLimit(evidence: Given): Check<'rateLimit'> {
  const limited = hitBy(evidence, [evidence.facts.limitedBy])
  const last = limited.at(-1)
  if (!last) return skipped('rateLimit', 'The connector made no request while its rate limit was exceeded.')
  const early = evidence.requests.filter((request) => limited.some((each) => isTooEarly(each, request)))
  if (early.length > 0) {
    const finding = `${early.length} requests came before the ${retryAfterOf(last)} seconds of Retry-After were over.`
    return failed('rateLimit', finding, [...limited.slice(0, 1), ...early])
  }
  const isResumed = evidence.requests.some(
    (request) => request.arrivedMs > last.arrivedMs && !isTokenRequest(request),
  )
  return isResumed
    ? passed('rateLimit', `No request came before Retry-After (${retryAfterOf(last)} s) was over.`, limited)
    : failed('rateLimit', 'No request came after Retry-After was over either.', limited)
}

const retryAfterOf = ({ responseHeaders }: RecordedRequest) =>
  Number((responseHeaders as Record<string, unknown>)['retry-after'] ?? 0)

/** A process with a token of its own may not know of the limit yet. */
function isTooEarly(limited: RecordedRequest, request: RecordedRequest): boolean {
  if (request.tokenFingerprint !== limited.tokenFingerprint || isTokenRequest(request)) return false
  const overMs = limited.arrivedMs + retryAfterOf(limited) * 1000
  const [fromMs, toMs] = isSame(limited, request)
    ? [endOf(limited), overMs - TOLERANCE_MS]
    : [endOf(limited) + UNDER_WAY_MS, overMs - UNDER_WAY_MS]
  return request.arrivedMs > fromMs && request.arrivedMs < toMs
}

export function serverErrors(evidence: Given): Check<'serverErrors'> {
  const { failing, outage } = evidence.facts
  const short = hitBy(evidence, [failing?.faultId])
  const long = hitBy(evidence, outage)
  if (short.length + long.length === 0)
    return skipped('serverErrors', 'The connector made none of the requests that would have failed.')
  const problem = problemOf(evidence, short, failing?.orderId)
  if (problem !== undefined) return failed('serverErrors', problem, short)
  const waits = waitsOf(long)
  if (long.length > 0 && waits.length === 0)
    return failed('serverErrors', 'A request that failed with 5xx was not repeated.', long)
  // Only as many waits as there may be repetitions are compared: later repetitions are too many in any case.
  const series = seriesOf(waits)[0]?.slice(0, MAX_RETRIES) ?? []
  const finding = `Waits between repetitions: ${series.map(seconds).join(', ') || 'none'}.`
  return isGrowing(series)
    ? passed('serverErrors', finding, long.length > 0 ? long : short)
    : failed('serverErrors', `${finding} They do not grow.`, long)
}

export function connections(evidence: Given): Check<'connections'> {
  const { disconnected } = evidence.facts
  const hits = hitBy(evidence, [disconnected?.faultId])
  if (hits.length === 0) return skipped('connections', 'The connector lost none of its connections.')
  const problem = problemOf(evidence, hits, disconnected?.orderId)
  return problem === undefined
    ? passed('connections', `After ${hits.length} lost connections the order was decided.`, hits)
    : failed('connections', problem, hits)
}

/** Of a few failures after which the connector would have succeeded. */
function problemOf(evidence: Given, hits: Requests, orderId: string | undefined): string | undefined {
  const [first] = hits
  if (!first) return undefined
  const order = evidence.orders.find(({ id }) => id === orderId)
  if (order?.status === 'ankor_confirmed')
    return `A request that failed ${hits.length} times was not repeated until it succeeded.`
  const repetition = evidence.requests.findLast(
    (request) => request.faultId === null && isSame(request, first),
  )
  const attempts = repetition ? [...hits, repetition] : hits
  const waits = waitsOf(attempts)
  const total = waits.reduce((sum, wait) => sum + wait, 0)
  return waits.length > 0 && total / waits.length < MIN_MEAN_WAIT_MS
    ? `${waits.length} repetitions came within ${seconds(total)}.`
    : undefined
}

export function limit(evidence: Given): Check<'limit'> {
  const hits = hitBy(evidence, evidence.facts.outage)
  const last = hits.at(-1)
  if (!last) return skipped('limit', 'The connector made no request that would have failed all the time.')
  const waits = waitsOf(hits)
  const longest = Math.max(...seriesOf(waits).map(({ length }) => length))
  if (longest > MAX_RETRIES)
    return failed('limit', `${longest} repetitions in a row.`, hits.slice(MAX_RETRIES + 1))
  const quiet = (evidence.marks.outageEnded ?? last.arrivedMs) - last.arrivedMs
  return passed('limit', `${waits.length} repetitions, then none for ${seconds(quiet)}.`, hits)
}

/** Between the attempts, in milliseconds. */
const waitsOf = (attempts: Requests): readonly number[] =>
  attempts.slice(1).map(({ arrivedMs }, i) => arrivedMs - (attempts[i]?.arrivedMs ?? 0))

/** Attempts after a long pause begin a new series. */
function seriesOf(waits: readonly number[]): readonly (readonly number[])[] {
  const all: number[][] = [[]]
  for (const wait of waits) {
    const series = all.at(-1) ?? []
    if (isPause(wait, series)) all.push([])
    else series.push(wait)
  }
  return all
}

function isPause(wait: number, series: readonly number[]): boolean {
  if (series.length === 0) return false
  const isLong = wait > MIN_PAUSE_MS && wait > Math.max(...series) * PAUSE
  return isLong || (series.length === MAX_RETRIES && wait > (series.at(-1) ?? 0) * PAUSE_AT_THE_END)
}

/** Random waits may be shorter than the one before, so halves are compared, and of a few waits only whether they are equal. */
function isGrowing(waits: readonly number[]): boolean {
  if (waits.length < 3) return true
  if (waits.length === 3) return Math.max(...waits) >= Math.min(...waits) * GROWTH
  const half = Math.floor(waits.length / 2)
  const sum = (some: readonly number[]) => some.reduce((total, wait) => total + wait, 0)
  return sum(waits.slice(-half)) >= sum(waits.slice(0, half)) * GROWTH
}

export function refusals(evidence: Given): Check<'refusals'> {
  const hits = hitBy(evidence, [evidence.facts.refusedBy])
  const [first] = hits
  if (!first) return skipped('refusals', 'The connector made no request that would have been refused.')
  const repeated = hits.filter((request) =>
    hits.some((earlier) => isSame(earlier, request) && request.arrivedMs > endOf(earlier)),
  )
  return repeated.length === 0
    ? passed('refusals', `A request that was refused with ${first.status} was not repeated.`, hits)
    : failed('refusals', `A request that was refused with ${first.status} was repeated as it was.`, hits)
}

export function creates(evidence: Given): Check<'creates'> {
  const { lost } = evidence.facts
  const hit = hitBy(evidence, [lost?.faultId])[0]
  if (!lost || !hit) return skipped('creates', 'The connector created no operation.')
  const later = evidence.requests.filter(({ sequence }) => sequence > hit.sequence)
  const repetitions = later.filter(({ method, url }) => method === 'POST' && pathOf({ url }) === OPERATIONS)
  const others = repetitions.filter((request) => idIn(request) === undefined || idIn(request) !== idIn(hit))
  if (others.length > 0)
    return failed('creates', 'The create was repeated without its id, or with another one.', [hit, ...others])
  const { operations } = lost
  if (operations.length > 1)
    return failed('creates', `${operations.length} operations were created.`, [hit, ...repetitions])
  const isContinued = later.some(({ url }) => operations.some(({ id }) => url.includes(id)))
  return isContinued
    ? passed('creates', 'The operation was created once, and continued.', [hit, ...repetitions])
    : failed('creates', 'The operation was created, and the connector has lost it.', [hit, ...repetitions])
}

function idIn(request: RecordedRequest): string | undefined {
  const body = bodyOf(request) as { data?: { id?: unknown } } | undefined
  return typeof body?.data?.id === 'string' ? body.data.id : undefined
}
