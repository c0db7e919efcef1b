/** Two nodes behind a load balancer are restarted one after the other, and its clients notice nothing. */
import { Agent, get } from 'node:http'
import { type AddressInfo, connect as connectTcp, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { connect } from '../src/platform/database.ts'
import { createTestDatabase } from './database.ts'
import { temporaryFolder } from './folders.ts'
import { freePort } from './ports.ts'
import { type Program, runProgram } from './programs.ts'
import { until } from './time.ts'

const databaseUrl = await createTestDatabase(afterAll)
const dataDir = temporaryFolder('rolling', afterAll)
const CHECK_MS = 25
/** Slow enough to leave the machine to the nodes that start. */
const REQUEST_MS = 10
/** Many times as long as the balancer takes to notice, also on a slow machine. */
const DRAIN_SECONDS = '3'

test('no client of the balancer is refused or cut off', async () => {
  await pretendThatAWorkerLives()
  const [onePort, otherPort] = [await freePort(), await freePort()]
  const [one, other] = [startNode(onePort), startNode(otherPort)]
  const balancer = await balance([onePort, otherPort])
  await until(() => balancer.healthy().length === 2, one.errors)

  const clients = Array.from({ length: 4 }, () => startClient(balancer.port))
  await stopNode(one)
  expect(balancer.healthy()).toEqual([otherPort])
  startNode(onePort)
  await until(() => balancer.healthy().length === 2)
  await stopNode(other)
  const results = await Promise.all(clients.map((client) => client.stop()))

  expect(results.flatMap(({ failures }) => failures)).toEqual([])
  expect(balancer.refusals()).toEqual([])
  for (const { served } of results) expect(served).toBeGreaterThan(0)
})

const startNode = (port: number): Program =>
  runProgram(['api'], {
    TRADEHALL_DATABASE_URL: databaseUrl,
    TRADEHALL_DATA_DIR: dataDir,
    TRADEHALL_PORT: String(port),
    TRADEHALL_RATE_LIMIT: 'off',
    TRADEHALL_DRAIN_SECONDS: DRAIN_SECONDS,
    TRADEHALL_LOG_LEVEL: 'warn',
  })

async function stopNode(node: Program): Promise<void> {
  node.process.kill('SIGTERM')
  expect(await node.exitCode(), node.errors()).toBe(0)
}

/** Nodes are ready only while a worker lives. */
async function pretendThatAWorkerLives(): Promise<void> {
  const db = connect(databaseUrl, { pool: 1, name: 'test' })
  await db`
    insert into platform.workers (id, host, pid, queue_worker_ids, seen_at)
    values (gen_random_uuid(), 'elsewhere', 1, '{}', 'infinity')`
  await db.end()
}

/** Hands each connection on to a node that was ready when it was asked last, as TCP load balancers do. */
async function balance(nodes: readonly number[]) {
  const ready = new Set<number>()
  const refusals: string[] = []
  const open = new Set<Socket>()
  let next = 0
  const server = createServer((client) => {
    const healthy = nodes.filter((port) => ready.has(port))
    const port = healthy[next++ % healthy.length] ?? 0
    const node = connectTcp(port, '127.0.0.1')
    node.on('error', (error) => refusals.push(`${port}: ${error.message}`))
    for (const [from, to] of [
      [client, node],
      [node, client],
    ] as const) {
      open.add(from)
      from.on('error', () => {})
      from.on('close', () => {
        open.delete(from)
        to.destroy()
      })
      from.pipe(to)
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))

  const stop = new AbortController()
  const watch = async (port: number) => {
    while (!stop.signal.aborted) {
      const status = await statusOf(port, '/health/ready', { agent: false }).catch(() => 0)
      if (status === 200) ready.add(port)
      else ready.delete(port)
      await wait(CHECK_MS)
    }
  }
  const watching = nodes.map(watch)
  onTestFinished(async () => {
    stop.abort()
    for (const socket of open) socket.destroy()
    server.close()
    await Promise.all(watching)
  })
  return {
    port: (server.address() as AddressInfo).port,
    healthy: () => nodes.filter((port) => ready.has(port)),
    refusals: () => refusals,
  }
}

/** Sends one request after the other, over one connection for as long as the server keeps it. */
function startClient(port: number): { stop(): Promise<{ served: number; failures: string[] }> } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const failures: string[] = []
  let served = 0
  let isStopped = false
  const running = (async () => {
    while (!isStopped) {
      const status = await statusOf(port, '/api/v1/me', { agent }).catch((error) => String(error))
      // Without a token: it comes from the API itself, not from the balancer.
      if (status === 401) served += 1
      else failures.push(String(status))
      await wait(REQUEST_MS)
    }
    agent.destroy()
  })()
  return {
    async stop() {
      isStopped = true
      await running
      return { served, failures }
    },
  }
}

function statusOf(port: number, path: string, { agent }: { agent: Agent | false }): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { accept: 'application/vnd.api+json' }
    get({ host: '127.0.0.1', port, path, agent, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
    }).once('error', reject)
  })
}
