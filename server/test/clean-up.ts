/** Undoes what `beforeAll` has made. */
import { afterAll } from 'vitest'

export type CleanUp = (undo: () => void | Promise<void>) => void

/**
 * Call it where tests are declared, and pass the result to what `beforeAll` calls: `afterAll` itself registers nothing once
 * tests run. What was made last is undone first.
 */
export function afterAllTests(): CleanUp {
  const undos: (() => void | Promise<void>)[] = []
  afterAll(async () => {
    for (const undo of undos.toReversed()) await undo()
  })
  return (undo) => void undos.push(undo)
}
