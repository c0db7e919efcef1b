/** The optimistic lock of conditional requests: a write is applied only to the version of a resource that the client has read. */
import { problem } from '@tradehall/jsonapi'
import type { Queryable, Transaction } from '../platform/database.ts'
import { inTransaction, type Work } from '../platform/work.ts'

/** The versions of which the resource must have one; null if the write has no condition. */
export type ExpectedVersions = ReadonlySet<string> | null

export interface CurrentVersion {
  version: string
  /** Current values for the error, so that the client need not read them. */
  meta?: object
}

const resourceChanged = problem(
  'RESOURCE_CHANGED',
  412,
  'Precondition Failed',
  'The resource has changed since the version that If-Match names.',
)

/**
 * Runs `write` if the resource has an expected version. `lock` locks every row that the version depends on and returns the
 * version, read after the locks were granted, or undefined if the resource does not exist, which `write` reports. Both run
 * in one transaction, so of two writers with the same version one succeeds. A write without a condition runs as it is.
 */
export async function ifUnchanged<W extends Work, T>(
  work: W,
  expected: ExpectedVersions,
  lock: (tx: Transaction) => Promise<CurrentVersion | undefined>,
  write: (work: Omit<W, 'db'> & { db: Queryable }) => Promise<T>,
): Promise<T> {
  if (expected === null) return await write(work)
  return await inTransaction(work, async (work) => {
    const current = await lock(work.db)
    if (current) requireVersion(expected, current)
    return await write(work)
  })
}

function requireVersion(expected: ReadonlySet<string>, { version, meta }: CurrentVersion): void {
  if (expected.has(version)) return
  const detail =
    expected.size === 0
      ? 'If-Match has no tag of a response with this resource alone. Nothing was changed. Read the resource by its own address, and send the ETag of that response.'
      : 'The resource has changed since the version that If-Match names. Nothing was changed. Read the resource again, decide anew, and send its new ETag.'
  throw resourceChanged(detail, { header: 'If-Match', ...(meta && { meta }) })
}
