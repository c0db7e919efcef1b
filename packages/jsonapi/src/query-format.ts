/** Formats a parsed query as a query string. */
import { treePaths } from './include-tree.ts'
import { defaultCursorNames } from './page.ts'
import type { Query } from './query.ts'
import { encodeParameter } from './query-string.ts'

/** The canonical query string of a query: the same endpoint parses it to an equal query. */
export function formatQuery(query: Partial<Query>): string {
  const pieces: string[] = []
  const put = (name: string, value: unknown) => pieces.push(encodeParameter(name, String(value)))
  const { include = {}, fields = {}, filter = {}, sort = [], page, parameters = {} } = query

  const paths = treePaths(include)
  if (paths.length > 0) put('include', paths.join(','))
  for (const [type, names] of Object.entries(fields)) put(`fields[${type}]`, names.join(','))
  for (const [name, value] of Object.entries(filter)) putFilter(put, `filter[${name}]`, value)
  if (sort.length > 0) {
    put('sort', sort.map(({ field, descending }) => (descending ? `-${field}` : field)).join(','))
  }
  const names = { limit: 'limit', ...(page?.names ?? defaultCursorNames) }
  for (const key of ['limit', 'after', 'before'] as const) {
    if (page?.[key] !== undefined) put(`page[${names[key]}]`, page[key])
  }
  for (const [name, value] of Object.entries(parameters)) {
    for (const one of Array.isArray(value) ? value : [value]) put(name, one)
  }
  return pieces.join('&')
}

function putFilter(put: (name: string, value: unknown) => void, name: string, value: unknown): void {
  if (Array.isArray(value)) {
    // The indexed form, because its values may contain commas.
    for (const one of value) put(`${name}[]`, one)
  } else if (typeof value === 'object' && value !== null) {
    for (const [operator, operand] of Object.entries(value)) putFilter(put, `${name}[${operator}]`, operand)
  } else put(name, value)
}
