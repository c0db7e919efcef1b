/**
 * What happens on 1 December 2026 at 00:00 UTC, by the clock port. The clock alone ends the groups; no deployment is needed:
 *
 * - Every operation of a group answers 410 with its replacement, and so does every path below its own prefixes
 *   (`modules/ended`). The operations of the operator that finish work under way (`outlives`) remain.
 * - The events of a group are no longer listed, subscribed to or delivered (`endsAt` of an event type).
 * - Automation and simulation stop: they compare the clock with `END` themselves. The `isOpen` of the warehouse turns
 *   false, so that ordering answers every brand as one that is not enrolled. OrderPay orders that wait for a payment are
 *   cancelled.
 *
 * Afterwards `npm run remove-deprecated` deletes the folder; one release later its tables are dropped.
 */
import { deprecatedFromLaunch } from '../http/deprecation/deprecation.ts'
import type { Module } from '../module.ts'
import { END } from '../modules/ended/groups.ts'
import { invariant } from '../platform/invariant.ts'

const { since: SINCE } = deprecatedFromLaunch

interface EndingOptions {
  /** The replacement for integrators, as a sentence; every response after the end contains it. */
  replacement: string
  /** Path prefixes of the operator API that remain, so that the operator can finish work that is under way. */
  outlives?: readonly string[]
}

/** The module with its operations and its events ending at `END`. */
export function ending(module: Module, { replacement, outlives = [] }: EndingOptions): Module {
  const { name, routes, events = [] } = module
  const published = events.filter(({ shows }) => shows !== null)
  for (const event of published)
    invariant(event.endsAt === END, `the event ${event.name} must end at END, like its group ${name}`)
  const deprecated = { since: SINCE, ends: { at: END, replacement } }
  const remains = (path: string) => outlives.some((start) => path.startsWith(start))
  return {
    ...module,
    routes(http) {
      routes?.({
        ...http,
        operation: (operation) =>
          http.operation({
            ...operation,
            deprecated: remains(operation.path) ? { since: SINCE } : deprecated,
          }),
      })
    },
  }
}
