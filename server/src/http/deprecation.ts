/** What the answers of a deprecated operation say besides, and what is answered once it has ended. */
import { gone } from '../domain/problems.ts'

/** Still served, and better replaced. */
export interface Deprecation {
  since: Date
  /** When it is served no more, by the clock. What has no such day is served for good. */
  ends?: Ending
}

/**
 * Deprecated without a day on which it ends. It was so when this server was first released, so connectors that were
 * written for the replacement have nothing to change.
 */
export const deprecatedFromLaunch: Deprecation = { since: new Date('2026-10-01T00:00:00Z') }

export interface Ending {
  at: Date
  /** What to use instead, as a sentence. */
  replacement: string
}

/** RFC 9745 and RFC 8594. The link is to the reference of this very server. */
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
