/**
 * Stock movements of orders. One statement implements the three verbs: pieces move into or out of `reserved`, and the
 * counter posting is to `available`, or to `void` if the pieces leave or are not counted.
 *
 *   reserve   reserved +q   available −q (always in stock: void −q)
 *   release   reserved −q   available +q (always in stock: void +q)
 *   ship      reserved −q   void +q
 *
 * They work alike in a warehouse, where every piece is counted and nothing is oversold. `moveInWarehouse` does all other
 * movements there, from one status to another.
 */
import { retried } from '../../../platform/database.ts'
import type { BrandId, LocationId, VariantId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import type { Work } from '../../../platform/work.ts'
import { hasCause, type Level, type Movement, toLevel } from './ledger.ts'
import type { MovementLine } from './movement-parts.ts'
import { applyMovement, type MovementKind, type MovementRow } from './reservations-query.ts'
import { applyInWarehouse, type StatusTransfer } from './warehouse-query.ts'

export interface OrderMovement {
  relatedId: string
  /** An idempotency key: a repeated call with the same cause changes nothing. */
  cause: string
  metadata?: Record<string, string>
  /** A location in a warehouse; the brand's own location by default. */
  at?: LocationId
  /**
   * Reserves more than is available: an order that is restored gets its pieces back even if they were sold meanwhile. Not
   * supported in a warehouse.
   */
  mayOversell?: boolean
}

export type MovementOutcome =
  | { applied: true; levels: Level[]; repeated: boolean }
  | {
      applied: false
      missing: string[]
      short: { variantId: VariantId; wanted: number; available: number }[]
    }

type OrderMovementVerb = (
  work: Work,
  brandId: BrandId,
  lines: readonly MovementLine[],
  movement: OrderMovement,
) => Promise<MovementOutcome>

/** Reserves pieces for an order: of every line, or of none if a line requests more than may be sold. */
export const reserve = orderVerb('order_reserved', { sign: 1, leaves: false })

/** Makes reserved pieces available again. */
export const release = orderVerb('order_cancelled', { sign: -1, leaves: false })

/** Reserved pieces leave the location. */
export const ship = orderVerb('order_shipped', { sign: -1, leaves: true })

/** Transfers pieces in a warehouse from one status to another, in or out: of every line, or of none. */
export async function moveInWarehouse(
  work: Work,
  brandId: BrandId,
  lines: readonly MovementLine[],
  { at, from, to, ...movement }: StatusTransfer & Movement & { cause: string },
): Promise<MovementOutcome> {
  return await execute(work, brandId, lines, movement.cause, (quantities) =>
    applyInWarehouse(work, brandId, { lines, count: quantities.size }, movement, { at, from, to }),
  )
}

function orderVerb(type: Movement['type'], kind: Omit<MovementKind, 'isBounded'>): OrderMovementVerb {
  return async (work, brandId, lines, { mayOversell = false, at, ...rest }) => {
    const movement = { ...rest, type }
    return await execute(work, brandId, lines, movement.cause, (quantities) =>
      at === undefined
        ? applyMovement(work, brandId, quantities, movement, {
            ...kind,
            isBounded: kind.sign > 0 && !mayOversell,
          })
        : applyInWarehouse(work, brandId, { lines, count: quantities.size }, movement, {
            at,
            ...transferOf(kind),
          }),
    )
  }
}

function transferOf({ sign, leaves }: Omit<MovementKind, 'isBounded'>): Omit<StatusTransfer, 'at'> {
  if (sign > 0) return { from: 'available', to: 'reserved' }
  return { from: 'reserved', to: leaves ? 'void' : 'available' }
}

async function execute(
  { db }: Work,
  brandId: BrandId,
  lines: readonly MovementLine[],
  cause: string,
  apply: (quantities: ReadonlyMap<string, number>) => Promise<MovementRow[]>,
): Promise<MovementOutcome> {
  const quantities = quantitiesByVariant(lines)
  const rows = await retried(db, () => apply(quantities))
  const byId = new Map(rows.map((row) => [row.variant_id, row]))
  const ids = [...quantities.keys()]
  const missing = ids.filter((id) => !byId.has(id))
  const found = ids.flatMap((id) => byId.get(id) ?? [])
  const short = found
    .filter((row) => row.is_short)
    .map(({ variant_id: id, available }) => ({ variantId: id, wanted: quantities.get(id) ?? 0, available }))
  const isRefused = missing.length > 0 || short.length > 0
  // In a repeated call, the pieces may be missing because its first execution reserved them.
  if (isRefused && !(await hasCause(db, brandId, cause))) return { applied: false, missing, short }
  return { applied: true, levels: found.map(toLevel), repeated: !found.some((row) => row.is_recorded) }
}

function quantitiesByVariant(lines: readonly MovementLine[]): Map<string, number> {
  invariant(lines.length > 0, 'an order has lines')
  const quantities = new Map<string, number>()
  for (const { variantId: id, quantity } of lines) {
    invariant(quantity > 0, 'a line has a quantity')
    quantities.set(id, (quantities.get(id) ?? 0) + quantity)
  }
  return quantities
}
