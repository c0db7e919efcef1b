/**
 * `listen`: forwards the webhook deliveries of an application to a URL on this machine, without a subscription.
 * It polls the server with the cursor of the last delivery, so that no event is lost with the connection.
 *
 * poll ──events──▶ forward, one at a time ──▶ poll
 *   │ no response, 5xx, 429
 *   ▼
 * exponential backoff ──▶ poll
 */
import { setTimeout as pause } from 'node:timers/promises'
import { NotFoundError, ResponseError } from '@tradehall/client'
import { JSON_API } from '@tradehall/jsonapi'
import {
  type Connection,
  type ConnectOptions,
  checkedUrl,
  connectTo,
  isTransient,
  problemIn,
  reasonOf,
  refusalOf,
  responseErrorIn,
} from '../connection.ts'
import { StartRefused } from '../failures.ts'
import { print, printJson, remark, styled } from '../terminal/printing.ts'
import { signatureHeaders } from '../webhook-signatures.ts'

export interface ListenOptions extends ConnectOptions {
  /** URL that deliveries are sent to; without it they are only printed. */
  forward?: string
  /** Names of events, separated by commas. */
  events?: string
  /** Print the signing secret, and nothing else. */
  printSecret?: boolean
  json?: boolean
}

/** How long the server may hold a long poll open. */
const WAIT_SECONDS = 20
const POLL_TIMEOUT_MS = (WAIT_SECONDS + 15) * 1000
/** The timeout of a delivery in production. */
const RECEIVER_TIMEOUT_MS = 15_000
const MIN_BACKOFF_MS = 250
const MAX_BACKOFF_MS = 5_000

/** Runs until `stop` is aborted, and returns the exit code. */
export async function listen(
  { forward, events, printSecret = false, json = false, ...options }: ListenOptions,
  environment: Record<string, string | undefined>,
  stop: AbortSignal,
): Promise<number> {
  const target = checkedUrl(forward, '--forward')
  // Failures are announced at once, and retried for as long as the tool runs.
  const connection = connectTo(options, environment, { maxRetries: 0 })
  try {
    if (printSecret) print((await poll(connection, { names: [] }, stop)).signingSecret)
    else await forwardAll(connection, { names: parseNames(events), target, json, signal: stop })
  } catch (error) {
    if (!stop.aborted) throw error
  }
  return 0
}

