/** Lets a group end by the clock: all of its operations, all that is below its paths, and its events. */
import type { Module } from '../module.ts'
import { invariant } from '../platform/invariant.ts'
import { END, SINCE } from './end.ts'

interface EndingOptions {
  /** What integrators use instead, as a sentence; every answer after the end has it. */
  replacement: string
  /** Paths that the group has for itself: whatever is asked for there has ended too, if there ever was such a thing or not. */
  below?: readonly string[]
  /** Paths of the operator that stay, so that what is under way on the day can be brought to its end. */
  outlives?: readonly string[]
}

export function ending(module: Module, { replacement, below = [], outlives = [] }: EndingOptions): Module {
  const { name, routes, events = [] } = module
  const told = events.filter(({ shows }) => shows !== null)
  for (const event of told) invariant(event.endsAt === END, `${event.name} ends with the group ${name}`)
  const deprecated = { since: SINCE, ends: { at: END, replacement } }
  const stays = (path: string) => outlives.some((start) => path.startsWith(start))
  return {
    ...module,
    routes(http) {
      for (const path of below) http.endBelow(path, deprecated)
      routes?.({
        ...http,
        operation: (operation) =>
          http.operation({
            ...operation,
            deprecated: stays(operation.path) ? { since: SINCE } : deprecated,
          }),
      })
    },
  }
}
