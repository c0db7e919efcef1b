import type { Log } from '../log.ts'

/** Runs work whose failure is logged and must not affect the caller. */
export async function bestEffort(log: Log, what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log.warn({ err: error }, `${what} failed`)
  }
}
