/** `filter[updatedAfter]`: pages of the rows that changed since a time, for clients that poll. */
import type { CutPage, PageSpec, Query, Resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { instant } from '../../domain/fields.ts'
import { badRequest } from '../../domain/problems.ts'
import type { Database } from '../../platform/database.ts'
import { invariant } from '../../platform/invariant.ts'
import {
  type ChangedRow,
  type ChangePosition,
  type ChangeWalk,
  readFirstChanges,
} from '../../platform/queries/changes.ts'
import type { Query as Statement } from '../../platform/sql/query.ts'
import { type DocumentReply, pageDocument } from '../operation.ts'

const PARAMETER = 'filter[updatedAfter]'

/** The filter of lists that can be read by change. */
export const updatedAfter = {
  kind: 'one',
  schema: instant('A time with any number of decimals.'),
  description:
    'Only what changed since this time, oldest change first. Follow `next` to the end, then ask with `meta.updatedUntil`. Nothing is left out, some may come twice.',
} as const

const updatedUntil = Type.Optional(
  Type.String({
    format: 'date-time',
    examples: ['2026-04-01T09:30:00.123456Z'],
    description:
      'With `filter[updatedAfter]`: every change before this time is in the list. It is the same on all pages; ask with it the next time.',
  }),
)

/** The `meta` of lists that can be read by change. */
export const changesMeta = { updatedUntil }

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
/** The position of the last row, and `updatedUntil` of the first page; both times in microseconds. */
const CURSOR = new RegExp(`^(\\d{1,16}),(${UUID}),(\\d{1,16})$`)

/** Accepts the cursors of both orders of a list: an id, or a position among the changes. */
export const withChanges = (page: PageSpec): PageSpec => ({
  ...page,
  cursor: {
    pattern: new RegExp(`^(?:\\d{1,16},${UUID},\\d{1,16}|${UUID})$`, 'i'),
    description: 'a uuid, or what `links.next` has,',
  },
})

/** The time since which changes are requested; undefined for the ordinary list, which has cursors of its own. */
export function sinceIn({
  page,
  filter,
}: Pick<Query, 'page'> & { filter: { updatedAfter?: string } }): string | undefined {
  const cursor = page?.after ?? page?.before ?? ''
  if (filter.updatedAfter === undefined && cursor.includes(',')) {
    const parameter = `page[${page?.before === undefined ? 'after' : 'before'}]`
    throw badRequest(`This cursor is for a list with ${PARAMETER}, which the request does not have.`, {
      parameter,
    })
  }
  return filter.updatedAfter
}

/** A page that was read from a list by change, and where the next one begins; undefined at the end of the list. */
export interface CutChanges<Row> {
  rows: readonly Row[]
  next: ChangePosition | undefined
}

interface ChangesList<Row extends ChangedRow, Fetched> {
  db: Database
  /** Reads one row more than the page has, to find out whether there is a next page. */
  list: (walk: ChangeWalk) => Statement<Fetched[]>
  cut: (fetched: readonly Fetched[], limit: number) => CutChanges<Row>
}

/** Responds with a page of a list by change, whose query returns a row more than the page has if there are more. */
export const answerChanges = <Row extends ChangedRow>(
  resource: Resource<Row>,
  request: ChangesRequest,
  own: Omit<ChangesList<Row, Row>, 'cut'>,
  options: ChangesOptions = {},
): Promise<DocumentReply> => answerCutChanges(resource, request, { ...own, cut: cutChanges }, options)

interface ChangesRequest extends Pick<Query, 'page'> {
  since: string
}
type ChangesOptions = Pick<DocumentReply, 'context' | 'includedForm'>

/** Responds with a page of a list by change, for lists that determine the end of a page themselves. */
export async function answerCutChanges<Row extends ChangedRow, Fetched>(
  resource: Resource<Row>,
  { page, since }: ChangesRequest,
  { db, list, cut }: ChangesList<Row, Fetched>,
  options: ChangesOptions = {},
): Promise<DocumentReply> {
  invariant(page, 'the operation declares pages')
  const cursor = cursorIn(page)
  const from = cursor ? { after: cursor.position } : { since: microsOf(since) }
  const statement = list({ from, limit: page.limit + 1 })
  const { rows: fetched, until } = cursor
    ? { rows: await statement, until: cursor.until }
    : await readFirstChanges(db, statement)
  const { rows, next } = cut(fetched, page.limit)
  // Without a known end, the client asks for the same changes again.
  const known = until ?? microsOf(since)
  const result: CutPage<Row> = {
    rows: [...rows],
    page: {
      from: cursorOf(rows[0], known),
      to: cursorOf(rows.at(-1), known),
      hasMore: next !== undefined,
      perPage: page.limit,
    },
    ...(next && { next: { after: formatCursor(next, known) } }),
  }
  return { ...pageDocument(resource, result, options), meta: { updatedUntil: formatMicros(known) } }
}

function cutChanges<Row extends ChangedRow>(fetched: readonly Row[], limit: number): CutChanges<Row> {
  const rows = fetched.slice(0, limit)
  const last = fetched.length > limit ? rows.at(-1) : undefined
  return { rows, next: last && positionOf(last) }
}

const positionOf = ({ changed_micros, id }: ChangedRow): ChangePosition => ({ micros: changed_micros, id })

const formatCursor = ({ micros, id }: ChangePosition, until: number) => `${micros},${id},${until}`

const cursorOf = (row: ChangedRow | undefined, until: number) =>
  row ? formatCursor(positionOf(row), until) : null

function cursorIn({ after, before }: NonNullable<Query['page']>) {
  if (before !== undefined) {
    throw badRequest(`A list with ${PARAMETER} is read forwards, with page[after].`, {
      parameter: 'page[before]',
    })
  }
  if (after === undefined) return undefined
  const [, micros, id, until] = CURSOR.exec(after) ?? []
  if (id === undefined) {
    throw badRequest(`This cursor is for a list without ${PARAMETER}; follow links.next.`, {
      parameter: 'page[after]',
    })
  }
  return { position: { micros: Number(micros), id }, until: Number(until) }
}

/**
 * The microseconds since 1970 of a time that the schema has accepted. Further digits are truncated, which is earlier.
 */
function microsOf(text: string): number {
  const [, fraction = ''] = /\.(\d+)/.exec(text) ?? []
  const seconds = Date.parse(text.replace(/\.\d+/, ''))
  if (Number.isNaN(seconds)) throw badRequest(`Expected a time, but saw "${text}".`, { parameter: PARAMETER })
  return seconds * 1000 + Number(fraction.slice(0, 6).padEnd(6, '0'))
}

function formatMicros(micros: number): string {
  const instant = new Date(Math.floor(micros / 1000)).toISOString()
  return `${instant.slice(0, -1)}${String(micros % 1000).padStart(3, '0')}Z`
}
