/** Cursor pages: cutting a page out of the fetched rows, and its links. */
import { decodeParameter, encodeParameter } from './query-string.ts'

export interface PageQuery {
  limit: number
  after?: string
  before?: string
  /** Absent for the default names. */
  names?: CursorNames
}

/** The names of the cursor parameters in `page[…]`. */
export interface CursorNames {
  after: string
  before: string
}

export const defaultCursorNames: CursorNames = { after: 'after', before: 'before' }

export interface PageMeta {
  from: string | null
  to: string | null
  hasMore: boolean
  perPage: number
}

/**
 * 'first' is the start of the list: an empty page has no row that could serve as a cursor. A caller that can query more rows
 * may replace `prev` of an empty page with the exact position.
 */
export interface CutPage<Row> {
  rows: Row[]
  page: PageMeta
  next?: { after: string } | 'first'
  prev?: { before: string } | { after: string } | 'first'
  names?: CursorNames
}

/**
 * Cuts a page out of up to limit + 1 rows: in list order without a cursor or with `after`, in reversed list order with
 * `before`. The extra row only indicates that there are more.
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

/** Links contain the other parameters of the request and the limit, but not its cursor. */
export function pageLinks(options: {
  url: string
  rawQuery: string
  cut: Pick<CutPage<unknown>, 'page' | 'next' | 'prev' | 'names'>
  missing?: 'omit' | 'null'
}): PageLinks {
  const { url, rawQuery, cut, missing = 'omit' } = options
  const { after, before } = cut.names ?? defaultCursorNames
  const others = otherParameters(rawQuery, ['limit', after, before])
  const base = [...others, encodeParameter('page[limit]', String(cut.page.perPage))].join('&')
  const first = `${url}?${base}`
  const links: PageLinks = { first }
  for (const key of ['next', 'prev'] as const) {
    const position = cut[key]
    if (position)
      links[key] = position === 'first' ? first : `${first}&${encodeCursor(position, { after, before })}`
    else if (missing === 'null') links[key] = null
  }
  return links
}

function encodeCursor(position: { after: string } | { before: string }, names: CursorNames): string {
  return 'after' in position
    ? encodeParameter(`page[${names.after}]`, position.after)
    : encodeParameter(`page[${names.before}]`, position.before)
}

function otherParameters(rawQuery: string, pageKeys: readonly string[]): string[] {
  const own = new Set(pageKeys.map((key) => `page[${key}]`))
  return rawQuery.split('&').flatMap((piece) => {
    if (piece === '') return []
    const parameter = decodeParameter(piece)
    // Undecodable parameters were rejected earlier; dropping them keeps the link valid in any case.
    if ('mistake' in parameter || own.has(parameter.name)) return []
    return [encodeParameter(parameter.name, parameter.value)]
  })
}
