/** The deprecation of an operation: its response headers, and the problem after its end. */
import { gone } from '../../domain/problems.ts'

export interface Deprecation {
  since: Date
  /** From this time on the operation returns 410. Absent if no end is planned. */
  ends?: Ending
}

/** Deprecated since the first release, without an end: clients that use the replacement have nothing to change. */
export const deprecatedFromLaunch: Deprecation = { since: new Date('2026-10-01T00:00:00Z') }

export interface Ending {
  at: Date
  /** A sentence that says what to use instead. */
  replacement: string
}

/** The headers of RFC 9745 and RFC 8594. The link leads to the API reference of this server. */
export const deprecationHeaders = ({ since, ends }: Deprecation): Record<string, string> => ({
  deprecation: `@${since.getTime() / 1000}`,
  ...(ends && { sunset: ends.at.toUTCString(), link: '</docs>; rel="deprecation"; type="text/html"' }),
})

export const hasEnded = (deprecation: Deprecation | undefined, now: Date): boolean =>
  deprecation?.ends !== undefined && now >= deprecation.ends.at

export function endedProblem({ at, replacement }: Ending) {
  const endedAt = at.toISOString()
  return gone(`This ended at ${endedAt}. ${replacement}`, { meta: { endedAt, replacement } })
}
