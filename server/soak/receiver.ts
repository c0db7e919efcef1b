/**
 * The webhook receivers of the soak test, in a process that outlives all workers. Each path `/<name>` is one receiver:
 * it records the requests and responds according to its name. The parent process requests the records.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BenchMessage, sendToParent } from '../bench/child.ts'

const SLOW_MS = 2_000
/** Arrival times by receiver and event. */
const came = new Map<string, Map<string, number[]>>()

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    const name = (request.url ?? '').slice(1)
    const id = String(request.headers['webhook-id'])
    const events = came.get(name) ?? new Map<string, number[]>()
    came.set(name, events)
    const times = [...(events.get(id) ?? []), performance.now()]
    events.set(id, times)
    const answer = (status: number) => response.writeHead(status).end()
    if (name === 'slow') setTimeout(answer, SLOW_MS, 204)
    else if (name === 'down') answer(503)
    else if (name === 'stumbling') answer(times.length <= 2 ? 500 : 204)
    else answer(204)
  })
})
process.once('disconnect', () => process.exit())
process.on('message', () => {
  const notes = Object.fromEntries([...came].map(([name, events]) => [name, [...events]]))
  sendToParent({ type: 'done', result: notes } satisfies BenchMessage)
})
server.listen(0, '127.0.0.1', () => {
  sendToParent({ type: 'ready', address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
