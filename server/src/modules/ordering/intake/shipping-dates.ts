/**
 * Expected shipping dates, in business days: Monday to Friday, in UTC. Holidays differ between countries and are ignored.
 * The dates are informative; accepting and shipping an order have no deadline.
 *
 * A weekend day counts as the next Monday: zero business days after a Saturday is that Monday, one is the Tuesday.
 */
import { invariant } from '../../../platform/invariant.ts'
import type { LeadTime } from '../../identity/index.ts'

const MS_PER_DAY = 86_400_000
const SATURDAY = 5

/** The day of submission plus the lower and plus the upper bound of the lead time. */
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

/** Both days have the form YYYY-MM-DD. */
export function addBusinessDays(day: string, days: number): string {
  invariant(Number.isSafeInteger(days) && days >= 0, `${days} is a number of days to wait`)
  const date = startOfDay(day).getTime() / MS_PER_DAY
  // Monday is 0; day 0, 1 January 1970, was a Thursday. The double modulo handles days before it.
  const weekday = (((date + 3) % 7) + 7) % 7
  const monday = date - weekday
  // A weekend day counts as the Monday after it, which is five business days after the Monday before it.
  const afterMonday = Math.min(weekday, SATURDAY) + days
  return dayOf(new Date((monday + Math.floor(afterMonday / 5) * 7 + (afterMonday % 5)) * MS_PER_DAY))
}

/** The day of an instant in UTC, in the form YYYY-MM-DD. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** 00:00:00 UTC. */
export function startOfDay(day: string): Date {
  const start = new Date(`${day}T00:00:00Z`)
  // Date parses 30 February as 2 March, so the result is compared with the input.
  invariant(!Number.isNaN(start.getTime()) && dayOf(start) === day, `${day} is a day of the calendar`)
  return start
}

/** 23:59:59 UTC, the last second. */
export function endOfDay(day: string): Date {
  return new Date(startOfDay(day).getTime() + MS_PER_DAY - 1000)
}
