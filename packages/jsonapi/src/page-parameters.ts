/** Parses the parameters of cursor pages. */
import { problem } from './errors.ts'
import { type CursorNames, defaultCursorNames, type PageQuery } from './page.ts'
import type { ParameterReader } from './reader.ts'
import { UUID } from './uuids.ts'
import { cutText } from './wording.ts'

export interface PageSpec {
  default: number
  max: number
  /** Format of a cursor; a uuid by default. If the pattern ignores case, the cursor is converted to lower case. */
  cursor?: { pattern: RegExp; description: string }
  /** The names of the cursors; `after` and `before` by default. */
  names?: CursorNames
}

const uuidCursor = { pattern: UUID, description: 'a uuid' }

const badPage = problem(null, 400, 'Bad Request')

export function compilePage(spec: PageSpec | undefined): ParameterReader<PageQuery | undefined> {
  const cursor = spec?.cursor ?? uuidCursor
  const readCursor = (value: string) => (cursor.pattern.ignoreCase ? value.toLowerCase() : value)
  const { after, before } = spec?.names ?? defaultCursorNames
  return {
    read(given, report) {
      if (spec === undefined) {
        for (const { name } of given) {
          const detail = `Expected no page parameters, as there are no pages here, but saw "${cutText(name)}".`
          report(badPage(detail, { parameter: name }))
        }
        return undefined
      }
      const page: PageQuery = { limit: spec.default, ...(spec.names && { names: spec.names }) }
      const seen = new Set<string>()
      for (const { name, path, value } of given) {
        const refuse = (detail: string) => report(badPage(detail, { parameter: name }))
        const key = path.length === 2 ? path[1]! : ''
        // Clients that have not read a page yet may send an empty cursor.
        if (value === '' && (key === 'after' || key === 'before')) continue
        if (seen.has(key)) refuse(`Expected page[${key}] once, but saw it several times.`)
        else if (key === 'limit') {
          const limit = readLimit(value, spec.max)
          if (limit !== undefined) page.limit = limit
          else refuse(`Expected an integer from 1 to ${spec.max}, but saw "${cutText(value)}".`)
        } else if (key === after || key === before) {
          if (cursor.pattern.test(value)) page[key === after ? 'after' : 'before'] = readCursor(value)
          else refuse(`Expected ${cursor.description} as cursor, but saw "${cutText(value)}".`)
        } else {
          refuse(`Expected page[limit], page[${after}] or page[${before}], but saw "${cutText(name)}".`)
          continue
        }
        seen.add(key)
      }
      if (seen.has(after) && seen.has(before)) {
        const detail = `Expected either page[${after}] or page[${before}], but saw both.`
        report(badPage(detail, { parameter: `page[${before}]` }))
      }
      return page
    },
  }
}

/** A limit out of range is an error and not clamped: a client that requests 500 would mistake 50 rows for the whole list. */
function readLimit(value: string, max: number): number | undefined {
  if (!/^\d{1,9}$/.test(value)) return undefined
  const limit = Number(value)
  return limit >= 1 && limit <= max ? limit : undefined
}
