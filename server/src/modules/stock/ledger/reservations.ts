/**
 * What orders do to stock. One statement serves the three verbs: pieces go into or out of `reserved`, and the other
 * side is `available`, or `void` where the pieces leave or are not counted.
 *
 *   reserve   reserved +q   available −q (always in stock: void −q)
 *   release   reserved −q   available +q (always in stock: void +q)
 *   ship      reserved −q   void +q
 */

import { retried } from '../../../platform/database.ts'
import type { BrandId, VariantId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import type { Work } from '../../../platform/work.ts'
import { hasCause } from './causes.ts'
import { type Level, type Movement, toLevel } from './ledger.ts'
import { applyMovement, type MovementKind } from './reservations-query.ts'

export interface Line {
  variantId: VariantId
  quantity: number
}

export interface OrderMovement {
  relatedId: string
  /** The same cause again changes nothing. */
  cause: string
  metadata?: Record<string, string>
  /** Takes pieces that are not there as well: an order that comes back gets what it had, whatever was sold since. */
  mayOversell?: boolean
}

export type MovementOutcome =
  | { applied: true; levels: Level[]; repeated: boolean }
  | {
      applied: false
      missing: string[]
      short: { variantId: VariantId; wanted: number; available: number }[]
    }

type Verb = (
  work: Work,
  brandId: BrandId,
  lines: readonly Line[],
  movement: OrderMovement,
) => Promise<MovementOutcome>

/** Sets pieces aside for an order: of every line, or of none when a line asks for more than may be sold. */
export const reserve = verb('order_reserved', { sign: 1, leaves: false })

/** Gives reserved pieces back. */
export const release = verb('order_cancelled', { sign: -1, leaves: false })

/** Reserved pieces leave the location. */
export const ship = verb('order_shipped', { sign: -1, leaves: true })

function verb(type: Movement['type'], kind: Omit<MovementKind, 'isBounded'>): Verb {
  return async (work, brandId, lines, movement) => {
    const { db } = work
    const quantities = addUp(lines)
    const { mayOversell = false, ...rest } = movement
    const apply = () =>
      applyMovement(
        work,
        brandId,
        quantities,
        { ...rest, type },
        { ...kind, isBounded: kind.sign > 0 && !mayOversell },
      )
    const rows = await retried(db, apply)
    const byId = new Map(rows.map((row) => [row.variant_id, row]))
    const ids = [...quantities.keys()]
    const missing = ids.filter((id) => !byId.has(id))
    const found = ids.flatMap((id) => byId.get(id) ?? [])
    const short = found
      .filter((row) => row.is_short)
      .map(({ variant_id: id, available }) => ({ variantId: id, wanted: quantities.get(id) ?? 0, available }))
    const isRefused = missing.length > 0 || short.length > 0
    // A repeated call may be short of what its first run took.
    if (isRefused && !(await hasCause(db, brandId, movement.cause))) return { applied: false, missing, short }
    return { applied: true, levels: found.map(toLevel), repeated: !found.some((row) => row.is_recorded) }
  }
}

function addUp(lines: readonly Line[]): Map<string, number> {
  invariant(lines.length > 0, 'an order has lines')
  const quantities = new Map<string, number>()
  for (const { variantId: id, quantity } of lines) {
    invariant(quantity > 0, 'a line has a quantity')
    quantities.set(id, (quantities.get(id) ?? 0) + quantity)
  }
  return quantities
}
