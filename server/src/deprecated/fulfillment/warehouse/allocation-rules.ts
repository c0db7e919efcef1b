/** Plans which batches are allocated to which lines, first expired first out (FEFO). Pure functions. */

/** A line of a fulfillment order: batches of a fulfillable. */
export interface WantedLine {
  fulfillableId: string
  batches: number
  /** The minimum number of days until a lot expires. */
  minimumRemainingShelfLife?: number | null | undefined
}

/** An item of a fulfillable, and how many of its batches one fulfillable contains. */
export interface FulfillablePart {
  fulfillable_id: string
  item_id: string
  quantity: number
}

/** A lot that may be sold now. */
export interface UsableLot {
  id: string
  item_id: string
  lot_number: string
  expires_at: Date | null
  available: number
}

export interface Allocation {
  fulfillableId: string
  itemId: string
  lotId: string
  lotNumber: string
  expiresAt: Date | null
  batches: number
}

export interface Shortage {
  fulfillableId: string
  wanted: number
  available: number
}

export type AllocationPlan =
  | { isFeasible: true; allocations: Allocation[] }
  | { isFeasible: false; unavailable: Shortage[] }

const DAY_MS = 86_400_000

/**
 * Allocates all lines or none. In the latter case `unavailable` lists each line for which the lines before it leave too few
 * batches. `lots` must be sorted in the order of allocation.
 */
export function planAllocations(
  lines: readonly WantedLine[],
  parts: readonly FulfillablePart[],
  lots: readonly UsableLot[],
  now: Date,
): AllocationPlan {
  const partsOf = Map.groupBy(parts, (part) => part.fulfillable_id)
  const lotsOf = Map.groupBy(lots, (lot) => lot.item_id)
  const left = new Map(lots.map((lot) => [lot.id, lot.available]))
  const allocations: Allocation[] = []
  const unavailable: Shortage[] = []

  for (const { fulfillableId, batches, minimumRemainingShelfLife } of lines) {
    const goodUntil = new Date(now.getTime() + (minimumRemainingShelfLife ?? 0) * DAY_MS)
    const needed = (partsOf.get(fulfillableId) ?? []).map((part) => ({
      part,
      usable: (lotsOf.get(part.item_id) ?? []).filter(
        ({ expires_at }) => expires_at === null || expires_at >= goodUntil,
      ),
    }))
    const whole = needed.map(({ part, usable }) => {
      const sum = usable.reduce((sum, lot) => sum + (left.get(lot.id) ?? 0), 0)
      return Math.floor(sum / part.quantity)
    })
    const available = whole.length === 0 ? 0 : Math.min(...whole)
    if (available < batches) unavailable.push({ fulfillableId, wanted: batches, available })
    else for (const { part, usable } of needed) allocate(part, usable, batches * part.quantity)
  }
  return unavailable.length > 0
    ? { isFeasible: false, unavailable }
    : { isFeasible: true, allocations: addUp(allocations) }

  function allocate(
    { fulfillable_id: fulfillableId }: FulfillablePart,
    usable: readonly UsableLot[],
    wanted: number,
  ): void {
    let missing = wanted
    for (const lot of usable) {
      const there = left.get(lot.id) ?? 0
      const batches = Math.min(there, missing)
      if (batches === 0) continue
      left.set(lot.id, there - batches)
      missing -= batches
      const { id: lotId, item_id: itemId, lot_number: lotNumber, expires_at: expiresAt } = lot
      allocations.push({ fulfillableId, itemId, lotId, lotNumber, expiresAt, batches })
    }
  }
}

/** Merges the allocations of a fulfillable that is on several lines: it has at most one per lot. */
function addUp(allocations: readonly Allocation[]): Allocation[] {
  const same = Map.groupBy(allocations, ({ fulfillableId, lotId }) => `${fulfillableId} ${lotId}`)
  return [...same.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, batches: others.reduce((sum, { batches }) => sum + batches, first.batches) }] : [],
  )
}
