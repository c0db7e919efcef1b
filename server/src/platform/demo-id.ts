import { type Ids, namedId } from './ids.ts'

/** The id of a demo row, the same in every sandbox, from a name such as `brand/alder-wick`. */
export const demoId = namedId

/** Ids that count, for the rows of something that has a name. */
export function demoIds(name: string): Ids {
  let count = 0
  return { next: () => demoId(`${name}/${count++}`) }
}
