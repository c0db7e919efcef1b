/** Parses the `sort` parameter. */
import { problem } from './errors.ts'
import type { ParameterReader } from './reader.ts'
import { cutText } from './wording.ts'

export interface SortSpec {
  fields: readonly string[]
  /** In the notation of clients, for example `-createdAt`. */
  default?: string
}

export interface SortField {
  field: string
  descending: boolean
}

const badSort = problem(null, 400, 'Bad Request')

export function compileSort(spec: SortSpec | undefined): ParameterReader<readonly SortField[]> {
  const allowed = new Set(spec?.fields)
  const fallback = spec?.default ? spec.default.split(',').map(readField) : []
  const unknown = fallback.find(({ field }) => !allowed.has(field))
  if (unknown) throw new TypeError(`default sort ${unknown.field} is not among the sortable fields`)
  const expected =
    allowed.size > 0 ? `a sort by ${[...allowed].join(', ')}` : 'no sort, as this list has a fixed order'
  return {
    read(given, report) {
      const [first, second] = given
      if (first === undefined) return fallback
      const at = { parameter: first.name }
      if (second) report(badSort('Expected sort once, but saw it several times.', at))
      const sort: SortField[] = []
      for (const part of first.value.split(',')) {
        const one = readField(part)
        if (!allowed.has(one.field)) report(badSort(`Expected ${expected}, but saw "${cutText(part)}".`, at))
        else if (sort.some(({ field }) => field === one.field)) {
          report(badSort(`Expected each sort field once, but saw ${one.field} several times.`, at))
        } else sort.push(one)
      }
      return sort
    },
  }
}

function readField(part: string): SortField {
  return part.startsWith('-')
    ? { field: part.slice(1), descending: true }
    : { field: part, descending: false }
}
