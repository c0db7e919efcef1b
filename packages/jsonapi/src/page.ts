import { decodeParameter, encodeParameter } from './query-string.ts'

export interface PageQuery {
  limit: number
  after?: string
  before?: string
  /** Where they are not the usual ones. */
  names?: CursorNames
}

/** What stands in the brackets of `page[…]` for either cursor. */
export interface CursorNames {
  after: string
  before: string
}

export const usualNames: CursorNames = { after: 'after', before: 'before' }

export interface PageMeta {
  from: string | null
  to: string | null
  hasMore: boolean
  perPage: number
}

/**
 * 'first' is the list from its start: an empty page has no row that could serve as a cursor. Who can ask for more rows
 * may know a better one, and set the page before an empty one by what it follows.
 */
export interface CutPage<Row> {
  rows: Row[]
  page: PageMeta
  next?: { after: string } | 'first'
  prev?: { before: string } | { after: string } | 'first'
  names?: CursorNames
}

/**
 * Cuts a page out of up to limit + 1 rows fetched in walking order: list order without cursor or with
 * `after`, reversed list order with `before`. The row too many only tells that the walk can go on.
 */
export function cutPage<Row>(
  fetched: readonly Row[],
  page: PageQuery,
  idOf: (row: Row) => string = (row) => (row as { id: string }).id,
): CutPage<Row> {
  const backwards = page.before !== undefined
  const extra = fetched.length > page.limit
  const rows = fetched.slice(0, page.limit)
  if (backwards) rows.reverse()
  const from = rows.length > 0 ? idOf(rows[0]!) : null
  const to = rows.length > 0 ? idOf(rows.at(-1)!) : null
  const cut: CutPage<Row> = {
    rows,
    page: { from, to, hasMore: backwards || extra, perPage: page.limit },
    ...(page.names && { names: page.names }),
  }
  if (backwards) cut.next = to === null ? 'first' : { after: to }
  else if (extra && to !== null) cut.next = { after: to }
  if (page.after !== undefined) cut.prev = from === null ? 'first' : { before: from }
  else if (backwards && extra && from !== null) cut.prev = { before: from }
  return cut
}

export type PageLinks = Partial<Record<'first' | 'next' | 'prev', string | null>>

/** Links keep the other parameters of the request, drop its cursor and always carry the limit. */
export function pageLinks(options: {
  url: string
  rawQuery: string
  cut: Pick<CutPage<unknown>, 'page' | 'next' | 'prev' | 'names'>
  missing?: 'omit' | 'null'
}): PageLinks {
  const { url, rawQuery, cut, missing = 'omit' } = options
  const { after, before } = cut.names ?? usualNames
  const others = otherParameters(rawQuery, ['limit', after, before])
  const base = [...others, encodeParameter('page[limit]', String(cut.page.perPage))].join('&')
  const first = `${url}?${base}`
  const links: PageLinks = { first }
  for (const key of ['next', 'prev'] as const) {
    const place = cut[key]
    if (place) links[key] = place === 'first' ? first : `${first}&${encodePlace(place, { after, before })}`
    else if (missing === 'null') links[key] = null
  }
  return links
}

function encodePlace(place: { after: string } | { before: string }, names: CursorNames): string {
  return 'after' in place
    ? encodeParameter(`page[${names.after}]`, place.after)
    : encodeParameter(`page[${names.before}]`, place.before)
}

function otherParameters(rawQuery: string, pageKeys: readonly string[]): string[] {
  const own = new Set(pageKeys.map((key) => `page[${key}]`))
  return rawQuery.split('&').flatMap((piece) => {
    if (piece === '') return []
    const parameter = decodeParameter(piece)
    // What cannot be decoded has been refused before a page is cut; dropping it keeps the link valid.
    if ('mistake' in parameter || own.has(parameter.name)) return []
    return [encodeParameter(parameter.name, parameter.value)]
  })
}
