/** Computes the points of a chart backwards from the present balance of a location. */
import type { Balance } from './balances.ts'

/** The sums of the movements at a location in one step of the range. */
interface StepChange extends Balance {
  /** Whether the movements are after the range. */
  isLater: boolean
  /** The time of the last movement, in microseconds. */
  at: number
}

export interface PlaceChanges {
  locationId: string
  locationType: string
  /** Oldest step first. */
  changes: readonly StepChange[]
}

/** The balance from an instant on. */
interface HistoryPoint extends Balance {
  at: string
}

export interface PlaceHistory {
  locationId: string
  locationType: string
  points: HistoryPoint[]
}

/** The first point is the balance at the start of the range, the others are those after the last movement of each step. */
export function pointsOf(present: Balance & PlaceChanges, from: Date): PlaceHistory {
  const { locationId, locationType, changes } = present
  let balance: Balance = present
  const points: HistoryPoint[] = []
  for (const change of changes.toReversed()) {
    if (!change.isLater) points.unshift({ at: new Date(change.at / 1000).toISOString(), ...only(balance) })
    balance = {
      available: balance.available - change.available,
      reserved: balance.reserved - change.reserved,
      onHand: balance.onHand - change.onHand,
    }
  }
  return { locationId, locationType, points: [{ at: from.toISOString(), ...only(balance) }, ...points] }
}

const only = ({ available, reserved, onHand }: Balance): Balance => ({ available, reserved, onHand })
