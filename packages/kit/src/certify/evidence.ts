/** What a lesson is graded by. All of it comes from the public API of the sandbox, or from the connector itself. */
import type { Schema } from '@tradehall/client'
import type { CertifySettings } from './settings.ts'

/** A request of the connector, from the recording. */
export type RecordedRequest = { id: string } & Required<Schema<'RecordedRequest'>['attributes']>

/** The result of a delivery that the examiner sent. */
export interface SentDelivery {
  /** Names it for the grading function, such as `forged`. */
  label: string
  eventId: string
  orderId: string
  /** Status of the receiver's response; null without a response. */
  status: number | null
  outcome: string
  durationMs: number
  /** Milliseconds since the recording began. */
  sentMs: number
}

/** A regular delivery to the connector's subscription. */
export interface RegularDelivery {
  id: string
  eventId: string
  eventType: string
  orderId: string
  state: string
  attempts: number
  /** Status of the response to the last attempt. */
  status: number | null
  durationMs: number | null
}

/** An entry of the history of an order. */
export interface Move {
  command: string
  from: string | null
  to: string
  /** By the sandbox's clock. */
  at: string
  /** Whether the connector did it. */
  isByConnector: boolean
}

export interface OrderEvidence {
  id: string
  status: string
  moves: readonly Move[]
}

export interface ProcessEnd {
  code: number | null
  signal: string | null
  /** Milliseconds since the recording began. */
  atMs: number
  /** Whether the examiner ended it. */
  isWanted: boolean
}

export interface Evidence<Facts = unknown> {
  settings: Pick<CertifySettings, 'claims' | 'seconds'> & { hasBooks: boolean }
  /** All requests of the connector, in the order of their arrival. */
  requests: readonly RecordedRequest[]
  /** The times of the examiner's actions by their names, in milliseconds since the recording began. */
  marks: Readonly<Record<string, number>>
  deliveries: readonly RegularDelivery[]
  sent: readonly SentDelivery[]
  /** The orders that the examiner created, in the order of their creation. */
  orders: readonly OrderEvidence[]
  /** What the URL `books` returned at the end; null without one. */
  books: unknown
  ends: readonly ProcessEnd[]
  facts: Facts
}

export const pathOf = ({ url }: Pick<RecordedRequest, 'url'>): string => url.split('?', 1)[0] ?? ''

export const isTokenRequest = (request: Pick<RecordedRequest, 'url'>): boolean =>
  pathOf(request) === '/oauth/token'

export const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300

/** Whether the request writes to an order, or to something that belongs to it. */
export const isWriteOn = (request: Pick<RecordedRequest, 'url' | 'method'>, id: string): boolean =>
  request.method !== 'GET' && pathOf(request).includes(id)

/** Those that arrived between two marks; a mark that was not reached excludes all. */
export function between<Facts>(
  { requests, marks }: Pick<Evidence<Facts>, 'requests' | 'marks'>,
  from: string,
  to?: string,
): readonly RecordedRequest[] {
  const start = marks[from] ?? Number.POSITIVE_INFINITY
  const end = to === undefined ? Number.POSITIVE_INFINITY : (marks[to] ?? Number.NEGATIVE_INFINITY)
  return requests.filter(({ arrivedMs }) => arrivedMs >= start && arrivedMs < end)
}

/** The JSON of a request body; undefined if there is none or it was cut. */
export const bodyOf = ({ requestBody }: Pick<RecordedRequest, 'requestBody'>): unknown =>
  parseJson(requestBody)

/** Undefined for null, and for a text that is not JSON. */
export function parseJson(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
