/**
 * The requests of the clients and the acknowledgements of the server, with which the database has to agree after all
 * faults.
 */

interface Lines {
  productVariantId: string
  quantity: number
}

interface AskedOrder {
  brandId: string
  lines: readonly Lines[]
  isAcknowledged: boolean
}

export interface Journal {
  orders: Map<string, AskedOrder>
  /** By order and command. Acknowledged at most as often as carried out, and carried out at most as often as asked for. */
  commands: Map<string, { orderId: string; command: string; asked: number; acknowledged: number }>
  /** By variant: the last acknowledged number of pieces, and those that were asked for since. */
  stock: Map<string, { acknowledged: number | undefined; since: number[] }>
  /** By operation. */
  imports: Map<string, AskedImport>
  /** Ids that were acknowledged. */
  exports: Set<string>
  reports: Set<string>
  /** Quotes whose confirmation was acknowledged, with their orders. */
  confirmations: Map<string, string>
  /** Orders of which a pickup was acknowledged. */
  pickups: Set<string>
}

interface AskedImport {
  brandId: string
  /** External ids of valid products, and of invalid ones. */
  valid: readonly string[]
  invalid: readonly string[]
  isStarted: boolean
}

export const openJournal = (): Journal => ({
  orders: new Map(),
  commands: new Map(),
  stock: new Map(),
  imports: new Map(),
  exports: new Set(),
  reports: new Set(),
  confirmations: new Map(),
  pickups: new Set(),
})

export function countCommand(
  journal: Journal,
  orderId: string,
  command: string,
  what: 'asked' | 'acknowledged',
): void {
  const key = `${orderId} ${command}`
  const count = journal.commands.get(key) ?? { orderId, command, asked: 0, acknowledged: 0 }
  count[what] += 1
  journal.commands.set(key, count)
}
