/** What later modules do when an order is moved, in the transaction of the move. */
import { extensionPoint } from '../../../platform/extension-points.ts'
import type { Work } from '../../../platform/work.ts'
import type { Effects, LockedOrder } from './locked-order.ts'
import type { Command } from './move-table.ts'

interface Accompanied extends Pick<Effects, 'columns' | 'details'> {
  /** What the move would do to the stock of the order's lines has been done: they lie elsewhere. */
  hasMovedStock?: true
}

export interface Companion {
  command: Command
  /** Gets the locked order in a status that allows the move. May write, or throw to refuse the move; undefined: nothing to do. */
  run(work: Work, order: LockedOrder): Promise<Accompanied | undefined>
}

/** One companion for each command. */
export const companions = extensionPoint<Companion>('ordering.companions', ({ command }) => command)

export const companionOf = (command: Command): Companion | undefined =>
  companions.extensions.find((companion) => companion.command === command)
