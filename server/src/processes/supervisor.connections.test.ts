/** What becomes of connections when the processes that serve them are killed: each is answered or closed, none hangs. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../test/ports.ts'
import { until as untilIsSo } from '../../test/time.ts'

const module = JSON.stringify(new URL('./supervisor.ts', import.meta.url).href)
const CHILD = `
  import { createServer } from 'node:http'
  import { runAsChild } from ${module}
  const server = createServer((_request, response) => response.end('served by ' + process.pid + ';'))
  process.exit(await runAsChild(async () => {
    await new Promise((listening, failed) =>
      server.once('error', failed).listen({ host: '127.0.0.1', port: Number(process.argv[2]) }, listening))
    process.stdout.write('serves ' + process.pid + '\\n')
    return { close: async () => server.close() }
  }))`
const PARENT = `
  import { spawnSharingPort, superviseProcesses } from ${module}
  const [script, port, count] = process.argv.slice(2)
  const tree = superviseProcesses([{
    name: 'API process',
    count: Number(count),
    spawn: () => spawnSharingPort({ script, args: [port], environment: process.env }),
  }], { log: { warn: () => {} }, stopDelayMs: 0 })
  process.stdout.write('failed: ' + await tree.failed + '\\n')
  await tree.drain()
  process.exit(1)`

/** What a connection that hangs is told apart by: everything here takes milliseconds, or the time to start a process. */
const BOUND_MS = 30_000
/** Fewer than the deaths within a minute after which a supervisor gives up. */
const KILLS = 4

let folder: string
let port: number
let output = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tradehall-connections-'))
  writeFileSync(join(folder, 'child.mjs'), CHILD)
  writeFileSync(join(folder, 'parent.mjs'), PARENT)
})
beforeEach(async () => {
  port = await freePort()
})
afterAll(() => rmSync(folder, { recursive: true }))

test.each([1, 2])(
  'connections that no process has taken are closed when all %i are killed',
  async (count) => {
    supervise(count)
    const pids = await serving(count)
    for (const pid of pids) process.kill(pid, 'SIGSTOP')
    const connections = Array.from({ length: 20 }, ask)
    await Promise.all(connections.map(({ isOpen }) => isOpen))
    for (const pid of pids) process.kill(pid, 'SIGKILL')
    for (const { end } of connections) expect(await end).toMatch(/^(closed|served by)/)
    // Those who come later are served.
    await serving(2 * count)
    expect(await ask().end).toMatch(/^served by/)
  },
)

test('connections that one process has not taken are answered by the other', async () => {
  supervise(2)
  const [stopped = 0, other = 0] = await serving(2)
  process.kill(stopped, 'SIGSTOP')
  const connections = Array.from({ length: 20 }, ask)
  await Promise.all(connections.map(({ isOpen }) => isOpen))
  process.kill(stopped, 'SIGKILL')
  const ends = await Promise.all(connections.map(({ end }) => end))
  expect(new Set(ends)).toEqual(new Set([`served by ${other}`]))
})

test.each([1, 2])('with %i under a load of new connections, none outlives a kill', async (count) => {
  supervise(count)
  await serving(count)
  let isLoaded = true
  const ends: string[] = []
  const load = async () => {
    while (isLoaded) {
      ends.push(await ask().end)
      // What is refused is refused at once.
      await new Promise((resume) => setTimeout(resume, 1))
    }
  }
  const clients = Array.from({ length: 20 }, load)
  for (let kill = 0; kill < KILLS; kill++) {
    const pids = await serving(count + kill)
    process.kill(pids.at(-1) ?? 0, 'SIGKILL')
  }
  await serving(count + KILLS)
  isLoaded = false
  await Promise.all(clients)
  expect(ends.filter((end) => end.startsWith('served')).length).toBeGreaterThan(0)
  expect(ends.filter((end) => end === 'hangs')).toEqual([])
})

test('connections are shared among the processes', async () => {
  supervise(2)
  await serving(2)
  const ends = new Set<string>()
  // Both wait at the same socket; one of them may be quicker for a while.
  await until(async () => {
    for (const end of await Promise.all(Array.from({ length: 50 }, () => ask().end))) ends.add(end)
    return ends.size === 2
  })
})

test('a port in use is reported', async () => {
  supervise(1)
  await serving(1)
  const second = supervise(2)
  await once(second, 'close')
  expect(output).toContain(`failed: Port ${port} on 127.0.0.1 is already in use; stop the other program`)
})

/** A connection with a request, and how it ended: by an answer, by being closed, or not at all. */
function ask(): { isOpen: Promise<unknown>; end: Promise<string> } {
  const socket = connect(port, '127.0.0.1')
  const isOpen = once(socket, 'connect').catch(() => {})
  const end = new Promise<string>((resolve) => {
    const late = setTimeout(() => resolve('hangs'), BOUND_MS)
    let heard = ''
    socket.on('data', (text) => {
      heard += text
      const [answer] = /served by \d+/.exec(heard) ?? []
      if (answer && heard.includes(`${answer};`)) resolve(answer)
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve('closed'))
    socket.on('connect', () => socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'))
    onTestFinished(() => clearTimeout(late))
  }).finally(() => socket.destroy())
  return { isOpen, end }
}

function supervise(count: number): ChildProcess {
  output = ''
  const parent = spawn(
    process.execPath,
    [join(folder, 'parent.mjs'), join(folder, 'child.mjs'), String(port), String(count)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  parent.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  onTestFinished(() => void parent.kill('SIGKILL'))
  return parent
}

/** The processes that have begun to serve, when there are so many. */
async function serving(count: number): Promise<number[]> {
  const pids = () => [...output.matchAll(/serves (\d+)/g)].map((match) => Number(match[1]))
  await until(() => pids().length === count)
  return pids()
}

const until = (condition: () => boolean | Promise<boolean>) => untilIsSo(condition, () => output)
