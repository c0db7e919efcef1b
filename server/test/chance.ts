/** Reproducible randomness: a failing test prints its seed, and `TRADEHALL_TEST_SEED` repeats it. */
import { randomInt } from 'node:crypto'
import { onTestFailed } from 'vitest'

export type Pick = (below: number) => number

/** Call once per test. */
export function testSeed(): number {
  const seed = Number(process.env.TRADEHALL_TEST_SEED ?? randomInt(2 ** 31))
  onTestFailed(() => console.error(`The seed was ${seed}: TRADEHALL_TEST_SEED=${seed} repeats the run.`))
  return seed
}

/** Call once per test. Each name has an independent sequence, unaffected by the others. */
export function chance(): (name: number) => Pick {
  const seed = testSeed()
  return (name) => {
    let state = (seed ^ Math.imul(name + 1, 0x9e37_79b1)) >>> 0
    return (below) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * below)
    }
  }
}
