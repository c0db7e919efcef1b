/**
 * Copies of a delivery in a sandbox, to test how a receiver handles unusual requests: with a forged signature, as an unknown
 * event, or with unknown members. A copy is sent at once and not stored, so the delivery does not change.
 */
import { instantOffset } from '@tradehall/jsonapi'
import { newSigningSecret, signatureHeaders } from '@tradehall/kit/webhook-signatures'
import { realNow } from '../../../platform/clock.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { attributesTooLarge, secretUnreadable } from '../errors.ts'
import { type DeliveryRow, readDelivery } from '../log/deliveries.ts'
import { readSubscription } from '../subscriptions/subscriptions.ts'
import { type Endpoint, endpointOf, postBody, resultOf } from './attempts.ts'
import { type Message, serializeBody } from './message.ts'

export const SIGNATURES = ['valid', 'none', 'forged', 'altered', 'newest'] as const
type Signature = (typeof SIGNATURES)[number]

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
  const message = { ...delivery, event_id: eventId, event_type: eventType ?? delivery.event_type }
  const body = changeBody(serializeBody(message), wanted)
  const secrets = SIGNED_WITH[signature](endpoint.secrets)
  const sentAt = realNow(clock)
  const signatures = secrets ? signatureHeaders({ eventId, body, at: sentAt, secrets }) : {}
  const sent = signature === 'altered' ? tamper(body, clock.now()) : body
  const { outcome } = await postBody(platform, endpoint.url, sent, signatures)
  return { eventId, ...resultOf(outcome), sentAt }
}

type Secrets = Endpoint['secrets']

const SIGNED_WITH: Record<Signature, (valid: Secrets) => Secrets | null> = {
  valid: (valid) => valid,
  none: () => null,
  forged: () => [newSigningSecret()],
  altered: (valid) => valid,
  newest: (valid) => [valid.at(-1) ?? valid[0]],
}

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
