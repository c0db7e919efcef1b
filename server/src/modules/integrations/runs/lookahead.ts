/**
 * Reads and judges the next entries of an operation while the database writes the batch before them. Entries do not change
 * once their operation runs, so whoever takes them finds what he would have read himself.
 */
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { Work } from '../../../platform/work.ts'
import { brandCurrencies } from '../../identity/index.ts'
import { imageIssues, imageUrls } from '../images/image-urls.ts'
import { findImages } from '../images/queries.ts'
import type { OperationType } from '../operations/operation-rules.ts'
import type { OperationKey } from '../operations/results.ts'
import { checkEntry, type Terms } from '../payload/check.ts'
import { touchedMembers } from '../payload/touched.ts'
import { type RunningRow, readEntries, type StagedEntry } from './batch-queries.ts'

/** Bounds the memory: a product may have a thousand variants. */
const BATCH_BYTES = 4 * 1024 * 1024
/** Between so many, statements that wait to be sent are sent. */
const JUDGED_AT_ONCE = 50

export type JudgedEntry = StagedEntry & { verdict: ReturnType<typeof checkEntry> }

export interface Bounds {
  after: number
  most: number
  /** Whether the images of these entries are checked; those that are none are issues. */
  looksAtImages?: boolean
}

export async function judgeNext(
  db: Queryable,
  key: OperationKey,
  operation: RunningRow,
  bounds: Bounds,
): Promise<JudgedEntry[]> {
  const entries = await readEntries(db, key, { ...bounds, mostBytes: BATCH_BYTES })
  const terms = await termsOf(db, key.brandId, operation)
  const invalid = bounds.looksAtImages ? await invalidImages(db, key, entries) : new Set<string>()
  const judged: JudgedEntry[] = []
  for (const entry of entries) {
    const known = [...(entry.issues ?? []), ...imageIssues(entry.payload, invalid)]
    judged.push({ ...entry, verdict: checkEntry(entry.payload, terms, known) })
    if (judged.length % JUDGED_AT_ONCE === 0) await new Promise(setImmediate)
  }
  return judged
}

async function invalidImages(
  db: Queryable,
  key: OperationKey,
  entries: readonly StagedEntry[],
): Promise<ReadonlySet<string>> {
  const images = await findImages(db, key, imageUrls(entries.map(({ payload }) => payload)))
  return new Set(images.filter(({ isImage }) => !isImage).map(({ url }) => url))
}

async function termsOf(db: Queryable, brandId: BrandId, operation: RunningRow): Promise<Terms> {
  const currencies = await brandCurrencies(db, [brandId])
  return {
    operationType: operation.operation_type as OperationType,
    touched: touchedMembers(operation.source, operation.update_fields),
    brandCurrency: currencies.get(brandId) ?? '',
  }
}

export interface Lookahead {
  begin(key: OperationKey, operation: RunningRow, bounds: Bounds): void
  /** Undefined when other ones were looked at, or when that failed. */
  take(key: OperationKey, after: number): Promise<JudgedEntry[] | undefined>
}

/** Holds the entries of one batch. */
export function createLookahead({ db }: Work): Lookahead {
  let next: { id: string; after: number; judged: Promise<JudgedEntry[] | undefined> } | undefined
  return {
    begin(key, operation, bounds) {
      // Whoever takes them tries himself then, and says what is wrong.
      const judged = judgeNext(db, key, operation, bounds).catch(() => undefined)
      next = { id: key.id, after: bounds.after, judged }
    },
    async take({ id }, after) {
      const found = next
      next = undefined
      return found?.id === id && found.after === after ? await found.judged : undefined
    },
  }
}
