/** Recorded requests that a process has not stored yet. Under load they are stored more often; none is dropped to save work. */
import { isDatabaseAway } from '../../../platform/database.ts'
import type { Log } from '../../../platform/log.ts'
import { type WriteBehind, writeBehind } from '../../../platform/resilience/write-behind.ts'
import { MAX_TEXT, SHORT_TEXT } from '../redaction.ts'
import type { NewRecordedRequest } from './recording-queries.ts'

/** Recorded requests of other processes are visible after this time at the latest. */
const FLUSH_MS = 200
/** Stored at once, without waiting for the timer, when the buffer is this large. */
const FLUSH_ROWS = 500
const FLUSH_CHARACTERS = 1_000_000
/** Bodies are cut while the buffer is this large, which happens only if the database is too slow or unavailable. */
const MAX_CHARACTERS = 8_000_000
/** Further rows are dropped while the database is unavailable, and their recordings are marked. */
const MAX_ROWS = 20_000

/** Stores rows, and marks the recordings that have lost some. */
type Store = (rows: readonly NewRecordedRequest[], incomplete: ReadonlySet<string>) => Promise<void>

export interface RequestBuffer extends WriteBehind {
  add(row: NewRecordedRequest): void
  /** The longest part of a body to add now. */
  textLimit(): number
}

export function bufferRequests(log: Log, store: Store): RequestBuffer {
  let rows: NewRecordedRequest[] = []
  let characters = 0
  let incomplete = new Set<string>()

  async function write(): Promise<void> {
    if (rows.length === 0) return
    const [batch, marked] = [rows, incomplete]
    rows = []
    incomplete = new Set()
    characters = 0
    try {
      await store(batch, marked)
    } catch (error) {
      // Other failures are not retried, because they would occur again.
      if (isDatabaseAway(error)) restore(batch, marked)
      throw error
    }
  }

  function restore(batch: readonly NewRecordedRequest[], marked: ReadonlySet<string>): void {
    rows = [...batch, ...rows]
    for (const id of marked) incomplete.add(id)
    characters = rows.reduce((sum, row) => sum + lengthOf(row), 0)
  }

  const behind = writeBehind(log, { what: 'recording', everyMs: FLUSH_MS, write })
  const isLarge = () => rows.length >= FLUSH_ROWS || characters >= FLUSH_CHARACTERS
  return {
    ...behind,
    textLimit: () => (characters < MAX_CHARACTERS ? MAX_TEXT : SHORT_TEXT),
    add(row) {
      if (rows.length >= MAX_ROWS) {
        incomplete.add(row.recording_id)
        return
      }
      const wasLarge = isLarge()
      rows.push(row)
      characters += lengthOf(row)
      if (!wasLarge && isLarge()) void behind.flush()
    },
  }
}

const lengthOf = ({ request_body, response_body }: NewRecordedRequest) =>
  (request_body?.length ?? 0) + (response_body?.length ?? 0)
