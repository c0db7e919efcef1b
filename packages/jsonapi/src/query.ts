/** Compiles the declaration of an endpoint's query parameters into a parser. */
import { joinProblems, type Problem, problem } from './errors.ts'
import { compileFields } from './fields.ts'
import { compileFilters, type FilterSpec } from './filter.ts'
import { compileIncludes } from './include-parameter.ts'
import { allowIncludes, type IncludeTree, noIncludes, type ResourceLookup } from './include-tree.ts'
import type { PageQuery } from './page.ts'
import { compilePage, type PageSpec } from './page-parameters.ts'
import { compilePlain, type ParameterSpec } from './plain-parameters.ts'
import { decodeParameter, splitBrackets } from './query-string.ts'
import type { QueryParameter } from './reader.ts'
import type { Resource } from './resource.ts'
import { compileSort, type SortField, type SortSpec } from './sort.ts'
import { cutText } from './wording.ts'

/** The query parameters that an endpoint accepts. */
export interface QuerySpec {
  resource?: Resource
  /** Allowed paths by canonical names; every prefix of a path is allowed too. */
  include?: readonly string[]
  filters?: Record<string, FilterSpec>
  sort?: SortSpec
  page?: PageSpec
  /** Other parameters by their full name. A name such as `page[offset]` takes precedence over its family. */
  parameters?: Record<string, ParameterSpec>
}

export interface Query {
  include: IncludeTree
  /** Requested field names by default output type. */
  fields: Readonly<Record<string, readonly string[]>>
  filter: Readonly<Record<string, unknown>>
  sort: readonly SortField[]
  page: PageQuery | undefined
  parameters: Readonly<Record<string, unknown>>
}

export const emptyQuery: Query = Object.freeze({
  include: noIncludes,
  fields: Object.freeze(Object.create(null)),
  filter: Object.freeze(Object.create(null)),
  sort: Object.freeze([]),
  page: undefined,
  parameters: Object.freeze(Object.create(null)),
})

const badRequest = problem(null, 400, 'Bad Request')

// Far above any legitimate request, and low enough that rejecting is cheap.
const MAX_PARAMETERS = 200
const MAX_ERRORS = 100

// Clients repeat the same queries, so each endpoint caches this many parsed queries up to this length.
const MAX_CACHED = 50
const MAX_CACHED_LENGTH = 300

type Family = 'include' | 'fields' | 'filter' | 'sort' | 'page'

/** The context selects the spelling of resource types in the response. */
export function compileQuery(
  spec: QuerySpec,
  lookup: ResourceLookup,
  context?: string,
): (rawQueryString: string) => Query {
  if (spec.include?.length && !spec.resource) throw new TypeError('include needs a resource')
  const allowed = spec.resource ? allowIncludes(spec.resource, spec.include ?? [], lookup) : undefined
  const include = compileIncludes(allowed)
  const fields = compileFields(allowed, context)
  const filter = compileFilters(spec.filters ?? {})
  const sort = compileSort(spec.sort)
  const page = compilePage(spec.page)
  const plain = compilePlain(spec.parameters ?? {})
  const known = listNames(spec)
  // If plain parameters declare the paging, other parameters of the page family are unknown.
  const isUnknown = (family: Family) =>
    family === 'page' && !spec.page && [...plain.names].some((name) => name.startsWith('page['))

  const cache = new Map<string, Query>()
  const addToCache = (rawQueryString: string, query: Query) => {
    if (rawQueryString.length > MAX_CACHED_LENGTH) return
    if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value!)
    cache.set(rawQueryString, query)
  }

  return (rawQueryString) => {
    const cached = cache.get(rawQueryString)
    if (cached) return cached
    const problems: Problem[] = []
    const report = (one: Problem) => {
      if (problems.length < MAX_ERRORS) problems.push(one)
    }
    const given = sortIntoFamilies(rawQueryString, plain.names, isUnknown, known, report)
    const query: Query = {
      include: include.read(given.include, report),
      fields: fields.read(given.fields, report),
      filter: filter.read(given.filter, report),
      sort: sort.read(given.sort, report),
      page: page.read(given.page, report),
      parameters: plain.read(given.plain, report),
    }
    if (problems.length > 0) throw joinProblems(problems)
    // Callers may modify the values of filters and parameters, so such queries are not shared.
    if (given.filter.length === 0 && given.plain.length === 0) addToCache(rawQueryString, query)
    return query
  }
}

function sortIntoFamilies(
  raw: string,
  plainNames: ReadonlySet<string>,
  isUnknown: (family: Family) => boolean,
  known: string,
  report: (problem: Problem) => void,
) {
  const given: Record<Family | 'plain', QueryParameter[]> = {
    include: [],
    fields: [],
    filter: [],
    sort: [],
    page: [],
    plain: [],
  }
  if (raw === '') return given
  const pieces = raw.split('&', MAX_PARAMETERS + 1)
  if (pieces.length > MAX_PARAMETERS) {
    report(badRequest(`Expected at most ${MAX_PARAMETERS} query parameters, but saw more.`))
    return given
  }
  for (const piece of pieces) {
    if (piece === '') continue
    const parameter = decodeParameter(piece)
    const name = cutText(parameter.name, 200)
    const refuse = (detail: string) => report(badRequest(detail, { parameter: name }))
    if ('mistake' in parameter) {
      refuse(`Expected percent-encoded UTF-8 text, but the parameter ${parameter.mistake}.`)
      continue
    }
    if (plainNames.has(parameter.name)) {
      given.plain.push({ name, path: [parameter.name], value: parameter.value })
      continue
    }
    const path = splitBrackets(parameter.name)
    if (path === undefined) {
      refuse(
        `Expected a parameter name with paired brackets such as page[limit], but saw "${cutText(name)}".`,
      )
      continue
    }
    const family = familyOf(path)
    if (family && !isUnknown(family)) given[family].push({ name, path, value: parameter.value })
    else refuse(`Expected ${known}, but saw the unknown parameter "${cutText(name)}".`)
  }
  return given
}

function familyOf(path: readonly string[]): Family | undefined {
  switch (path[0]) {
    case 'include':
    case 'sort':
      return path.length === 1 ? path[0] : undefined
    case 'fields':
    case 'filter':
    case 'page':
      return path.length > 1 ? path[0] : undefined
    default:
      return undefined
  }
}

/** The accepted parameters in the notation of clients. */
function listNames(spec: QuerySpec): string {
  const names = [
    ...(spec.include?.length ? ['include'] : []),
    ...(spec.resource ? ['fields[…]'] : []),
    ...Object.keys(spec.filters ?? {}).map((name) => `filter[${name}]`),
    ...(spec.sort ? ['sort'] : []),
    ...(spec.page ? ['page[…]'] : []),
    ...Object.keys(spec.parameters ?? {}),
  ]
  return names.length > 0 ? names.join(', ') : 'no parameters'
}
