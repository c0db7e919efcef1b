/**
 * Tells every process when something it keeps in memory has changed: the clock, revoked applications, signing keys.
 *
 * A change raises the revision of its topic in the transaction that makes it. Processes compare revisions when a
 * notification wakes them, and twice a second besides, so that a lost notification costs half a second and nothing more.
 */
import type { Database, Queryable } from './database.ts'
import { shareRuns } from './share-runs.ts'

const CHANNEL = 'tradehall_signals'
const POLL_MS = 500

export type Topic = 'clock' | 'applications' | 'signing-keys' | 'faults' | 'token-counts'

export interface Signals {
  /** Names what to load again when a topic changes. Call before `start`. The revision is 0 until the first change. */
  on(topic: Topic, reload: (revision: number) => Promise<void>): void
  start(): Promise<void>
  stop(): Promise<void>
  raise(tx: Queryable, topic: Topic): Promise<void>
  /** Compares revisions now. A process that raised a signal calls it after the commit to see its own change. */
  refresh(): Promise<void>
  /** Milliseconds since this process last knew that it had missed nothing. */
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

  // A refresh asked for while one runs must see what was committed meanwhile.
  const refresh = shareRuns(compare)

  // The database may be away for a while; `staleMs` grows and callers stop trusting what they hold.
  const refreshQuietly = () => void refresh().catch(() => {})

  return {
    on: (topic, reload) => void reloads.set(topic, reload),
    refresh,
    staleMs: () => performance.now() - checkedAt,
    async start() {
      await Promise.all([...reloads.values()].map((reload) => reload(0)))
      await refresh()
      listening = await db.listen(CHANNEL, refreshQuietly, refreshQuietly)
      // Last, so that a start that failed leaves nothing behind and can be repeated.
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
