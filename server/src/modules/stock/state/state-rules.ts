/** What a client may write to the state of stock. Pure. */
import type { LocationId } from '../../../platform/ids.ts'
import type { StockChange } from '../ledger/stock-change.ts'

export interface WantedState {
  id: string
  attributes: {
    quantities: readonly { quantity: number; locationId: LocationId; status: 'available' | 'onHand' }[]
  }
}

export interface Mistake {
  detail: string
  pointer: string
}

/** One change for each state, and everything that is wrong. `at` is where the request lists the states. */
export function readChanges(
  states: readonly WantedState[],
  ownLocationIds: ReadonlySet<string>,
  at: string,
): { changes: StockChange[]; mistakes: Mistake[] } {
  const mistakes = [
    ...repeatedVariants(states, at),
    ...states.flatMap((state, i) =>
      quantityMistakes(state, `${at}.${i}.attributes.quantities`, ownLocationIds),
    ),
  ]
  const changes = states.flatMap(({ id, attributes: { quantities } }) =>
    quantities.slice(0, 1).map(({ quantity, status }) => ({
      variantId: id,
      to: status === 'onHand' ? { onHand: quantity } : { available: quantity },
    })),
  )
  return { changes, mistakes }
}

function repeatedVariants(states: readonly WantedState[], at: string): Mistake[] {
  const rowsOf = new Map<string, number[]>()
  for (const [i, { id }] of states.entries()) {
    rowsOf.set(id, [...(rowsOf.get(id) ?? []), i])
  }
  return [...rowsOf].flatMap(([id, rows]) => {
    if (rows.length < 2) return []
    const where = rows.map((row) => `${at}.${row}`).join(' and ')
    const detail = `Expected each product variant once, but ${where} both name ${id}.`
    return rows.map((row) => ({ detail, pointer: `${at}.${row}.id` }))
  })
}

/** The variant lies at one location, so of several quantities all but the first are one too many. */
function quantityMistakes(
  { attributes: { quantities } }: WantedState,
  pointer: string,
  ownLocationIds: ReadonlySet<string>,
): Mistake[] {
  const [first] = quantities
  return quantities.flatMap(({ locationId, status }, j) => {
    if (!ownLocationIds.has(locationId)) {
      const detail = `Expected a location of type brand of your own, but saw ${locationId}.`
      return [{ detail, pointer: `${pointer}.${j}.locationId` }]
    }
    if (j === 0) return []
    const detail = `Expected one quantity for a variant and location, either available or onHand, but saw ${first?.status} and then ${status}.`
    return [{ detail, pointer: `${pointer}.${j}.status` }]
  })
}
