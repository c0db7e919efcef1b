/**
 * Reproducible randomness. Every run of the suite tries the same cases, so that it judges the change and not its luck;
 * `TRADEHALL_TEST_SEED` sets other ones, and `random` searches for new ones. A failing test prints its seed.
 */
import { randomInt } from 'node:crypto'
import { onTestFailed } from 'vitest'

const { TRADEHALL_TEST_SEED = '1' } = process.env
export const SEED = TRADEHALL_TEST_SEED === 'random' ? randomInt(2 ** 31) : Number(TRADEHALL_TEST_SEED)

export type Pick = (below: number) => number

/** Call once per test. */
export function testSeed(): number {
  onTestFailed(() => console.error(`TRADEHALL_TEST_SEED=${SEED} repeats the run.`))
  return SEED
}

/** How often a property is tried in each run of the suite. `TRADEHALL_TEST_RUNS` multiplies it for a long search. */
export const randomRuns = (usual: number): number => usual * Number(process.env.TRADEHALL_TEST_RUNS ?? 1)

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
