import type { Log } from './log.ts'

/** Work whose failure must not hurt anything else. The name makes such places easy to find. */
export async function bestEffort(log: Log, what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log.warn({ err: error }, `${what} failed`)
  }
}
