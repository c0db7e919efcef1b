/**
 * What orders do to stock. One statement serves the three verbs: pieces go into or out of `reserved`, and the other
 * side is `available`, or `void` where the pieces leave or are not counted.
 *
 *   reserve   reserved +q   available −q (always in stock: void −q)
 *   release   reserved −q   available +q (always in stock: void +q)
 *   ship      reserved −q   void +q
 *
 * They do the same in a warehouse, which counts everything and oversells nothing. What else happens there is a way from
 * one status to another (`moveInWarehouse`).
 */

import { retried } from '../../../platform/database.ts'
import type { BrandId, LocationId, VariantId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import type { Work } from '../../../platform/work.ts'
import { hasCause } from './causes.ts'
import { type Level, type Movement, toLevel } from './ledger.ts'
import type { Line } from './movement-parts.ts'
import { applyMovement, type MovementKind, type MovementRow } from './reservations-query.ts'
import { applyInWarehouse, type Way } from './warehouse-query.ts'

export interface OrderMovement {
  relatedId: string
  /** The same cause again changes nothing. */
  cause: string
  metadata?: Record<string, string>
  /** The location in a warehouse; left out, the brand's own. */
  at?: LocationId
  /** Takes pieces that are not there as well: an order that comes back gets what it had, whatever was sold since. Not in a warehouse. */
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

/** Pieces in a warehouse go from one status to another, come or leave: of every line, or of none. */
export async function moveInWarehouse(
  work: Work,
  brandId: BrandId,
  lines: readonly Line[],
  { at, from, to, ...movement }: Way & Movement & { cause: string },
): Promise<MovementOutcome> {
  return await carryOut(work, brandId, lines, movement.cause, (quantities) =>
    applyInWarehouse(work, brandId, { lines, count: quantities.size }, movement, { at, from, to }),
  )
}

function verb(type: Movement['type'], kind: Omit<MovementKind, 'isBounded'>): Verb {
  return async (work, brandId, lines, { mayOversell = false, at, ...rest }) => {
    const movement = { ...rest, type }
    return await carryOut(work, brandId, lines, movement.cause, (quantities) =>
      at === undefined
        ? applyMovement(work, brandId, quantities, movement, {
            ...kind,
            isBounded: kind.sign > 0 && !mayOversell,
          })
        : applyInWarehouse(work, brandId, { lines, count: quantities.size }, movement, {
            at,
            ...wayOf(kind),
          }),
    )
  }
}

function wayOf({ sign, leaves }: Omit<MovementKind, 'isBounded'>): Omit<Way, 'at'> {
  if (sign > 0) return { from: 'available', to: 'reserved' }
  return { from: 'reserved', to: leaves ? 'void' : 'available' }
}

async function carryOut(
  { db }: Work,
  brandId: BrandId,
  lines: readonly Line[],
  cause: string,
  apply: (quantities: ReadonlyMap<string, number>) => Promise<MovementRow[]>,
): Promise<MovementOutcome> {
  const quantities = addUp(lines)
  const rows = await retried(db, () => apply(quantities))
  const byId = new Map(rows.map((row) => [row.variant_id, row]))
  const ids = [...quantities.keys()]
  const missing = ids.filter((id) => !byId.has(id))
  const found = ids.flatMap((id) => byId.get(id) ?? [])
  const short = found
    .filter((row) => row.is_short)
    .map(({ variant_id: id, available }) => ({ variantId: id, wanted: quantities.get(id) ?? 0, available }))
  const isRefused = missing.length > 0 || short.length > 0
  // A repeated call may be short of what its first run took.
  if (isRefused && !(await hasCause(db, brandId, cause))) return { applied: false, missing, short }
  return { applied: true, levels: found.map(toLevel), repeated: !found.some((row) => row.is_recorded) }
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
