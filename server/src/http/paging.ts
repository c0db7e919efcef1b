import { type CutPage, cutPage, type Query, usualNames } from '@tradehall/jsonapi'
import { invariant } from '../platform/invariant.ts'
import type { Walk } from '../platform/keyset.ts'
import { badRequest } from './problems.ts'

/** Reads one page in one round trip. Whether the cursor exists is asked only when nothing was found behind it. */
export async function readPage<Row extends { id: string }>(
  { page }: Query,
  fetch: (walk: Walk) => Promise<readonly Row[]>,
  has: (id: string) => Promise<boolean>,
): Promise<CutPage<Row>> {
  invariant(page, 'the operation declares pages')
  const cursor = page.before ?? page.after
  const rows = await fetch({ cursor, backwards: page.before !== undefined, limit: page.limit + 1 })
  if (rows.length === 0 && cursor !== undefined && !(await has(cursor))) {
    const { after, before } = page.names ?? usualNames
    const parameter = `page[${page.before === undefined ? after : before}]`
    throw badRequest(`The cursor ${cursor} is not in this list.`, { parameter })
  }
  return cutPage(rows, page)
}
