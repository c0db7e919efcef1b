/**
 * Days on which brands ship: Monday to Friday, in UTC. Holidays differ between countries and are not counted.
 *
 * What comes in on a weekend counts as of the next Monday: zero business days after a Saturday is that Monday, and one
 * is the Tuesday.
 */
import { invariant } from '../../../platform/invariant.ts'
import type { LeadTime } from '../../identity/index.ts'

const MS_PER_DAY = 86_400_000
const SATURDAY = 5

/** From the day of submission plus the lower bound of the lead time to the day plus the upper bound. */
export function expectedShippingDates(
  submittedAt: Date,
  leadTime: LeadTime,
): { earliestOn: string; latestOn: string } {
  const [lower = '', upper = ''] = leadTime.split('-')
  const submittedOn = dayOf(submittedAt)
  return {
    earliestOn: addBusinessDays(submittedOn, Number(lower)),
    latestOn: addBusinessDays(submittedOn, Number(upper)),
  }
}

/** Both days are written YYYY-MM-DD. */
export function addBusinessDays(day: string, days: number): string {
  invariant(Number.isSafeInteger(days) && days >= 0, `${days} is a number of days to wait`)
  const date = startOfDay(day).getTime() / MS_PER_DAY
  // 1 January 1970 was a Thursday. Monday is 0; the double modulo is for the days before.
  const weekday = (((date + 3) % 7) + 7) % 7
  const monday = date - weekday
  // A weekend counts like the Monday after it, which is five business days after the Monday before it.
  const afterMonday = Math.min(weekday, SATURDAY) + days
  return dayOf(new Date((monday + Math.floor(afterMonday / 5) * 7 + (afterMonday % 5)) * MS_PER_DAY))
}

/** The day, written YYYY-MM-DD, that a moment falls on. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** 00:00:00. */
export function startOfDay(day: string): Date {
  const start = new Date(`${day}T00:00:00Z`)
  // A Date takes 30 February for 2 March.
  invariant(!Number.isNaN(start.getTime()) && dayOf(start) === day, `${day} is a day of the calendar`)
  return start
}

/** 23:59:59, the last second. */
export function endOfDay(day: string): Date {
  return new Date(startOfDay(day).getTime() + MS_PER_DAY - 1000)
}
