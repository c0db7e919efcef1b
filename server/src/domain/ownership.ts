/** The problems for ids that are unknown or belong to another account. */
import type { Problem } from '@tradehall/jsonapi'
import { forbidden, notFound, unprocessable } from './problems.ts'

/**
 * The problem for a row that a query scoped to the caller did not find: 403 if it exists in another account, otherwise
 * 404. The caller queries `exists` only in this case.
 */
export function missing(
  what: string,
  id: string,
  { exists, ...at }: { exists: boolean; pointer?: string; parameter?: string },
): Problem {
  return exists
    ? forbidden(`The ${what} ${id} belongs to another account.`, at)
    : notFound(`There is no ${what} ${id}.`, at)
}

/** The 404 problem for callers with access to every account, such as the operator. */
export const unknown = (what: string, id: string): Problem => missing(what, id, { exists: false })

/** Returns the id of the path, after checking that the body contains no other id. */
export function idToChange(pathId: string, bodyId: string | undefined): string {
  if (bodyId === undefined || bodyId === pathId) return pathId
  throw unprocessable(`Expected ${pathId}, the id of the path, but saw "${bodyId}".`, { pointer: 'data.id' })
}
