import type { Problem } from '@tradehall/jsonapi'
import { forbidden, notFound } from './problems.ts'

/**
 * The answer for a row that a query scoped to the caller did not find. Whether it exists elsewhere is asked only then:
 * 403 for what belongs to someone else, 404 for what is nowhere.
 */
export function missing(
  what: string,
  id: string,
  { exists, ...at }: { exists: boolean; pointer?: string },
): Problem {
  return exists
    ? forbidden(`The ${what} ${id} belongs to another account.`, at)
    : notFound(`There is no ${what} ${id}.`, at)
}
