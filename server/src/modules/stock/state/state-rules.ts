/** Pure rules that validate the states that a client writes. */
import type { LocationId } from '../../../platform/ids.ts'
import type { StockChange } from '../ledger/set-stock-query.ts'

export interface RequestedState {
  id: string
  attributes: {
    quantities: readonly { quantity: number; locationId: LocationId; status: 'available' | 'onHand' }[]
  }
}

export interface StateMistake {
  detail: string
  pointer: string
}

/** Returns one change for each state, and all mistakes. `at` is the JSON pointer to the list of states in the request. */
export function readChanges(
  states: readonly RequestedState[],
  ownLocationIds: ReadonlySet<string>,
  at: string,
): { changes: StockChange[]; mistakes: StateMistake[] } {
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

function repeatedVariants(states: readonly RequestedState[], at: string): StateMistake[] {
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

/** A variant has one own location, so only one quantity is allowed. */
function quantityMistakes(
  { attributes: { quantities } }: RequestedState,
  pointer: string,
  ownLocationIds: ReadonlySet<string>,
): StateMistake[] {
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
