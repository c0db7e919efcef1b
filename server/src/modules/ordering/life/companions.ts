/** The extension point for work of other modules in the transaction of a move. */
import { extensionPoint } from '../../../platform/extension-points.ts'
import type { Work } from '../../../platform/work.ts'
import type { Effects, LockedOrder } from '../order/locked-order.ts'
import type { Command } from '../order/move-table.ts'

interface CompanionEffects extends Pick<Effects, 'columns' | 'details'> {
  /** The companion has moved the stock of the order's lines itself, because it is at another location. */
  hasMovedStock?: true
}

export interface Companion {
  command: Command
  /** Runs after the status check, with the order locked. May write, or throw to refuse the move. */
  run(work: Work, order: LockedOrder): Promise<CompanionEffects | undefined>
}

/** One companion for each command. */
export const companions = extensionPoint<Companion>('ordering.companions', ({ command }) => command)

export const companionOf = (command: Command): Companion | undefined =>
  companions.extensions.find((companion) => companion.command === command)
