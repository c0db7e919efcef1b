/**
 * Reads and validates the next entries of an operation while the database writes the current batch. Entries of a running
 * operation do not change, so the prefetched ones are equal to those that the next batch would read.
 */

import {
  checkEntry,
  type EntryRules,
  type OperationType,
  touchedMembers,
  type Verdict,
} from '@tradehall/product-files'
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { Work } from '../../../platform/work.ts'
import { brandCurrencies } from '../../identity/index.ts'
import { imageIssues, imageUrls } from '../images/image-urls.ts'
import { findCheckedImages } from '../images/queries.ts'
import type { OperationKey } from '../operations/results.ts'
import { type RunningRow, readEntries, type StagedEntry } from './batch-queries.ts'

/** Bounds the memory of a batch, as a product may have a thousand variants. */
const BATCH_BYTES = 4 * 1024 * 1024
/** Yields to the event loop after this many entries, so that pending statements are sent. */
const YIELD_EVERY = 50

export type ValidatedEntry = StagedEntry & { verdict: Verdict }

export interface Bounds {
  after: number
  most: number
  /** Whether the images of these entries were checked, so that invalid ones are issues. */
  requiresImageChecks?: boolean
}

export async function validateNext(
  db: Queryable,
  key: OperationKey,
  operation: RunningRow,
  bounds: Bounds,
): Promise<ValidatedEntry[]> {
  const entries = await readEntries(db, key, { ...bounds, mostBytes: BATCH_BYTES })
  const rules = await rulesOf(db, key.brandId, operation)
  const invalid = bounds.requiresImageChecks ? await invalidImages(db, key, entries) : new Set<string>()
  const validated: ValidatedEntry[] = []
  for (const entry of entries) {
    const known = [...(entry.issues ?? []), ...imageIssues(entry.payload, invalid)]
    validated.push({ ...entry, verdict: checkEntry(entry.payload, rules, known) })
    if (validated.length % YIELD_EVERY === 0) await new Promise(setImmediate)
  }
  return validated
}

async function invalidImages(
  db: Queryable,
  key: OperationKey,
  entries: readonly StagedEntry[],
): Promise<ReadonlySet<string>> {
  const images = await findCheckedImages(
    db,
    key,
    imageUrls(
      key.brandId,
      entries.map(({ payload }) => payload),
    ),
  )
  return new Set(images.filter(({ isImage }) => !isImage).map(({ url }) => url))
}

async function rulesOf(db: Queryable, brandId: BrandId, operation: RunningRow): Promise<EntryRules> {
  const currencies = await brandCurrencies(db, [brandId])
  const { operation_type, source, update_fields } = operation
  return {
    operationType: operation_type as OperationType,
    touched: touchedMembers(source, update_fields),
    mayAdd: operation_type === 'update' && update_fields.length === 0,
    brandCurrency: currencies.get(brandId) ?? '',
  }
}

export interface Lookahead {
  begin(key: OperationKey, operation: RunningRow, bounds: Bounds): void
  /** Undefined if other entries were prefetched, or if prefetching failed. */
  take(key: OperationKey, after: number): Promise<ValidatedEntry[] | undefined>
}

/** Prefetches at most one batch. */
export function createLookahead({ db }: Work): Lookahead {
  let next: { id: string; after: number; validated: Promise<ValidatedEntry[] | undefined> } | undefined
  return {
    begin(key, operation, bounds) {
      // On failure the batch reads the entries itself and reports the error.
      const validated = validateNext(db, key, operation, bounds).catch(() => undefined)
      next = { id: key.id, after: bounds.after, validated }
    },
    async take({ id }, after) {
      const found = next
      next = undefined
      return found?.id === id && found.after === after ? await found.validated : undefined
    },
  }
}
