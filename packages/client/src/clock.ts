import { unlessAborted } from './aborts.ts'

/** Time and chance, as a port: tests give a clock of their own. */
export interface Clock {
  /** Milliseconds that only grow, whatever happens to the time of day. */
  now(): number
  /** Resolves after `ms`; may stop when the signal is aborted before. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** From 0 up to, but not including, 1. */
  random(): number
}

export const systemClock: Clock = {
  now: () => performance.now(),
  random: () => Math.random(),
  sleep(ms, signal) {
    let timer: ReturnType<typeof setTimeout>
    const slept = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms)
    })
    return unlessAborted(slept, signal).finally(() => clearTimeout(timer))
  },
}

/** A clock whose sleep ends with the signal, whatever the given one does then. */
export const abortable = (clock: Clock): Clock => ({
  now: () => clock.now(),
  random: () => clock.random(),
  sleep: (ms, signal) => unlessAborted(clock.sleep(ms, signal), signal),
})
