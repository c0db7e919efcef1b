/** Says what must be true here. Where it is not, this is a bug: the caller gets 500 and the log gets the sentence. */
export function invariant(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new Error(`Broken invariant: ${sentence}`)
}
