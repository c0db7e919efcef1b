import { Problem } from '@tradehall/jsonapi'

/**
 * A problem that another door's verb found, in the words of this door's body. What the body does not have is not pointed
 * at.
 */
export function withPointers(problem: Problem, rename: (pointer: string) => string | undefined): Problem {
  const errors = problem.errors.map(({ source, ...error }) => {
    const pointer = source?.pointer === undefined ? undefined : rename(source.pointer)
    return pointer === undefined ? error : { ...error, source: { pointer } }
  })
  return new Problem(problem.status, errors, { headers: problem.headers, cause: problem.cause })
}
