/** Suggestions for a misspelled name. */
import { editDistance } from '@tradehall/jsonapi'

const MAX_SUGGESTIONS = 3

export function nearestNames(given: string, names: readonly string[]): string[] {
  const wanted = given.toLowerCase()
  return names
    .map((name) => ({
      name,
      distance: Math.min(editDistance(wanted, name), editDistance(wanted, withoutGroup(name))),
    }))
    .filter(({ distance }) => distance <= Math.max(2, wanted.length / 3))
    .sort((one, other) => one.distance - other.distance)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ name }) => name)
}

/** The prefix is often left out, as most events have the same. */
const withoutGroup = (name: string) => name.slice(name.indexOf('.') + 1)
