/** Asserts a condition whose violation is a bug: the client gets a 500, and `sentence` is logged. */
export function invariant(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new Error(`Broken invariant: ${sentence}`)
}
