/**
 * `tradehall listen`: brings the webhook deliveries of an application to an address on this machine, without a
 * subscription. The server is asked again and again for what came after the last delivery that is known, so nothing is
 * lost while the connection is.
 *
 * asking ──events──▶ forwarding, one after the other ──▶ asking
 *    │ no answer, 5xx, 429
 *    ▼
 * waiting, twice as long each time ──▶ asking
 */
import { setTimeout as pause } from 'node:timers/promises'
import { JSON_API } from '@tradehall/jsonapi'
import { signatureHeaders } from '../modules/webhooks/delivery/signing.ts'
import { StartRefused } from '../platform/data-dir.ts'
import {
  type Answer,
  type Client,
  type ClientOptions,
  checkedUrl,
  connectTo,
  problemsIn,
  reasonOf,
  Unreachable,
} from './client.ts'
import { print, printJson, remark, styled } from './printing.ts'

export interface ListenOptions extends ClientOptions {
  /** Where deliveries go; without it they are only printed. */
  forward?: string
  /** Names of events, separated by commas. */
  events?: string
  /** Print the signing secret, and nothing else. */
  printSecret?: boolean
  json?: boolean
}

/** How long the server may keep a question open, and how much longer we wait for its answer. */
const WAIT_SECONDS = 20
const ANSWER_MS = (WAIT_SECONDS + 15) * 1000
/** What a receiver has in production. */
const RECEIVER_MS = 15_000
const FIRST_REST_MS = 250
const LONGEST_REST_MS = 5_000

/** Answers the exit code, once Ctrl-C has ended it. */
export async function listen(
  { forward, events, printSecret = false, json = false, ...options }: ListenOptions,
  environment: Record<string, string | undefined>,
  stop: AbortSignal,
): Promise<number> {
  const target = checkedUrl(forward, '--forward')
  const client = connectTo(options, environment)
  try {
    if (printSecret) print((await hear(client, { names: [] }, stop)).signingSecret)
    else await follow(client, { names: namesIn(events), target, json, signal: stop })
  } catch (error) {
    if (!stop.aborted) throw error
  }
  return 0
}

const namesIn = (events: string | undefined): string[] =>
  (events ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

interface Following {
  names: readonly string[]
  target: string | undefined
  json: boolean
  signal: AbortSignal
}

async function follow(client: Client, { names, target, json, signal }: Following): Promise<void> {
  const heard = await hear(client, { names }, signal)
  const { signingSecret } = heard
  announce(client, { signingSecret, target, json })
  let { cursor } = heard
  while (!signal.aborted) {
    const next = await hear(client, { names, after: cursor }, signal)
    for (const event of next.events) {
      const outcome =
        target === undefined ? undefined : await deliver(event, { signingSecret, target, signal })
      signal.throwIfAborted()
      report(event, outcome, json)
    }
    cursor = next.cursor
  }
}

interface HeardEvent {
  id: string
  attributes: { event: string; subjectId: string; body: string; occurredAt: string }
}

interface Heard {
  events: HeardEvent[]
  cursor: number
  signingSecret: string
}

interface Question {
  names: readonly string[]
  /** Left out to learn where to begin. */
  after?: number
}

/** Asks until there is an answer. */
async function hear(client: Client, question: Question, signal: AbortSignal): Promise<Heard> {
  for (let tries = 0; ; tries++) {
    const answer = await ask(client, question, signal)
    if (answer instanceof Unreachable || isPassing(answer)) {
      await rest(client, answer, tries, signal)
      continue
    }
    if (answer.status === 404) {
      throw new StartRefused(
        `${client.baseUrl} is no sandbox with webhooks, and only such a one can be listened to.`,
      )
    }
    if (answer.status !== 200) throw new StartRefused(`${client.baseUrl} refuses: ${problemsIn(answer)}`)
    if (tries > 0) remark('Connected again.')
    return { events: answer.body.data, ...answer.body.meta }
  }
}

async function ask(
  client: Client,
  { names, after }: Question,
  signal: AbortSignal,
): Promise<Answer | Unreachable> {
  const query = new URLSearchParams(names.map((name) => ['filter[event][]', name]))
  if (after !== undefined) {
    query.set('after', String(after))
    query.set('wait', String(WAIT_SECONDS))
  }
  try {
    return await client.send('GET', `/api/testing/webhook-events?${query}`, { signal, withinMs: ANSWER_MS })
  } catch (error) {
    if (error instanceof Unreachable) return error
    throw error
  }
}

const isPassing = ({ status }: Answer) => status === 429 || status >= 500

async function rest(
  client: Client,
  why: Answer | Unreachable,
  tries: number,
  signal: AbortSignal,
): Promise<void> {
  const backoffMs = Math.min(FIRST_REST_MS * 2 ** tries, LONGEST_REST_MS)
  const told = why instanceof Unreachable ? undefined : why.retryAfter
  const restMs = told === undefined ? backoffMs : Math.max(told * 1000, FIRST_REST_MS)
  // Once for each interruption: what follows is the same again.
  if (tries === 0) {
    const reason = why instanceof Unreachable ? why.message : problemsIn(why)
    remark(`No connection to ${client.baseUrl}: ${reason.replace(/\.$/, '')}. Trying again.`)
  }
  await pause(restMs, undefined, { signal })
}

type Outcome = { status: number; ms: number } | { failure: string; ms: number }

/** Signed anew, as a subscription would sign it: the same bytes and event id, and the time of now. */
async function deliver(
  { id, attributes: { body } }: HeardEvent,
  { signingSecret, target, signal }: { signingSecret: string; target: string; signal: AbortSignal },
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
        ...signatureHeaders({ eventId: id, body, at: new Date(), secrets: [signingSecret] }),
      },
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(RECEIVER_MS)]),
    })
    await answer.body?.cancel()
    return { status: answer.status, ms: took() }
  } catch (error) {
    return { failure: reasonOf(error), ms: took() }
  }
}

function announce(
  { baseUrl, clientId }: Client,
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

function report({ id, attributes }: HeardEvent, outcome: Outcome | undefined, json: boolean): void {
  const { event, subjectId, occurredAt } = attributes
  const at = new Date()
  if (json) {
    printJson({ at: at.toISOString(), event, orderId: subjectId, eventId: id, occurredAt, ...outcome })
    return
  }
  const parts = [styled('dim', at.toTimeString().slice(0, 8)), styled('bold', event), subjectId]
  if (outcome) parts.push(shown(outcome), styled('dim', `${outcome.ms} ms`))
  print(parts.join('  '))
}

const shown = (outcome: Outcome): string => {
  if ('failure' in outcome) return styled('red', outcome.failure)
  return styled(outcome.status >= 200 && outcome.status < 300 ? 'green' : 'red', String(outcome.status))
}
