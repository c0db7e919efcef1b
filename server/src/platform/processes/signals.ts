/**
 * Cache invalidation across processes, for state that each holds in memory: the clock, revoked applications, sessions, signing keys.
 *
 * A change increments the revision of its topic in its own transaction. Processes compare revisions after a notification
 * and also twice a second, so a lost notification delays them by half a second at most.
 */
import type { Database, Queryable } from '../database.ts'
import { shareRuns } from '../resilience/share-runs.ts'

const CHANNEL = 'tradehall_signals'
const POLL_MS = 500

type Topic = 'clock' | 'applications' | 'sessions' | 'signing-keys' | 'faults' | 'recordings' | 'token-counts'

export interface Signals {
  /** Registers the reload of a topic. Call before `start`. The revision is 0 until the first change. */
  on(topic: Topic, reload: (revision: number) => Promise<void>): void
  start(): Promise<void>
  stop(): Promise<void>
  raise(tx: Queryable, topic: Topic): Promise<void>
  /** Compares revisions now. A process that raised a signal calls this after the commit to apply its own change. */
  refresh(): Promise<void>
  /** Milliseconds since this process was last known to be up to date. */
  staleMs(): number
}

export function createSignals(db: Database): Signals {
  const reloads = new Map<Topic, (revision: number) => Promise<void>>()
  const seen = new Map<string, number>()
  let checkedAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let listening: { unlisten: () => Promise<void> } | undefined

  async function compare(): Promise<void> {
    const startedAt = performance.now()
    const rows = await db<{ topic: Topic; revision: number }[]>`select topic, revision from platform.signals`
    for (const { topic, revision } of rows) {
      if (seen.get(topic) === revision) continue
      await reloads.get(topic)?.(revision)
      seen.set(topic, revision)
    }
    checkedAt = startedAt
  }

  // A refresh requested during another one must see what was committed meanwhile, so it needs a new run.
  const refresh = shareRuns(compare)

  // While the database is unavailable `staleMs` grows, and callers stop trusting their cached state.
  const refreshQuietly = () => void refresh().catch(() => {})

  return {
    on: (topic, reload) => void reloads.set(topic, reload),
    refresh,
    staleMs: () => performance.now() - checkedAt,
    async start() {
      await Promise.all([...reloads.values()].map((reload) => reload(0)))
      await refresh()
      listening = await db.listen(CHANNEL, refreshQuietly, refreshQuietly)
      // Last, so that a failed start leaves no timer behind and can be retried.
      timer = setInterval(refreshQuietly, POLL_MS)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      await listening?.unlisten().catch(() => {})
    },
    async raise(tx, topic) {
      await tx`
        insert into platform.signals (topic, revision)
        values (${topic}, 1)
        on conflict on constraint signals_pkey do update set revision = signals.revision + 1`
      await tx`select pg_notify(${CHANNEL}, ${topic})`
    },
  }
}
