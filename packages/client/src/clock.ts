/** Time and chance, as a port: tests give a clock of their own. */
export interface Clock {
  /** Milliseconds that only grow, whatever happens to the time of day. */
  now(): number
  /** Resolves after `ms`; rejects with the reason of the signal when it is aborted before. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** From 0 up to, but not including, 1. */
  random(): number
}

export const systemClock: Clock = {
  now: () => performance.now(),
  random: () => Math.random(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const wakeUp = () => {
        signal?.removeEventListener('abort', stop)
        resolve()
      }
      const stop = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const timer = setTimeout(wakeUp, ms)
      signal?.addEventListener('abort', stop, { once: true })
    }),
}

/** Waits for `promise`, but not longer than the signal allows. The work behind the promise goes on for others. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
