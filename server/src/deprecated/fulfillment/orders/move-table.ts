/** The state machine of a fulfillment order as data. Only `moves.ts` applies its moves. */

export const FULFILLMENT_STATUSES = [
  'internal',
  'requested',
  'created',
  'scheduled',
  'released',
  'shipped',
  'cancellation_requested',
  'cancelled',
] as const
export type FulfillmentStatus = (typeof FULFILLMENT_STATUSES)[number]

export interface MoveBetween<Status> {
  /** Null means that the fulfillment order does not exist yet. */
  from: readonly (Status | null)[]
  command: string
  to: Status
}

export interface FulfillmentMove extends MoveBetween<FulfillmentStatus> {
  /** The effect on the batches that are reserved for it. */
  batches?: 'reserve' | 'release' | 'ship'
  /** The move is possible only together with a move of the order that it ships. */
  onlyWithOrder?: true
}

export const FULFILLMENT_MOVES = [
  { from: [null], command: 'open', to: 'internal', batches: 'reserve' },
  { from: ['internal'], command: 'request', to: 'requested' },
  { from: ['requested'], command: 'acknowledge', to: 'created' },
  { from: ['created'], command: 'schedule', to: 'scheduled' },
  { from: ['scheduled'], command: 'release', to: 'released' },
  // The warehouse may already have shipped when the cancellation is requested.
  { from: ['released', 'cancellation_requested'], command: 'ship', to: 'shipped', batches: 'ship' },
  {
    from: ['internal', 'requested', 'created', 'scheduled'],
    command: 'request-cancellation',
    to: 'cancellation_requested',
  },
  { from: ['cancellation_requested'], command: 'cancel', to: 'cancelled', batches: 'release' },
  // During picking a cancellation is no longer possible, but the batches are released if the order itself is taken back.
  { from: ['released'], command: 'put-back', to: 'cancelled', batches: 'release', onlyWithOrder: true },
] as const satisfies readonly FulfillmentMove[]

export type FulfillmentCommand = Exclude<(typeof FULFILLMENT_MOVES)[number]['command'], 'open'>

const moves: readonly FulfillmentMove[] = FULFILLMENT_MOVES

export const fulfillmentMoveOf = (command: FulfillmentCommand | 'open'): FulfillmentMove =>
  moves.find((move) => move.command === command) as FulfillmentMove

/**
 * The commands of the shortest path between two statuses, or undefined if there is none. A path to `shipped` never requests
 * a cancellation.
 */
export function shortestPath(
  from: FulfillmentStatus,
  to: FulfillmentStatus,
  { withOrder = false }: { withOrder?: boolean } = {},
): FulfillmentCommand[] | undefined {
  const paths: { at: FulfillmentStatus; commands: FulfillmentCommand[] }[] = [{ at: from, commands: [] }]
  const seen = new Set([from])
  for (const { at, commands } of paths) {
    if (at === to) return commands
    for (const move of moves) {
      if (!move.from.includes(at) || seen.has(move.to) || (move.onlyWithOrder && !withOrder)) continue
      if (move.to === 'cancellation_requested' && to === 'shipped') continue
      seen.add(move.to)
      paths.push({ at: move.to, commands: [...commands, move.command as FulfillmentCommand] })
    }
  }
  return undefined
}
