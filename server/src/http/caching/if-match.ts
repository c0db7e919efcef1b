/** The `If-Match` header of RFC 9110: the request is carried out only if the resource has one of the listed entity tags. */
import type { ExpectedVersions } from '../../domain/expected-version.ts'
import { badRequest } from '../../domain/problems.ts'
import type { Operation } from '../operation.ts'

/** One element of the list, after empty elements, which recipients have to ignore. `W/` is the mark of a weak tag. */
const ELEMENT = /[ \t,]*(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*(?:,[ \t,]*|$)/y

/** The part of a tag before the first dot; tags without a dot identify a body and contain no version. */
const VERSION = /^([\w-]+)\./

/**
 * The versions that the header allows. `*` asks only for a resource that exists, which every operation requires anyway. An
 * operation that cannot evaluate tags refuses them: if it ignored them, the client would overwrite changes of others while
 * it believes that it cannot.
 */
export function readIfMatch(
  { conditional }: Pick<Operation, 'conditional'>,
  header: string | undefined,
): ExpectedVersions {
  if (header === undefined || header.trim() === '*') return null
  if (conditional) return new Set(parseTags(header).flatMap(versionIn))
  throw badRequest('This operation does not evaluate If-Match: send the request without it, or with *.', {
    header: 'If-Match',
  })
}

function parseTags(header: string): string[] {
  const tags: string[] = []
  for (ELEMENT.lastIndex = 0; ELEMENT.lastIndex < header.length; ) {
    const tag = ELEMENT.exec(header)?.[1]
    if (tag === undefined) throw malformed()
    tags.push(tag)
  }
  if (tags.length === 0) throw malformed()
  return tags
}

const malformed = () =>
  badRequest('Expected * or a list of entity tags in double quotes, as ETag headers have them.', {
    header: 'If-Match',
  })

/**
 * Ignores the rest of the tag, which identifies the representation and its encoding, and the mark of weak tags, because
 * proxies that compress responses add it.
 */
function versionIn(tag: string): string[] {
  const version = VERSION.exec(tag)?.[1]
  return version === undefined ? [] : [version]
}
