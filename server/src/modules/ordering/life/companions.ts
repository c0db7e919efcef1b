/** What other modules do when an order is moved, in the same transaction. */
import type { Work } from '../../../platform/work.ts'
import type { Effects, LockedOrder } from './locked-order.ts'
import type { Command } from './move-table.ts'

export interface Accompanied extends Pick<Effects, 'columns' | 'details'> {
  /** What the move would do to the stock of the order's lines has been done: they lie elsewhere. */
  hasMovedStock?: true
}

/** Given the locked order, whose status is the right one. May write, and refuse by throwing; undefined: it is not concerned. */
export type Companion = (work: Work, order: LockedOrder) => Promise<Accompanied | undefined>

const companions = new Map<Command, Companion>()

/** Called when a module that comes after this one is loaded: ordering must not know it, but moves with it in one transaction. */
export function accompany(command: Command, companion: Companion): void {
  companions.set(command, companion)
}

export const companionOf = (command: Command): Companion | undefined => companions.get(command)
