import { type Problem, problem } from '@tradehall/jsonapi'
import { endsBeforeStart, pointTo } from '../../domain/problems.ts'

export const discountEndsBeforeStart = (at: string | undefined): Problem =>
  endsBeforeStart(
    'A discount ends after it starts: endsAt must be later than startsAt.',
    pointTo(at, 'endsAt'),
  )

export const stockChanged = problem(
  'STOCK_CHANGED',
  409,
  'Conflict',
  'The stock is not what was expected; `meta` has what it is.',
)
export const pricesChanged = problem(
  'PRICES_CHANGED',
  409,
  'Conflict',
  'The prices are not what was expected; `meta` has what they are.',
)