const parseNames = (events: string | undefined): string[] =>
  (events ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

interface ForwardOptions {
  names: readonly string[]
  target: string | undefined
  json: boolean
  signal: AbortSignal
}

async function forwardAll(
  connection: Connection,
  { names, target, json, signal }: ForwardOptions,
): Promise<void> {
  const start = await poll(connection, { names }, signal)
  announce(connection, { signingSecret: start.signingSecret, target, json })
  let { cursor } = start
  while (!signal.aborted) {
    const next = await poll(connection, { names, after: cursor }, signal)
    for (const event of next.events) {
      const outcome =
        target === undefined ? undefined : await deliver(event, { secrets: secretsOf(next), target, signal })
      signal.throwIfAborted()
      report(event, outcome, json)
    }
    cursor = next.cursor
  }
}

interface ListenedEvent {
  id: string
  attributes: { event: string; subjectId: string; body: string; occurredAt: string }
}

interface EventBatch {
  events: ListenedEvent[]
  cursor: number
  signingSecret: string
  /** Earlier versions of the server do not return them. */
  previousSigningSecrets?: string[]
}

/** The oldest first, as for a subscription whose secret was rotated. */
function secretsOf({ signingSecret, previousSigningSecrets = [] }: EventBatch): [string, ...string[]] {
  const [oldest = signingSecret, ...newer] = [...previousSigningSecrets.toReversed(), signingSecret]
  return [oldest, ...newer]
}

interface PollQuery {
  names: readonly string[]
  /** Absent in the first poll, which returns the cursor to start from. */
  after?: number
}

/** Retries until the server responds. */
async function poll(
  connection: Connection,
  { names, after }: PollQuery,
  signal: AbortSignal,
): Promise<EventBatch> {
  const query = {
    'filter[event][]': [...names],
    ...(after !== undefined && { after, wait: WAIT_SECONDS }),
  }
  const { client } = connection
  for (let attempt = 0; ; attempt++) {
    try {
      const options = { query, signal, timeoutMs: POLL_TIMEOUT_MS }
      const { data, meta } = await client.request('GET', '/api/testing/webhook-events', options)
      if (attempt > 0) remark('Reconnected.')
      return { events: data as ListenedEvent[], ...meta }
    } catch (error) {
      if (!isTransient(error)) throw failureOf(error, connection)
      await backOff(connection, error, attempt, signal)
    }
  }
}

function failureOf(error: unknown, connection: Connection): unknown {
  if (!(responseErrorIn(error) instanceof NotFoundError)) return refusalOf(error, connection)
  return new StartRefused(
    `${connection.baseUrl} has no /api/testing/webhook-events: \`listen\` works with a sandbox that has webhooks only.`,
  )
}

async function backOff(
  { baseUrl }: Connection,
  error: Parameters<typeof problemIn>[0],
  attempt: number,
  signal: AbortSignal,
): Promise<void> {
  const backoffMs = Math.min(MIN_BACKOFF_MS * 2 ** attempt, MAX_BACKOFF_MS)
  const retryAfter = error instanceof ResponseError ? error.retryAfter : undefined
  const delayMs = retryAfter === undefined ? backoffMs : Math.max(retryAfter * 1000, MIN_BACKOFF_MS)
  // One line for each interruption is enough.
  if (attempt === 0) remark(`No connection to ${baseUrl}: ${problemIn(error)}. Retrying.`)
  await pause(delayMs, undefined, { signal })
}

type Outcome = { status: number; ms: number } | { failure: string; ms: number }

/** Signs as a subscription does: the stored body and event id, with the current time as the timestamp. */
async function deliver(
  { id, attributes: { body } }: ListenedEvent,
  {
    secrets,
    target,
    signal,
  }: { secrets: readonly [string, ...string[]]; target: string; signal: AbortSignal },
): Promise<Outcome> {
  const startedAt = performance.now()
  const took = () => Math.round(performance.now() - startedAt)
  try {
    const answer = await fetch(target, {
      method: 'POST',
      body,
      headers: {
        'content-type': JSON_API,
        'user-agent': 'Tradehall-Webhooks/1',
        ...signatureHeaders({ eventId: id, body, at: new Date(), secrets }),
      },
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(RECEIVER_TIMEOUT_MS)]),
    })
    await answer.body?.cancel()
    return { status: answer.status, ms: took() }
  } catch (error) {
    return { failure: reasonOf(error), ms: took() }
  }
}

function announce(
  { baseUrl, clientId }: Connection,
  { signingSecret, target, json }: { signingSecret: string; target: string | undefined; json: boolean },
): void {
  if (json) {
    printJson({ listening: baseUrl, clientId, signingSecret, forward: target ?? null })
    return
  }
  print(`Listening to ${styled('bold', baseUrl)} as ${clientId}. Ctrl-C ends it.`)
  print(`Signing secret: ${styled('bold', signingSecret)}`)
  if (target !== undefined) print(`Forwarding to ${styled('bold', target)}`)
}

function report({ id, attributes }: ListenedEvent, outcome: Outcome | undefined, json: boolean): void {
  const { event, subjectId, occurredAt } = attributes
  const at = new Date()
  if (json) {
    printJson({ at: at.toISOString(), event, orderId: subjectId, eventId: id, occurredAt, ...outcome })
    return
  }
  const parts = [styled('dim', at.toTimeString().slice(0, 8)), styled('bold', event), subjectId]
  if (outcome) parts.push(renderOutcome(outcome), styled('dim', `${outcome.ms} ms`))
  print(parts.join('  '))
}

const renderOutcome = (outcome: Outcome): string => {
  if ('failure' in outcome) return styled('red', outcome.failure)
  return styled(outcome.status >= 200 && outcome.status < 300 ? 'green' : 'red', String(outcome.status))
}
