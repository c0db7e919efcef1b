/**
 * The state machine of an order as data: which command leads from which status to which, who may give it, and its effects.
 * Only `moves.ts` executes a row; `docs/contributors/architecture.md` has the table as a diagram.
 */
import type { EventType } from '../../../platform/events/outbox.ts'
import type { OrderingOrdersRow } from '../../../platform/rows.ts'
import { orderEvents } from '../events.ts'

export const STATUSES = [
  'ankor_confirmed',
  'rejected',
  'brand_confirmed',
  'shipping_labels_generated',
  'fulfillment_requested',
  'shipped',
  'received',
  'reception_refused',
  'invoiced',
  'brand_paid',
  'cancelled',
] as const
export type Status = (typeof STATUSES)[number]

export type Party = 'brand' | 'marketplace' | 'carrier' | 'retailer'

export interface Move {
  /** Null: the order does not exist yet. */
  from: Status | null
  command: string
  by: readonly Party[]
  to: Status
  event?: EventType
  /** The effect on the stock of the order's lines; `reserve-anyway` may oversell. */
  stock?: 'reserve' | 'reserve-anyway' | 'release' | 'ship'
  /** Possible only while the retailer asks for a cancellation. */
  needsCancellationRequest?: true
  /** Removes the shipment and its charge, and voids all quotes. */
  clearsShipment?: true
  /** The columns that the move writes in addition to the status. */
  sets?: (input: CommandInput) => OrderColumns
}

/** The input of a command that a move may write to the order. */
export interface CommandInput {
  now: Date
  /** One of the reason types that the command defines, such as `PRODUCT_OUT_OF_STOCK`. */
  type?: string | undefined
  /** Free text. */
  reason?: string | undefined
}

type OrderColumns = Partial<
  Pick<
    OrderingOrdersRow,
    | 'shipping_method'
    | 'shipped_at'
    | 'brand_paid_at'
    | 'brand_reject_type'
    | 'brand_reject_reason'
    | 'retailer_reject_reason'
  >
>

