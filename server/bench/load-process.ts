/** Sends requests from a process of its own, so that it does not share an event loop with the server. */
import { createHistogram } from 'node:perf_hooks'
import { serveTasks } from './child.ts'
import { type HttpAnswer, httpBytes, isSuccess, openHttpLine } from './http-line.ts'
import type { LoadRun, LoadTask } from './tasks.ts'

serveTasks(load)

async function load({ origin, requests, connections, seconds }: LoadTask): Promise<LoadRun> {
  const rendered = requests.map((request) => httpBytes(origin, request))
  const lines = await Promise.all(Array.from({ length: connections }, () => openHttpLine(origin)))
  const latencyUs = createHistogram()
  let errors = 0
  let answers = 0
  let received = 0
  const onAnswer = ({ status, bytes }: HttpAnswer, { ms, isLate }: { ms: number; isLate: boolean }) => {
    answers++
    received += bytes
    if (!isSuccess(status)) errors++
    else if (!isLate) latencyUs.record(Math.max(1, Math.round(ms * 1000)))
  }
  // The connections share the list: each row has its turn once before any has it again, however fast one of them is.
  let turn = 0
  const nextRequest = () => rendered[turn++ % rendered.length] as Buffer
  await Promise.all(lines.map((line) => line.repeat(nextRequest, { seconds, onAnswer })))
  for (const line of lines) line.end()
  return {
    rate: latencyUs.count / seconds,
    p50Ms: latencyUs.percentile(50) / 1000,
    p99Ms: latencyUs.percentile(99) / 1000,
    errors,
    answers,
    bytes: received / answers,
  }
}
