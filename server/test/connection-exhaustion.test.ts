/** The real server under a low limit of open files, with more connections than it can hold. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from './database.ts'
import { FULL, onlyInFull } from './full.ts'
import { freePort } from './ports.ts'
import { PROGRAM } from './programs.ts'

const OPEN_FILES = 256
/** More than two processes can hold under that limit. */
const CONNECTIONS = 600
/** Generous: the machine may be running every other test at the same time. */
const GIVE_UP_MS = 40_000
const databaseUrl = await createTestDatabase(afterAll)

test.each(FULL ? [1, 2] : [2])(
  '%i API process(es) answer while and after others hold more connections than there is room for',
  async (processes) => {
    const server = await startServer(processes)
    const held = await openConnections(server.port)
    expect(await server.isLive()).toBe(true)
    await until(() => held.filter((socket) => socket.destroyed).length > 50, 'connections are closed')

    for (const socket of held) socket.destroy()
    expect(await server.isLive()).toBe(true)
    expect(server.output()).toMatch(
      /the limit of open files allows only 184 of 4000 connections per API process/,
    )
  },
  GIVE_UP_MS * 2,
)

test('a process that dies while connections wait and the other one hangs is replaced', {
  timeout: GIVE_UP_MS * 2,
  ...onlyInFull('the stopped processes of `supervisor.connections.test.ts`'),
}, async () => {
  const server = await startServer(2)
  const [first, second] = server.children()
  process.kill(first, 'SIGSTOP')
  process.kill(second, 'SIGSTOP')
  // As many as the kernel keeps waiting. Their parent holds none of them, so it has descriptors for a new process.
  await openConnections(server.port, 300)
  process.kill(first, 'SIGKILL')
  await until(() => server.output().match(/Server listening/g)?.length === 3, 'another one serves')
  expect(await server.isLive()).toBe(true)
  process.kill(second, 'SIGCONT')
  expect(await server.isLive()).toBe(true)
})

async function startServer(processes: number) {
  const port = await freePort()
  const child = spawn(
    'sh',
    ['-c', `ulimit -n ${OPEN_FILES}; exec "$0" "$@"`, process.execPath, PROGRAM, 'api'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        TRADEHALL_DATABASE_URL: databaseUrl,
        TRADEHALL_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
        TRADEHALL_PORT: String(port),
        TRADEHALL_PROCESSES: String(processes),
      },
    },
  )
  onTestFinished(() => end(child))
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const server = {
    port,
    output: () => output,
    children: () => childrenOf(child.pid) as [number, number],
    /** A connection that is closed at once is part of the game; no answer at all is not. */
    async isLive(): Promise<boolean> {
      let live = false
      await until(async () => {
        const options = { headers: { connection: 'close' }, signal: AbortSignal.timeout(5000) }
        const answer = await fetch(`http://127.0.0.1:${port}/health/live`, options).catch(() => undefined)
        live = answer?.status === 200
        return live
      }, 'it answers')
      return live
    },
  }
  await until(() => output.match(/Server listening/g)?.length === processes, 'the server is ready')
  return server
}

/** Connections that never say anything, in portions that fit into the backlog of the socket. */
async function openConnections(port: number, count = CONNECTIONS): Promise<Socket[]> {
  const sockets: Socket[] = []
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  while (sockets.length < count) {
    const portion = Array.from({ length: 50 }, () =>
      connect(port, '127.0.0.1')
        .on('error', () => {})
        .resume(),
    )
    sockets.push(...portion)
    await Promise.all(
      portion.map(
        (socket) =>
          new Promise<void>((resolve) => {
            socket.once('connect', resolve).once('close', () => resolve())
          }),
      ),
    )
    await wait(20)
  }
  return sockets
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  // Those that were stopped by the test would not hear of the end.
  for (const pid of childrenOf(child.pid)) process.kill(pid, 'SIGCONT')
  child.kill('SIGTERM')
  await once(child, 'exit')
}

function childrenOf(pid: number | undefined): number[] {
  const found = execFileSync('sh', ['-c', 'pgrep -P "$0" || true', String(pid)], { encoding: 'utf8' })
  return found.split('\n').filter(Boolean).map(Number)
}

async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const giveUpAt = performance.now() + GIVE_UP_MS
  while (!(await condition())) {
    if (performance.now() > giveUpAt) throw new Error(`waited in vain until ${what}`)
    await wait(20)
  }
}
