/** Sends requests, apart from the server it loads, so that neither waits in the other's event loop. */
import autocannon from 'autocannon'
import type { BenchRequest } from './cases.ts'
import { doTasks } from './child.ts'
import type { Run } from './measure.ts'

export interface LoadTask {
  origin: string
  request: BenchRequest
  connections: number
  seconds: number
}

doTasks(load)

async function load({ origin, request, connections, seconds }: LoadTask): Promise<Run> {
  const { path, ...rest } = request
  const result = await autocannon({ url: origin + path, ...rest, connections, duration: seconds })
  const { latency, duration, errors, non2xx } = result
  return {
    rate: result['2xx'] / duration,
    p50Ms: latency.p50,
    p99Ms: latency.p99,
    // Timeouts are among the errors.
    errors: errors + non2xx,
  }
}
