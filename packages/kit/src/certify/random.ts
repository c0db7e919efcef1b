/** Choices that the seed of a run determines, so that a run can be repeated. */
export interface Random {
  /** A whole number, both ends included. */
  between(min: number, max: number): number
  pick<T>(from: readonly T[]): T
  /** Letters and digits. */
  word(length: number): string
}

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** `name` gives each lesson choices of its own, whichever other lessons run. */
export function randomOf(seed: number, name: string): Random {
  let state = [...name].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 0x01000193), seed | 0)
  // Mulberry32: small, and good enough for choices.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const pick = <T>(from: readonly T[]): T => from[between(0, from.length - 1)] as T
  return {
    between,
    pick,
    word: (length) => Array.from({ length }, () => pick([...LETTERS])).join(''),
  }
}
