/** Runs the ceiling of a case: the rate of the database alone, measured with a loop of negligible cost. */
import { readConfig } from '../src/config.ts'
import { cases } from './cases.ts'
import { serveTasks } from './child.ts'
import { openRawLine, requestBytes } from './raw-line.ts'
import type { CeilingRun, StatementsTask } from './tasks.ts'

const { databaseUrl = '', databasePool } = readConfig(process.env)
/** As many connections as the server has: one pool for single statements and one for transactions. */
const lines = await Promise.all(Array.from({ length: 2 * databasePool }, () => openRawLine(databaseUrl)))
serveTasks(runCeiling)

async function runCeiling({ name, facts, connections, seconds }: StatementsTask): Promise<CeilingRun> {
  const ceiling = cases.find((candidate) => candidate.name === name)?.ceiling
  if (!ceiling) throw new Error(`${name} has no ceiling.`)
  const { statements } = ceiling
  const requests = ceiling.parameters(facts).map((parameters) => requestBytes(statements, parameters))
  await Promise.all(lines.map((line) => line.prepare(statements)))
  const inFlight = Math.ceil(connections / lines.length)
  const startedAt = performance.now()
  // Each connection has a part of the requests, since in lockstep they would all write the same row at the same time.
  const size = Math.ceil(requests.length / lines.length)
  const counts = await Promise.all(
    lines.map((line, i) => {
      const start = (i * size) % requests.length
      return line.repeat(requests.slice(start, start + size), { inFlight, seconds })
    }),
  )
  const answered = counts.reduce((sum, count) => sum + count, 0)
  return { rate: answered / ((performance.now() - startedAt) / 1000) }
}
