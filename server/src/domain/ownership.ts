import type { Problem } from '@tradehall/jsonapi'
import { forbidden, notFound, unprocessable } from './problems.ts'

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

/** For those who may see every account, such as the operator: what is not found does not exist. */
export const unknown = (what: string, id: string): Problem => missing(what, id, { exists: false })

/** The id of what a request changes: the one in its path, which its body repeats where it names one. */
export function idToChange(pathId: string, bodyId: string | undefined): string {
  if (bodyId === undefined || bodyId === pathId) return pathId
  throw unprocessable(`Expected ${pathId}, the id of the path, but saw "${bodyId}".`, { pointer: 'data.id' })
}
