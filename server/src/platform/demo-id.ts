import { type Ids, namedId } from './ids.ts'

/** The id of a demo row, derived from a name such as `brand/alder-wick` and the same in every sandbox. */
export const demoId = namedId

/** Deterministic ids for several rows, derived from a name and a counter. */
export function demoIds(name: string): Ids {
  let count = 0
  return { next: () => demoId(`${name}/${count++}`) }
}
