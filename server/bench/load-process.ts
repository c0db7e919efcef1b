/** Sends requests, apart from the server it loads, so that neither waits in the other's event loop. */
import autocannon from 'autocannon'
import { doTasks } from './child.ts'
import type { LoadTask, Run } from './tasks.ts'

doTasks(load)

async function load({ origin, requests, connections, seconds }: LoadTask): Promise<Run> {
  let clients = 0
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    requests: requests.slice(0, 1),
    // Each connection has a part of the list for itself: in step they would all write the same row at the same time.
    setupClient: (client) => {
      const size = Math.ceil(requests.length / connections)
      const start = (clients++ * size) % requests.length
      client.setRequests(requests.slice(start, start + size))
    },
  })
  const { latency, duration, errors, non2xx } = result
  return {
    rate: result['2xx'] / duration,
    p50Ms: latency.p50,
    p99Ms: latency.p99,
    // Timeouts are among the errors.
    errors: errors + non2xx,
  }
}
