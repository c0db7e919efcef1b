/**
 * The life of an OrderPay order as data: which command leads from which status to which, who may give it, and what it
 * does to stock and payment. `moves.ts` is the only place that carries out a row.
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
export type Status = (typeof STATUSES)[number]

export interface Move {
  from: Status
  command: string
  by: 'brand' | 'provider' | 'marketplace'
  to: Status
  /** What happens to the stock of the lines. A draft holds none: it becomes a promise when the brand confirms it. */
  stock?: 'reserve' | 'release' | 'ship'
  payment?: 'open' | 'succeed' | 'cancel'
  /** Where the warehouse ships it, it is told to. */
  asksWarehouse?: true
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
    asksWarehouse: true,
  },
  { from: 'waiting_shipping', command: 'ship', by: 'marketplace', to: 'shipped', stock: 'ship' },
  { from: 'shipped', command: 'acknowledge-reception', by: 'marketplace', to: 'received' },
  { from: 'received', command: 'issue-invoice', by: 'marketplace', to: 'invoiced' },
  { from: 'invoiced', command: 'pay-brand', by: 'marketplace', to: 'brand_paid' },
] as const satisfies readonly Move[]

export type Command = (typeof MOVES)[number]['command']

/** Orders in these hold reserved stock, all others hold none. */
export const HOLDING_STOCK: ReadonlySet<Status> = new Set([
  'brand_confirmed',
  'payment_confirmed',
  'waiting_shipping',
])

export const movesOf = (command: Command): readonly Move[] => MOVES.filter((move) => move.command === command)

export const moveFrom = (status: Status, command: Command): Move | undefined =>
  movesOf(command).find(({ from }) => from === status)

/** The commands along the shortest way from one status to another; undefined when none leads there. */
export function wayBetween(from: Status, to: Status): Command[] | undefined {
  const ways: { at: Status; commands: Command[] }[] = [{ at: from, commands: [] }]
  for (const { at, commands } of ways) {
    if (at === to) return commands
    const seen = new Set(ways.map((way) => way.at))
    for (const move of MOVES.filter((one) => one.from === at && !seen.has(one.to))) {
      ways.push({ at: move.to, commands: [...commands, move.command] })
    }
  }
  return undefined
}
