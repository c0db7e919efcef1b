/**
 * The fewest edits that make one text another: a letter added, left out or replaced, or two neighbours swapped (the
 * Damerau-Levenshtein distance, each letter moved once).
 */
export function editDistance(one: string, other: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, j) => j)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const replaced = last[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)
      const isSwap = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const swapped = isSwap ? beforeLast[j - 2]! + 1 : replaced
      row.push(Math.min(replaced, swapped, last[j]! + 1, row[j - 1]! + 1))
    }
    beforeLast = last
    last = row
  }
  return last[other.length]!
}
