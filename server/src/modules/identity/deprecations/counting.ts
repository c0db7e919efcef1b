/** Counts calls of deprecated operations in memory and writes them in batches, so that no request waits for its count. */
import { Counter, type Registry } from 'prom-client'
import type { Http } from '../../../http/http.ts'
import type { Platform } from '../../../platform/index.ts'
import { type SumsBehind, sumsBehind } from '../../../platform/resilience/write-behind.ts'
import { addCalls, type DeprecatedCallsRow } from './calls.ts'

/** The counts that a killed process may lose; short enough for monitoring. */
const FLUSH_MS = 5_000

type Call = Omit<DeprecatedCallsRow, 'id'>

/** `flush` writes the counts of this process, so that the next read includes them. */
export function countDeprecatedCalls(http: Http): Pick<SumsBehind<Call>, 'flush'> {
  const { app, platform } = http
  const { db, clock, ids, log } = platform
  const { add, flush, stop } = sumsBehind<Call>(log, {
    what: 'counting deprecated calls',
    everyMs: FLUSH_MS,
    merge: (before, since) => ({
      ...since,
      calls: before.calls + since.calls,
      created_at: before.created_at,
    }),
    write: (calls) =>
      addCalls(
        db,
        calls.map((call) => ({ id: ids.next(), ...call })),
      ),
  })
  http.onDeprecatedCall(({ id: operation, method, path }, applicationId) => {
    const now = clock.now()
    add(`${applicationId} ${operation}`, {
      application_id: applicationId,
      operation,
      method,
      path,
      calls: 1,
      created_at: now,
      last_called_at: now,
    })
  })
  app.addHook('onClose', stop)
  return { flush }
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