export const MOVES = [
  {
    from: null,
    command: 'submit',
    by: ['retailer'],
    to: 'ankor_confirmed',
    event: orderEvents.created,
    stock: 'reserve',
  },
  {
    from: 'ankor_confirmed',
    command: 'brand-validates',
    by: ['brand'],
    to: 'brand_confirmed',
    event: orderEvents.accepted,
  },
  {
    from: 'ankor_confirmed',
    command: 'brand-rejects',
    by: ['brand'],
    to: 'rejected',
    event: orderEvents.rejected,
    stock: 'release',
    sets: ({ type, reason }) => ({ brand_reject_type: type ?? null, brand_reject_reason: reason ?? null }),
  },
  {
    // Grants the request of the retailer, if the brand has not decided yet.
    from: 'ankor_confirmed',
    command: 'approve-cancellation',
    by: ['marketplace'],
    to: 'cancelled',
    event: orderEvents.cancelled,
    stock: 'release',
    needsCancellationRequest: true,
  },
  {
    from: 'rejected',
    command: 'approve-rejection',
    by: ['marketplace'],
    to: 'cancelled',
    event: orderEvents.cancelled,
  },
  {
    from: 'rejected',
    command: 'refuse-rejection',
    by: ['marketplace'],
    to: 'ankor_confirmed',
    event: orderEvents.acceptedReverted,
    stock: 'reserve-anyway',
    // The brand decides again, so its rejection no longer applies.
    sets: () => ({ brand_reject_type: null, brand_reject_reason: null }),
  },
  {
    from: 'brand_confirmed',
    command: 'revert-acceptance',
    by: ['marketplace'],
    to: 'ankor_confirmed',
    event: orderEvents.acceptedReverted,
    clearsShipment: true,
    sets: () => ({ shipping_method: null }),
  },
  {
    from: 'brand_confirmed',
    command: 'confirm-carrier-quote',
    by: ['brand'],
    to: 'shipped',
    event: orderEvents.shipped,
    stock: 'ship',
    sets: ({ now }) => ({ shipping_method: 'custom', shipped_at: now }),
  },
  {
    from: 'brand_confirmed',
    command: 'generate-labels',
    by: ['marketplace'],
    to: 'shipping_labels_generated',
    event: orderEvents.labelsGenerated,
    sets: () => ({ shipping_method: 'marketplace' }),
  },
  {
    from: 'brand_confirmed',
    command: 'brand-requests-fulfillment',
    by: ['brand'],
    to: 'fulfillment_requested',
    clearsShipment: true,
    sets: () => ({ shipping_method: 'fulfillment' }),
  },
  {
    from: 'shipping_labels_generated',
    command: 'brand-resets-shipping-labels-generation',
    by: ['brand'],
    to: 'brand_confirmed',
    event: orderEvents.labelsGeneratedReverted,
    clearsShipment: true,
    sets: () => ({ shipping_method: null }),
  },
  {
    from: 'shipping_labels_generated',
    command: 'scan-parcel',
    by: ['carrier'],
    to: 'shipped',
    event: orderEvents.shipped,
    stock: 'ship',
    sets: ({ now }) => ({ shipped_at: now }),
  },
  {
    from: 'fulfillment_requested',
    command: 'fulfil',
    by: ['carrier', 'marketplace'],
    to: 'shipped',
    stock: 'ship',
    sets: ({ now }) => ({ shipped_at: now }),
  },
  {
    // For orders that the warehouse will not ship any more: the brand ships them itself.
    from: 'fulfillment_requested',
    command: 'take-back-fulfillment',
    by: ['marketplace'],
    to: 'brand_confirmed',
    sets: () => ({ shipping_method: null }),
  },
  {
    from: 'shipped',
    command: 'acknowledge-reception',
    by: ['retailer', 'carrier'],
    to: 'received',
    event: orderEvents.shipmentReceived,
  },
  {
    from: 'shipped',
    command: 'refuse-reception',
    by: ['retailer'],
    to: 'reception_refused',
    event: orderEvents.shipmentRefused,
    sets: ({ reason }) => ({ retailer_reject_reason: reason ?? null }),
  },
  {
    from: 'reception_refused',
    command: 'approve-refusal',
    by: ['marketplace'],
    to: 'cancelled',
    event: orderEvents.cancelled,
  },
  { from: 'reception_refused', command: 'settle-refusal', by: ['marketplace'], to: 'received' },
  { from: 'reception_refused', command: 'brand-settles-refusal', by: ['brand'], to: 'received' },
  { from: 'received', command: 'issue-invoice', by: ['marketplace'], to: 'invoiced' },
  {
    from: 'invoiced',
    command: 'pay-brand',
    by: ['marketplace'],
    to: 'brand_paid',
    event: orderEvents.paid,
    sets: ({ now }) => ({ brand_paid_at: now }),
  },
] as const satisfies readonly Move[]

export type Command = (typeof MOVES)[number]['command']

/** How far an order is. Nothing leads back but moves that take something back; nothing comes after a rejection and a cancellation. */
const PROGRESS: Readonly<Record<Status, number>> = {
  ankor_confirmed: 0,
  brand_confirmed: 1,
  shipping_labels_generated: 2,
  fulfillment_requested: 2,
  shipped: 3,
  reception_refused: 4,
  received: 5,
  invoiced: 6,
  brand_paid: 7,
  rejected: 1,
  cancelled: 8,
}

/** Whether an order is beyond all of these statuses, unless something is taken back. */
export function isBeyond(status: Status, statuses: readonly Status[]): boolean {
  if (statuses.includes(status)) return false
  const hasEnded = status === 'rejected' || status === 'cancelled'
  return hasEnded || statuses.every((other) => PROGRESS[other] <= PROGRESS[status])
}

/** The statuses in which the lines of an order are reserved in the ledger. */
export const HOLDING_STOCK: ReadonlySet<Status> = new Set([
  'ankor_confirmed',
  'brand_confirmed',
  'shipping_labels_generated',
  'fulfillment_requested',
])

const byCommand: ReadonlyMap<string, Move> = new Map(MOVES.map((move) => [move.command, move]))

/** Each command has exactly one row, so it is possible in exactly one status. */
export const moveOf = (command: Command): Move => byCommand.get(command) as Move

/** The move between two statuses that a party other than the brand may make. */
export function moveBetween(from: Status, to: Status): (Move & { command: Command }) | undefined {
  return MOVES.find(
    (move: Move) => move.from === from && move.to === to && move.by.some((party) => party !== 'brand'),
  )
}

/** The party that gives a command; the brand only where no other party may. */
export function partyOf(command: Command): Party {
  return moveOf(command).by.find((party) => party !== 'brand') ?? 'brand'
}
