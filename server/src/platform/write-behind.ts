/** Write-behind buffers: callers add to memory, and a timer writes in batches, so that no request waits for the write. */
import { bestEffort } from './best-effort.ts'
import type { Log } from './log.ts'

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
