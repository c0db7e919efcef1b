import { pointTo, unprocessable } from '../../domain/problems.ts'

export const discountEndsBeforeStart = (at: string | undefined) =>
  unprocessable('A discount ends after it starts: endsAt must be later than startsAt.', pointTo(at, 'endsAt'))
