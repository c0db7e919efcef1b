/**
 * Copies of a delivery in a sandbox, to test how a receiver handles unusual requests: with a forged signature, as an unknown
 * event, with unknown members, or in unusual bytes. A copy is sent at once and not stored, so the delivery does not change.
 */
import { instantOffset } from '@tradehall/jsonapi'
import { newSigningSecret, type SigningInput, signatureHeaders } from '@tradehall/kit/webhook-signatures'
import { realNow } from '../../../platform/clock.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { attributesTooLarge, secretUnreadable } from '../errors.ts'
import { type DeliveryRow, readDelivery } from '../log/deliveries.ts'
import { readSubscription } from '../subscriptions/subscriptions.ts'
import { endpointOf, postBody, resultOf } from './attempts.ts'
import { type Spelling, spell } from './json-spellings.ts'
import { type Message, serializeBody } from './message.ts'
import { spoilSignatures, WRONG_SIGNATURES } from './wrong-signatures.ts'

const SIGNING = ['valid', 'none', 'forged', 'altered', 'newest', 'other_delivery', 'other_body'] as const
export const SIGNATURES = [...SIGNING, ...WRONG_SIGNATURES] as const
type Signature = (typeof SIGNATURES)[number]

export const SIGNED_HEADERS = ['all', 'standard'] as const

/** Enough for every attribute of an order. */
const MAX_DATA_BYTES = 4096

export interface WantedCopy {
  signature?: Signature
  eventType?: string
  /** Without it the copy has the id of the event, like every attempt. */
  newEventId?: boolean
  unknowns?: boolean
  /** Replaces attributes of the resource. */
  data?: Record<string, unknown>
  spelling?: Spelling
  /** `standard`: those of Standard Webhooks alone, which cover the time too. */
  headers?: (typeof SIGNED_HEADERS)[number]
  /** How long ago it says that it was signed. */
  signedSecondsAgo?: number
  /** How much earlier than in truth the event says that it happened. */
  eventAgeSeconds?: number
}

export type SentCopy = ReturnType<typeof resultOf> & { eventId: string; sentAt: Date }

/** The delivery and its subscription may be in any state, but the subscription must still exist. */
export async function sendCopy(
  platform: Platform,
  brandId: BrandId,
  id: string,
  wanted: WantedCopy,
): Promise<SentCopy> {
  const { db, clock, ids } = platform
  const { signature = 'valid', eventType, newEventId = false, data } = wanted
  if (data && Buffer.byteLength(JSON.stringify(data)) > MAX_DATA_BYTES)
    throw attributesTooLarge(MAX_DATA_BYTES)
  const delivery = (await readDelivery(db, { brandId }, id)) as DeliveryRow & Message
  const subscription = await readSubscription(db, brandId, delivery.subscription_id)
  const endpoint = endpointOf(platform, subscription)
  if (!endpoint) throw secretUnreadable(subscription.id)
  const eventId = newEventId ? ids.next() : delivery.event_id
  const message = {
    ...delivery,
    event_id: eventId,
    event_type: eventType ?? delivery.event_type,
    occurred_at: earlier(delivery.occurred_at, wanted.eventAgeSeconds),
  }
  const body = spell(changeBody(serializeBody(message), wanted), wanted.spelling ?? 'plain')
  const sentAt = realNow(clock)
  const right = { eventId, body, at: earlier(sentAt, wanted.signedSecondsAgo), secrets: endpoint.secrets }
  const signatures = signaturesOf(signature, right, () => {
    const another = ids.next()
    return { ...right, eventId: another, body: serializeBody({ ...message, event_id: another }) }
  })
  const sent = signature === 'altered' ? tamper(body, clock.now()) : body
  const headers = wanted.headers === 'standard' ? standardOnly(signatures) : signatures
  const { outcome } = await postBody(platform, endpoint.url, sent, headers)
  return { eventId, ...resultOf(outcome), sentAt }
}

const earlier = (time: Date, seconds = 0) => new Date(time.getTime() - seconds * 1000)

function signaturesOf(
  signature: Signature,
  right: SigningInput,
  ofAnother: () => SigningInput,
): Record<string, string> {
  switch (signature) {
    case 'none':
      return {}
    case 'forged':
      return signatureHeaders({ ...right, secrets: [newSigningSecret()] })
    case 'newest':
      return signatureHeaders({ ...right, secrets: [right.secrets.at(-1) ?? right.secrets[0]] })
    case 'other_delivery':
      return signatureHeaders(ofAnother())
    case 'other_body':
      return signatureHeaders({ ...right, body: '{}' })
    case 'valid':
    case 'altered':
      return signatureHeaders(right)
    default:
      return spoilSignatures(signatureHeaders(right), signature)
  }
}

const standardOnly = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('webhook-')))

interface Body {
  meta: { event: Record<string, unknown> }
  data: { attributes?: Record<string, unknown>; relationships?: Record<string, unknown> }
}

/** Without changes the text is returned unparsed, so that a copy has the same bytes as the attempts. */
function changeBody(text: string, { unknowns = false, data }: WantedCopy): string {
  if (!unknowns && !data) return text
  const body: Body = JSON.parse(text)
  if (data) body.data.attributes = { ...body.data.attributes, ...data }
  return JSON.stringify(unknowns ? withUnknowns(body) : body)
}

/** Adds an unknown member in each place where a later version of the API might add one. Receivers have to ignore them. */
const withUnknowns = ({ meta, data, ...rest }: Body) => ({
  meta: {
    ...meta,
    event: { ...meta.event, unknownMember: 'unknown' },
    unknownMember: { unknown: [1, null] },
  },
  ...rest,
  data: {
    ...data,
    attributes: {
      ...data.attributes,
      unknownAttribute: 'unknown',
      unknownDetails: { unknown: true, list: [1, 'two', null] },
    },
    relationships: {
      ...data.relationships,
      unknownThing: { data: { type: 'unknown-things', id: '00000000-0000-4000-8000-000000000000' } },
    },
    unknownMember: 'unknown',
  },
  unknownMember: { unknown: true },
})

/** Sets another status with a newer `updatedAt`, so that a receiver that does not verify signatures applies that status. */
function tamper(text: string, now: Date): string {
  const body: Body = JSON.parse(text)
  const { attributes } = body.data
  body.data.attributes = {
    ...attributes,
    status: attributes?.status === 'cancelled' ? 'shipped' : 'cancelled',
    updatedAt: instantOffset.encode?.(new Date(now.getTime() + 60_000)),
  }
  return JSON.stringify(body)
}
