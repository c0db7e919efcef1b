/** Ranges of days of the viewer, for addresses and requests; `filters.tsx` has the fields. */

export interface Days {
  /** As in `<input type="date">`; both days are part of the range. */
  from?: string
  to?: string
}

/** The moments at which a range of days of the viewer begins, and at which it has ended. */
export function momentsOf({ from, to }: Days): { from?: string; to?: string } {
  const end = to && new Date(`${to}T00:00`)
  if (end) end.setDate(end.getDate() + 1)
  return {
    ...(from && { from: new Date(`${from}T00:00`).toISOString() }),
    ...(end && { to: end.toISOString() }),
  }
}

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))

/** The days that the search parameters of an address give. */
export const daysIn = ({ from, to }: Record<string, unknown>): Days => ({
  ...(isDay(from) && { from }),
  ...(isDay(to) && { to }),
})
