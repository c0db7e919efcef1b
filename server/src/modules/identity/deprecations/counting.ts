/** Counts calls of deprecated operations in memory and writes them in batches, so that no request waits for its count. */
import { Counter, type Registry } from 'prom-client'
import type { Http } from '../../../http/http.ts'
import type { Platform } from '../../../platform/index.ts'
import { writeBehind } from '../../../platform/write-behind.ts'
import { addCalls, type DeprecatedCallsRow } from './calls.ts'

/** The counts that a killed process may lose; short enough for monitoring. */
const FLUSH_MS = 5_000

export interface CallCounts {
  /** Writes the counts of this process, so that the next read includes them. */
  flush(): Promise<void>
}

export function countDeprecatedCalls(http: Http): CallCounts {
  const { app, platform } = http
  const { db, clock, ids, log } = platform
  let counted = new Map<string, DeprecatedCallsRow>()

  http.onDeprecatedCall(({ id: operation, method, path }, applicationId) => {
    const key = `${applicationId} ${operation}`
    const known = counted.get(key)
    const now = clock.now()
    if (known) {
      known.calls++
      known.last_called_at = now
      return
    }
    counted.set(key, {
      id: ids.next(),
      application_id: applicationId,
      operation,
      method,
      path,
      calls: 1,
      created_at: now,
      last_called_at: now,
    })
  })

  async function write(): Promise<void> {
    if (counted.size === 0) return
    const batch = counted
    counted = new Map()
    try {
      await addCalls(db, [...batch.values()])
    } catch (error) {
      counted = mergeCounts(batch, counted)
      throw error
    }
  }

  const { flush, stop } = writeBehind(log, { what: 'counting deprecated calls', everyMs: FLUSH_MS, write })
  app.addHook('onClose', stop)
  return { flush }
}

/** Merges counts that could not be written with later ones. Bounded by the number of application and operation pairs. */
function mergeCounts(
  before: Map<string, DeprecatedCallsRow>,
  since: Map<string, DeprecatedCallsRow>,
): Map<string, DeprecatedCallsRow> {
  for (const [key, row] of since) {
    const known = before.get(key)
    before.set(key, known ? { ...row, calls: known.calls + row.calls, created_at: known.created_at } : row)
  }
  return before
}

export function collectDeprecatedCalls({ db }: Platform, registry: Registry): void {
  new Counter({
    registers: [registry],
    name: 'tradehall_deprecated_calls_total',
    help: 'Requests to deprecated operations by known applications, whatever was answered.',
    labelNames: ['operation', 'application'],
    // Every process reads the same table, so a sum over processes would count it several times.
    aggregator: 'max',
    async collect() {
      this.reset()
      const rows = await db<Pick<DeprecatedCallsRow, 'operation' | 'application_id' | 'calls'>[]>`
        select operation, application_id, calls from identity.deprecated_calls`
      for (const { operation, application_id: application, calls } of rows)
        this.inc({ operation, application }, calls)
    },
  } as ConstructorParameters<typeof Counter<'operation' | 'application'>>[0])
}
