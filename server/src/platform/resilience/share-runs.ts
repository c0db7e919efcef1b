/**
 * Coalesces concurrent calls of `run`. Callers during a run may have come too late for it, so all of them share the next
 * one. `waitedMs` is how long the first of them has waited.
 */
export function shareRuns<T>(run: (waitedMs: number) => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  let queued: Promise<T> | undefined

  function start(waitedMs: number): Promise<T> {
    running = run(waitedMs).finally(() => {
      running = undefined
    })
    return running
  }

  return () => {
    if (!running) return start(0)
    const askedAt = performance.now()
    queued ??= running
      .catch(() => {})
      .then(() => {
        queued = undefined
        return start(performance.now() - askedAt)
      })
    return queued
  }
}
