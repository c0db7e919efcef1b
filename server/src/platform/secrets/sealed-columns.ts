/**
 * What the secret key protects in the database. Values of sealed columns can be sealed anew, with the first key of the ring;
 * keyed hashes cannot, so they need the key that made them for as long as they are stored.
 */
import { type Fragment, limitTo, type Queryable } from '../database.ts'
import type { Platform } from '../index.ts'
import type { Secrets } from './secrets.ts'

/** A column whose values `Secrets.encrypt` has sealed, or null. */
export interface SealedColumn {
  /** Names the values in reports, such as `webhook-secrets`. */
  name: string
  /** What happens when no key opens them, as a sentence for the operator. */
  lost: string
  /** With its schema. */
  table: string
  column: string
  /** The columns of the primary key; that of a table of brands begins with the brand. */
  key: readonly [string, ...string[]]
}

/** Stored values of `Secrets.fingerprint`, with the name of their key. */
export interface KeyedHashes {
  name: string
  /** What happens when their key is removed, as a sentence for the operator. */
  lost: string
  /** How many are of use, by key; `keyName` is null for those of versions that did not record it. */
  count(
    platform: Pick<Platform, 'db' | 'clock'>,
  ): PromiseLike<readonly { keyName: string | null; count: number }[]>
}

export interface ProtectedValues {
  sealed: readonly SealedColumn[]
  hashed: readonly KeyedHashes[]
}

/** Few enough that a batch takes milliseconds. */
const BATCH = 500
/** Updates that are sent at once: enough to keep a connection busy, few enough to leave it to others too. */
const UPDATES = 20

/** How many values each key opens; `null` counts those that none does. */
export async function countByKey(
  { db, secrets }: { db: Queryable; secrets: Secrets },
  column: SealedColumn,
): Promise<Map<string | null, number>> {
  const counts = new Map<string | null, number>()
  for await (const rows of readSealed(db, column)) {
    for (const { sealed } of rows) {
      const keyName = secrets.open(sealed)?.keyName ?? null
      counts.set(keyName, (counts.get(keyName) ?? 0) + 1)
    }
  }
  return counts
}

/**
 * Seals the values of older keys anew, one by one, while other processes read and change them: a value that has changed since
 * it was read is left alone. Returns how many values of older keys it found, and how many of them it sealed. Values that no
 * key opens are left as they are. It can be stopped at any time, and begun anew.
 */
export async function resealColumn(
  { db, secrets }: { db: Queryable; secrets: Secrets },
  column: SealedColumn,
  onSealed: (count: number) => void = () => {},
): Promise<{ found: number; sealed: number }> {
  const total = { found: 0, sealed: 0 }
  for await (const rows of readSealed(db, column)) {
    const old = rows.flatMap((row) => {
      const opened = secrets.open(row.sealed)
      return opened && opened.keyName !== secrets.keyNames[0] ? [{ ...row, text: opened.text }] : []
    })
    total.found += old.length
    for (let from = 0; from < old.length; from += UPDATES) {
      const replaced = await Promise.all(
        old.slice(from, from + UPDATES).map((row) => replace(db, column, row, secrets.encrypt(row.text))),
      )
      const count = replaced.filter(Boolean).length
      total.sealed += count
      onSealed(count)
    }
  }
  return total
}

export interface SealedRow {
  /** The values of the primary key. */
  key: readonly string[]
  sealed: Buffer
}

/** All values in batches, in the order of the primary key, whose index it uses. */
export async function* readSealed(db: Queryable, column: SealedColumn): AsyncGenerator<SealedRow[]> {
  let after: readonly string[] | undefined
  do {
    const rows: SealedRow[] = await readAfter(db, column, after)
    if (rows.length > 0) yield rows
    after = rows.length < BATCH ? undefined : rows.at(-1)?.key
  } while (after)
}

async function readAfter(
  db: Queryable,
  { table, column, key }: SealedColumn,
  after: readonly string[] | undefined,
): Promise<SealedRow[]> {
  const names = listed(
    db,
    key.map((name) => db`${db(name)}`),
  )
  const behind = after
    ? db`and (${names}) > (${listed(
        db,
        after.map((value) => db`${value}::uuid`),
      )})`
    : db``
  const rows = await db<(Record<string, string> & { sealed: Buffer })[]>`
    select ${names}, ${db(column)} as sealed
    from ${db(table)}
    where ${db(column)} is not null ${behind}
    order by ${names}
    ${limitTo(db, BATCH)}`
  return rows.map((row) => ({ key: key.map((name) => row[name] as string), sealed: row.sealed }))
}

/** Returns false if the value has changed since it was read, or is gone. */
async function replace(
  db: Queryable,
  { table, column, key }: SealedColumn,
  row: SealedRow,
  sealed: Buffer,
): Promise<boolean> {
  const isRow = key.map((name, i) => db`${db(name)} = ${row.key[i] as string} and `)
  const replaced = await db`
    update ${db(table)}
    set ${db(column)} = ${sealed}
    where ${isRow} ${db(column)} = ${row.sealed}
    returning 1`
  return replaced.length > 0
}

const listed = (db: Queryable, parts: readonly Fragment[]): Fragment[] =>
  parts.map((part, i) => (i === 0 ? part : db`, ${part}`))
