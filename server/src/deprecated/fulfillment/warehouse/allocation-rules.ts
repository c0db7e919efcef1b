/** Which batches serve which lines: of each item first those that expire first. Pure. */

/** What a fulfillment order wants of a fulfillable. */
export interface WantedLine {
  fulfillableId: string
  batches: number
  /** Days that a lot must still be good for. */
  minimumRemainingShelfLife?: number | null | undefined
}

/** An item of a fulfillable, and how many batches of it are in one. */
export interface Part {
  fulfillable_id: string
  item_id: string
  quantity: number
}

/** A lot that may be sold now. */
export interface Lot {
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

export type Plan =
  | { isFeasible: true; allocations: Allocation[] }
  | { isFeasible: false; unavailable: Shortage[] }

const DAY_MS = 86_400_000

/**
 * All lines, or none: then `unavailable` names each line that cannot be served with what those before it leave. `lots`
 * come in the order in which they are to be used.
 */
export function planAllocations(
  lines: readonly WantedLine[],
  parts: readonly Part[],
  lots: readonly Lot[],
  now: Date,
): Plan {
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
    else for (const { part, usable } of needed) take(part, usable, batches * part.quantity)
  }
  return unavailable.length > 0
    ? { isFeasible: false, unavailable }
    : { isFeasible: true, allocations: addUp(allocations) }

  function take({ fulfillable_id: fulfillableId }: Part, usable: readonly Lot[], wanted: number): void {
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

/** A fulfillable may be on several lines; of a lot it has one allocation. */
function addUp(allocations: readonly Allocation[]): Allocation[] {
  const same = Map.groupBy(allocations, ({ fulfillableId, lotId }) => `${fulfillableId} ${lotId}`)
  return [...same.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, batches: others.reduce((sum, { batches }) => sum + batches, first.batches) }] : [],
  )
}
