/** From the first day here: connectors written for what replaces it have nothing to change. */
export const SINCE = new Date('2026-10-01T00:00:00Z')

/** When what lies in this folder ends, by the clock. */
export const END = new Date('2026-12-01T00:00:00Z')
