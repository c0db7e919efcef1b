/** Write-behind buffers: callers add to memory, and a timer writes in batches, so that no request waits for the write. */

import type { Log } from '../log.ts'
import { bestEffort } from './best-effort.ts'

export interface WriteBehind {
  /** Writes the buffer now, after a write in progress. A failure is logged, not thrown. */
  flush(): Promise<void>
  /** Ends the timer and writes what is left. */
  stop(): Promise<void>
}

/** Calls `write` every `everyMs`, one call at a time. `what` names the data in the log. */
export function writeBehind(
  log: Log,
  { what, everyMs, write }: { what: string; everyMs: number; write: () => Promise<void> },
): WriteBehind {
  let writing = Promise.resolve()
  function flush(): Promise<void> {
    writing = writing.then(() => bestEffort(log, what, write))
    return writing
  }
  const timer = setInterval(flush, everyMs)
  timer.unref()
  return {
    flush,
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}

export interface SumsBehind<Row> extends WriteBehind {
  add(key: string, row: Row): void
}

/**
 * Sums in memory: rows with the same key are merged until they are written. Sums that could not be written are merged with
 * later ones, so the buffer is bounded by the number of keys.
 */
export function sumsBehind<Row>(
  log: Log,
  {
    merge,
    write,
    ...options
  }: {
    what: string
    everyMs: number
    merge: (before: Row, since: Row) => Row
    write: (rows: Row[]) => Promise<void>
  },
): SumsBehind<Row> {
  let sums = new Map<string, Row>()
  function add(key: string, row: Row): void {
    const known = sums.get(key)
    sums.set(key, known === undefined ? row : merge(known, row))
  }
  async function writeSums(): Promise<void> {
    if (sums.size === 0) return
    const batch = sums
    sums = new Map()
    try {
      await write([...batch.values()])
    } catch (error) {
      const since = sums
      sums = batch
      for (const [key, row] of since) add(key, row)
      throw error
    }
  }
  return { add, ...writeBehind(log, { ...options, write: writeSums }) }
}
