/** The life of a fulfillment order as data. `moves.ts` is the only place that carries out a row. */

export const STATUSES = [
  'internal',
  'requested',
  'created',
  'scheduled',
  'released',
  'shipped',
  'cancellation_requested',
  'cancelled',
] as const
export type FulfillmentStatus = (typeof STATUSES)[number]

export interface FulfillmentMove {
  /** Null: it does not exist yet. */
  from: readonly (FulfillmentStatus | null)[]
  command: string
  to: FulfillmentStatus
  /** What happens to the batches that were set aside for it. */
  batches?: 'reserve' | 'release' | 'ship'
  /** Made only together with a move of the order that it ships. */
  onlyWithOrder?: true
}

export const FULFILLMENT_MOVES = [
  { from: [null], command: 'open', to: 'internal', batches: 'reserve' },
  { from: ['internal'], command: 'request', to: 'requested' },
  { from: ['requested'], command: 'acknowledge', to: 'created' },
  { from: ['created'], command: 'schedule', to: 'scheduled' },
  { from: ['scheduled'], command: 'release', to: 'released' },
  // A warehouse may be faster than the wish to cancel.
  { from: ['released', 'cancellation_requested'], command: 'ship', to: 'shipped', batches: 'ship' },
  {
    from: ['internal', 'requested', 'created', 'scheduled'],
    command: 'request-cancellation',
    to: 'cancellation_requested',
  },
  { from: ['cancellation_requested'], command: 'cancel', to: 'cancelled', batches: 'release' },
  // What is being picked is no longer cancelled, but goes back when its order is taken from the warehouse.
  { from: ['released'], command: 'put-back', to: 'cancelled', batches: 'release', onlyWithOrder: true },
] as const satisfies readonly FulfillmentMove[]

export type FulfillmentCommand = Exclude<(typeof FULFILLMENT_MOVES)[number]['command'], 'open'>

const moves: readonly FulfillmentMove[] = FULFILLMENT_MOVES

export const fulfillmentMoveOf = (command: FulfillmentCommand | 'open'): FulfillmentMove =>
  moves.find((move) => move.command === command) as FulfillmentMove

/** The shortest way between two statuses; undefined when there is none. Only what is to be cancelled is asked to be. */
export function wayTo(
  from: FulfillmentStatus,
  to: FulfillmentStatus,
  { withOrder = false }: { withOrder?: boolean } = {},
): FulfillmentCommand[] | undefined {
  const ways: { at: FulfillmentStatus; commands: FulfillmentCommand[] }[] = [{ at: from, commands: [] }]
  const seen = new Set([from])
  for (const { at, commands } of ways) {
    if (at === to) return commands
    for (const move of moves) {
      if (!move.from.includes(at) || seen.has(move.to) || (move.onlyWithOrder && !withOrder)) continue
      if (move.to === 'cancellation_requested' && to === 'shipped') continue
      seen.add(move.to)
      ways.push({ at: move.to, commands: [...commands, move.command as FulfillmentCommand] })
    }
  }
  return undefined
}
