import { deprecatedFromLaunch } from '../http/deprecation.ts'

export const { since: SINCE } = deprecatedFromLaunch

/** When what lies in this folder ends, by the clock. */
export const END = new Date('2026-12-01T00:00:00Z')
