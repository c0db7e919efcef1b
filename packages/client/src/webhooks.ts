/** Verifies that a webhook comes from the marketplace, with Web Crypto. */
import { ConfigurationError, SignatureError } from './errors.ts'
import type { webhooks } from './generated/api.ts'
import { parseJson } from './transport.ts'

type Messages = {
  [Name in keyof webhooks]: webhooks[Name] extends { post: { requestBody: { content: infer C } } }
    ? C[keyof C]
    : never
}

/** The events that this version knows, and any newer one. */
export type EventName = keyof Messages | (string & {})

/** The document of an event; `WebhookEvent<'order.shipped'>` for one of them. */
export type WebhookEvent<Name extends keyof Messages = keyof Messages> = Messages[Name]

/** An event that is newer than this version passes through as it is. */
export interface AnyEvent {
  meta: { event: { id: string; applicationId: string; type: string; timestamp: number; test?: true } }
  data: unknown
  included?: unknown[]
}

/** Tells which event it is, and gives it the type of its document, if this version knows it. */
export function isEvent<Name extends keyof Messages>(
  event: AnyEvent | WebhookEvent,
  name: Name,
): event is WebhookEvent<Name>
export function isEvent(event: AnyEvent | WebhookEvent, name: EventName): boolean
export function isEvent(event: AnyEvent | WebhookEvent, name: EventName): boolean {
  return event.meta.event.type === name
}

export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

export interface VerifyOptions {
  /** The time to compare with, instead of that of this machine. */
  now?: Date | number
  /** Refuses what has no `webhook-signature`: without it an old message, sent again, looks like a new one. */
  requireTimestamp?: boolean
}

export interface VerifiedWebhook {
  event: AnyEvent
  /** Whether it is certain that it was signed within the last five minutes. */
  isAgeChecked: boolean
}

/** Of Standard Webhooks, in both directions: clocks differ, and a message may be on its way for a while. */
const TOLERANCE_SECONDS = 5 * 60

/**
 * Resolves with the event if one of the secrets has signed it; rejects with a `SignatureError` otherwise. `body` has to be
 * as it came, before it is parsed. Give the old and the new secret during a rotation.
 *
 * `webhook-signature` decides if it is there, because it covers the time too, so that an old message cannot be sent again.
 * Without it `signature` or `X-Marketplace-Hmac-SHA256` decides, which cover the body alone: the message may be of any age
 * then, unless `requireTimestamp` refuses it.
 */
export async function verifyWebhook(
  headers: WebhookHeaders,
  body: string | Uint8Array,
  secrets: string | readonly string[],
  { now = Date.now(), requireTimestamp = false }: VerifyOptions = {},
): Promise<VerifiedWebhook> {
  const keys = checkSecrets(secrets)
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    throw new ConfigurationError(
      'The body of a webhook must be the text or the bytes as they came: read it before a framework parses it.',
    )
  }
  const bytes = typeof body === 'string' ? encoder.encode(body) : body
  const standard = headerOf(headers, 'webhook-signature')
  const isAgeChecked = standard !== undefined
  if (isAgeChecked) await verifyStandard(headers, bytes, standard, keys, Number(now))
  else if (requireTimestamp) throw ageUnknown()
  else await verifyPlain(headers, bytes, keys)
  const event = parseJson(new TextDecoder().decode(bytes)) as AnyEvent | undefined
  if (typeof event?.meta?.event?.type === 'string') return { event, isAgeChecked }
  throw new SignatureError('The webhook is signed, but it has no event: it is not one of this API.')
}

const encoder = new TextEncoder()

function checkSecrets(given: string | readonly string[]): readonly string[] {
  const secrets = typeof given === 'string' ? [given] : given
  if (
    Array.isArray(secrets) &&
    secrets.length > 0 &&
    secrets.every((each) => typeof each === 'string' && each !== '')
  )
    return secrets
  throw new ConfigurationError(
    'Give the signing secret of the subscription, which is not the client secret, or several of them.',
  )
}

async function verifyStandard(
  headers: WebhookHeaders,
  body: Uint8Array,
  signatures: string,
  secrets: readonly string[],
  nowMs: number,
): Promise<void> {
  const id = headerOf(headers, 'webhook-id') ?? ''
  const timestamp = headerOf(headers, 'webhook-timestamp') ?? ''
  const prefix = encoder.encode(`${id}.${timestamp}.`)
  const content = new Uint8Array(prefix.length + body.length)
  content.set(prefix)
  content.set(body, prefix.length)
  const given = signatures
    .split(' ')
    .filter((each) => each.startsWith('v1,'))
    .map((each) => fromBase64(each.slice('v1,'.length)))
  if (!(await isSigned(content, given, secrets.map(fromBase64)))) throw notGenuine('webhook-signature')
  const ageSeconds = nowMs / 1000 - Number(timestamp)
  if (Math.abs(ageSeconds) <= TOLERANCE_SECONDS) return
  const [seconds, when] = [Math.round(Math.abs(ageSeconds)), ageSeconds > 0 ? 'ago' : 'in the future']
  throw new SignatureError(
    `The webhook is genuine, but it was signed ${seconds} seconds ${when}: the clock of this machine is wrong, or somebody sends an old message again. Set the clock, and let the marketplace send it again.`,
  )
}

async function verifyPlain(
  headers: WebhookHeaders,
  body: Uint8Array,
  secrets: readonly string[],
): Promise<void> {
  const name = ['signature', 'x-marketplace-hmac-sha256'].find(
    (each) => headerOf(headers, each) !== undefined,
  )
  if (name === undefined) {
    throw new SignatureError(
      'The webhook has no signature header: a proxy has dropped it, or it is not from the marketplace.',
    )
  }
  const given = [fromHex(headerOf(headers, name) ?? '')]
  const keys = secrets.map((secret) => encoder.encode(secret))
  if (!(await isSigned(body, given, keys))) throw notGenuine(name)
}

const ageUnknown = () =>
  new SignatureError(
    'The webhook has no header webhook-signature, and its age is covered by no other one: a proxy has dropped it, or somebody sends an old message again. Let webhook-id, webhook-timestamp and webhook-signature pass.',
  )

const notGenuine = (header: string) =>
  new SignatureError(
    `The header ${header} fits no secret: check that the secret is that of the subscription, that the body is as it came, and during a rotation give both secrets.`,
  )

type Bytes = Uint8Array<ArrayBuffer>

/** Compares in constant time, and tries all pairs, so that the time tells nothing about which one fits. */
async function isSigned(
  content: Uint8Array,
  signatures: readonly (Bytes | undefined)[],
  keys: readonly (Bytes | undefined)[],
): Promise<boolean> {
  let fits = false
  for (const raw of keys) {
    if (!raw?.length) continue
    const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ])
    for (const signature of signatures) {
      if (signature && (await crypto.subtle.verify('HMAC', key, signature, content as Bytes))) fits = true
    }
  }
  return fits
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const [, value] = Object.entries(headers).find(([each]) => each.toLowerCase() === name) ?? []
  return typeof value === 'string' ? value : value?.[0]
}

function fromBase64(text: string): Bytes | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

const fromHex = (text: string): Bytes | undefined =>
  /^(?:[\da-f]{2})+$/i.test(text)
    ? Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    : undefined
