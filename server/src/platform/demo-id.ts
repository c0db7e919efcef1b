import { v5 } from 'uuid'
import type { Ids } from './ids.ts'

const NAMESPACE = '2d5ff1a5-1f0c-4d6e-9c6c-2f5a0a3d9b10'

/** The id of a demo row, the same in every sandbox, from a name such as `brand/alder-wick`. */
export const demoId = (name: string): string => v5(name, NAMESPACE)

/** Ids that count, for the rows of something that has a name. */
export function demoIds(name: string): Ids {
  let count = 0
  return { next: () => demoId(`${name}/${count++}`) }
}
