/**
 * The state machine of an OrderPay order as data: from, command, by whom, to, and the effects on stock and payment.
 * `moves.ts` executes a row; no other code writes a status.
 */
export const STATUSES = [
  'created',
  'brand_confirmed',
  'payment_confirmed',
  'waiting_shipping',
  'shipped',
  'received',
  'invoiced',
  'brand_paid',
  'cancelled',
] as const
export type OrderPayStatus = (typeof STATUSES)[number]

export interface OrderPayMove {
  from: OrderPayStatus
  command: string
  by: 'brand' | 'provider' | 'marketplace'
  to: OrderPayStatus
  /** Effect on the stock of the lines. A draft reserves no stock; confirming the order does. */
  stock?: 'reserve' | 'release' | 'ship'
  payment?: 'open' | 'succeed' | 'cancel'
  /** Whether the warehouse is requested to ship the order, if it fulfills it. */
  requestsWarehouse?: true
}

export const MOVES = [
  {
    from: 'created',
    command: 'confirm',
    by: 'brand',
    to: 'brand_confirmed',
    stock: 'reserve',
    payment: 'open',
  },
  { from: 'created', command: 'cancel', by: 'brand', to: 'cancelled' },
  {
    from: 'brand_confirmed',
    command: 'cancel',
    by: 'brand',
    to: 'cancelled',
    stock: 'release',
    payment: 'cancel',
  },
  {
    from: 'brand_confirmed',
    command: 'confirm-payment',
    by: 'provider',
    to: 'payment_confirmed',
    payment: 'succeed',
  },
  {
    from: 'brand_confirmed',
    command: 'fail-payment',
    by: 'provider',
    to: 'cancelled',
    stock: 'release',
    payment: 'cancel',
  },
  {
    from: 'payment_confirmed',
    command: 'prepare-shipping',
    by: 'marketplace',
    to: 'waiting_shipping',
    requestsWarehouse: true,
  },
  { from: 'waiting_shipping', command: 'ship', by: 'marketplace', to: 'shipped', stock: 'ship' },
  { from: 'shipped', command: 'acknowledge-reception', by: 'marketplace', to: 'received' },
  { from: 'received', command: 'issue-invoice', by: 'marketplace', to: 'invoiced' },
  { from: 'invoiced', command: 'pay-brand', by: 'marketplace', to: 'brand_paid' },
] as const satisfies readonly OrderPayMove[]

export type OrderPayCommand = (typeof MOVES)[number]['command']

/** Orders in one of these statuses have their lines reserved in the stock ledger; all others hold no stock. */
export const HOLDING_STOCK: ReadonlySet<OrderPayStatus> = new Set([
  'brand_confirmed',
  'payment_confirmed',
  'waiting_shipping',
])

export const movesOf = (command: OrderPayCommand): readonly OrderPayMove[] =>
  MOVES.filter((move) => move.command === command)

export const moveFrom = (status: OrderPayStatus, command: OrderPayCommand): OrderPayMove | undefined =>
  movesOf(command).find(({ from }) => from === status)

/** The commands on the shortest path from one status to another; undefined if there is no path. */
export function shortestPath(from: OrderPayStatus, to: OrderPayStatus): OrderPayCommand[] | undefined {
  const ways: { at: OrderPayStatus; commands: OrderPayCommand[] }[] = [{ at: from, commands: [] }]
  for (const { at, commands } of ways) {
    if (at === to) return commands
    const seen = new Set(ways.map((way) => way.at))
    for (const move of MOVES.filter((one) => one.from === at && !seen.has(one.to))) {
      ways.push({ at: move.to, commands: [...commands, move.command] })
    }
  }
  return undefined
}
