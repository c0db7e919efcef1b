/** Suggestions for a misspelled name. */

const MAX_SUGGESTIONS = 3

export function nearestNames(given: string, names: readonly string[]): string[] {
  const wanted = given.toLowerCase()
  return names
    .map((name) => ({
      name,
      distance: Math.min(distance(wanted, name), distance(wanted, withoutGroup(name))),
    }))
    .filter(({ distance }) => distance <= Math.max(2, wanted.length / 3))
    .sort((one, other) => one.distance - other.distance)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ name }) => name)
}

/** The prefix is often left out, as most events have the same. */
const withoutGroup = (name: string) => name.slice(name.indexOf('.') + 1)

/** Levenshtein distance. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1]
    for (const [j, counterpart] of [...other].entries()) {
      const replaced = (row[j] ?? 0) + (letter === counterpart ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
