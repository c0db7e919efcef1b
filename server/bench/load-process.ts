/** Sends requests from a process of its own, so that it does not share an event loop with the server. */
import { createHistogram } from 'node:perf_hooks'
import { serveTasks } from './child.ts'
import { httpBytes, openHttpLine } from './http-line.ts'
import type { LoadTask, MeasuredRun } from './tasks.ts'

serveTasks(load)

async function load({ origin, requests, connections, seconds }: LoadTask): Promise<MeasuredRun> {
  const bytes = requests.map((request) => httpBytes(origin, request))
  const lines = await Promise.all(Array.from({ length: connections }, () => openHttpLine(origin)))
  const latencyUs = createHistogram()
  let errors = 0
  const onAnswer = (status: number, ms: number) => {
    if (status < 200 || status > 299) errors++
    else latencyUs.record(Math.max(1, Math.round(ms * 1000)))
  }
  // Each connection has a part of the list, since in lockstep they would all write the same row at the same time.
  const size = Math.ceil(bytes.length / connections)
  await Promise.all(
    lines.map((line, i) => {
      const start = (i * size) % bytes.length
      return line.repeat(bytes.slice(start, start + size), { seconds, onAnswer })
    }),
  )
  for (const line of lines) line.end()
  return {
    rate: latencyUs.count / seconds,
    p50Ms: latencyUs.percentile(50) / 1000,
    p99Ms: latencyUs.percentile(99) / 1000,
    errors,
  }
}
