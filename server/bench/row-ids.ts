/**
 * Ids that are derived from the number of a row, so that no statement has to look one up. Like those of the server they are
 * UUIDv7, of a second for each row, with a hash instead of random bits: where neighbours of a list are stored decides how much of
 * a large table a page reads. Row number 0 is the newest of its table.
 */
import { hash } from 'node:crypto'
import type { Transaction } from '../src/platform/database.ts'

const NEWEST_MS = 1_767_225_600_000

/** Creates `pg_temp.row_id`, which returns the same as `rowId`. */
export async function createRowIds(tx: Transaction): Promise<void> {
  await tx`
    create or replace function pg_temp.row_id(kind text, number bigint) returns uuid immutable
    language sql return (
      lpad(to_hex(1767225600000 - number * 1000), 12, '0')
        || '7' || substr(md5(kind || number), 1, 3) || '8' || substr(md5(kind || number), 4, 15)
    )::uuid`
}

export function rowId(kind: string, number: number): string {
  const time = (NEWEST_MS - number * 1000).toString(16).padStart(12, '0')
  const rest = hash('md5', `${kind}${number}`)
  const hex = `${time}7${rest.slice(0, 3)}8${rest.slice(3, 18)}`
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
