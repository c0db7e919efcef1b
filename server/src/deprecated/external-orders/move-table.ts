/** The state machine of an external order as data. `moves.ts` executes a row; no other code writes a status. */
import type { EventType } from '../../platform/events/outbox.ts'
import type { MoveBetween } from '../fulfillment/index.ts'
import { externalOrderEvents } from './events.ts'

export const EXTERNAL_STATUSES = [
  'created',
  'awaiting_fulfillment',
  'shipped',
  'arrived',
  'cancelled',
] as const
export type ExternalStatus = (typeof EXTERNAL_STATUSES)[number]

export interface ExternalMove extends MoveBetween<ExternalStatus> {
  event: EventType
}

const EXTERNAL_MOVES = [
  { from: [null], command: 'create', to: 'created', event: externalOrderEvents.created },
  {
    from: ['created'],
    command: 'hand-over',
    to: 'awaiting_fulfillment',
    event: externalOrderEvents.awaitingFulfillment,
  },
  {
    from: ['created', 'awaiting_fulfillment'],
    command: 'cancel',
    to: 'cancelled',
    event: externalOrderEvents.cancelled,
  },
  { from: ['awaiting_fulfillment'], command: 'ship', to: 'shipped', event: externalOrderEvents.shipped },
  { from: ['shipped'], command: 'arrive', to: 'arrived', event: externalOrderEvents.arrived },
] as const satisfies readonly ExternalMove[]

export type ExternalCommand = (typeof EXTERNAL_MOVES)[number]['command']

export const externalMoveOf = (command: ExternalCommand): ExternalMove =>
  EXTERNAL_MOVES.find((move) => move.command === command) as ExternalMove
