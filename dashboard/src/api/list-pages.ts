/** One page of a long list. Its position is in the address, so that Back works and a link shows the same rows. */
import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { List } from '@tradehall/client'
import { send } from './client.ts'

export interface Position {
  /** The id of the last row of the page before. */
  after?: string
  /** The id of the first row of the page after. */
  before?: string
}

export interface ListPage<Row> {
  rows: readonly Row[]
  meta: Readonly<Record<string, unknown>>
  /** Absent at the ends of the list. */
  previous?: Position
  next?: Position
}

const PAGE_SIZE = 50

/** The position that the search parameters of an address give. */
export const positionIn = ({ after, before }: Record<string, unknown>): Position => ({
  ...(typeof after === 'string' && { after }),
  ...(typeof before === 'string' && { before }),
})

/** Undefined clears a parameter. */
export type Changes<Search> = { [Name in keyof Search]?: Search[Name] | undefined }

/** The search parameters after a change of filters: of the first page, without those that are cleared. */
export function changedSearch<Search extends Position>(search: Search, changes: Changes<Search>): Search {
  const { after: _after, before: _before, ...others } = search
  const given = Object.entries({ ...others, ...changes }).filter(([, value]) => value)
  return Object.fromEntries(given) as unknown as Search
}

export const pageQuery = ({ after, before }: Position) => ({
  'page[limit]': PAGE_SIZE,
  ...(after !== undefined && { 'page[after]': after }),
  ...(before !== undefined && { 'page[before]': before }),
})

export async function readPage<Row>(list: List<Row>): Promise<ListPage<Row>> {
  for await (const { items, meta, links } of list.pages()) {
    return { rows: items, meta, ...neighbour('previous', links.prev), ...neighbour('next', links.next) }
  }
  return { rows: [], meta: {} }
}

/** Reads one page of a list. The rows that were read before stay until it has come. */
export const listQuery = <Row>(queryKey: QueryKey, list: () => List<Row>) =>
  queryOptions({
    queryKey,
    queryFn: () => send(() => readPage(list())),
    placeholderData: keepPreviousData,
  })

function neighbour(name: 'previous' | 'next', link: string | null | undefined) {
  if (!link) return {}
  const { searchParams } = new URL(link, location.href)
  return {
    [name]: positionIn({
      after: searchParams.get('page[after]'),
      before: searchParams.get('page[before]'),
    }),
  }
}
