/** The whole server from the outside, as one story: each test goes on where the one before it ended. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SandboxFile } from '@tradehall/kit/sandbox-file'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../test/folders.ts'
import { isAlive, treeOf } from '../../test/processes.ts'
import { PROGRAM } from '../../test/programs.ts'
import { signalAll } from '../../test/stopped.ts'
import { startStopwatch, until } from '../../test/time.ts'
import { readPostmasterFile } from '../platform/embedded/guard.ts'

const LAUNCHER = fileURLToPath(new URL('../../bin/tradehall.cjs', import.meta.url))
/** With it, the launcher starts another Node, as on a machine whose own is too old. */
const OLDER_NODE = fileURLToPath(new URL('../../test/older-node.cjs', import.meta.url))

const dataDir = join(temporaryFolder('start', afterAll), 'data')
let server: Server | undefined

afterAll(async () => {
  if (server?.process.exitCode === null) {
    server.process.kill('SIGTERM')
    await once(server.process, 'exit')
  }
})

test('the first start is ready, shows its addresses and keeps the credentials to itself', async () => {
  server = await startServer(LAUNCHER)
  const file = sandbox()
  expect(statSync(join(dataDir, 'sandbox.json')).mode & 0o777).toBe(0o600)
  expect(Object.keys(file).sort()).toEqual(
    'applicationId baseUrl brandId clientId clientSecret operator otherBrand retailer user'.split(' '),
  )
  expect(server.output()).toContain(`${file.baseUrl}/openapi.json`)
  expect(server.output()).toContain(file.clientSecret)
  expect((await fetch(`${file.baseUrl}/health/ready`)).status).toBe(200)
})

test('the API has released what only its start needed', async () => {
  const metrics = await (await fetch(`${sandbox().baseUrl}/metrics`)).text()
  const [used = 0, total = 0] = ['used', 'total'].map((what) =>
    Number(new RegExp(`^nodejs_heap_size_${what}_bytes (\\S+)$`, 'm').exec(metrics)?.[1]),
  )
  expect(used).toBeGreaterThan(0)
  // Otherwise it is half as much again.
  expect(total / used).toBeLessThan(1.3)
})

test('the first start reports its steps, also where no terminal reads them', () => {
  const steps = (server?.output() ?? '').split('\n').filter((line) => line.startsWith('['))
  expect(steps).toEqual([
    `[1/4] Creating a database in ${dataDir}. Only the first start does this.`,
    '[2/4] Creating the tables.',
    '[3/4] Adding the demo data.',
    '[4/4] Starting the API and the worker.',
  ])
  const [made = ''] = (server?.output() ?? '').split('Tradehall is ready.')
  expect(made).not.toContain('statement by statement')
  // Nothing for programs stands between lines for people.
  expect(made).not.toContain('{')
})

test('the commands of the welcome work by copy and paste', () => {
  const commands = (server?.output() ?? '').split('\n').filter((line) => /^ {2}(TOKEN=|curl )/.test(line))
  expect(commands).toHaveLength(3)
  const answer = execFileSync('sh', ['-c', commands.join('\necho\n')], { encoding: 'utf8' })
  const [, orders = '', error = ''] = answer.split('\n')
  const { data, included } = JSON.parse(orders)
  expect(data).toMatchObject([{ type: 'order' }])
  expect(included[0]).toMatchObject({ type: 'order-items' })
  expect(JSON.parse(error)).toMatchObject({ errors: [{ status: '406' }] })
})

test('a second start on the same folder is refused and names the first', async () => {
  const second = spawnServer([PROGRAM])
  expect(await exitCode(second.process)).toBe(1)
  expect(second.errors().trim()).toBe(
    `Another Tradehall server uses the data folder ${dataDir}: process ${server?.process.pid} at ${sandbox().baseUrl}; stop it, or set TRADEHALL_DATA_DIR.`,
  )
})

test('a misspelt setting warns, a bad one stops the start with one sentence', async () => {
  const refused = spawnServer([PROGRAM], { TRADEHALL_MODE: 'both', TRADEHALL_PROT: '1' })
  expect(await exitCode(refused.process)).toBe(1)
  expect(refused.errors().trim().split('\n')).toEqual([
    'Warning: TRADEHALL_PROT is not a setting of Tradehall and does nothing.',
    'TRADEHALL_MODE must be one of sandbox, production; it is "both".',
  ])
})

test('Ctrl-C ends everything within five seconds', async () => {
  const tookMs = startStopwatch()
  process.kill(-(server?.process.pid ?? 0), 'SIGINT')
  expect(await exitCode(server?.process)).toBe(0)
  expect(tookMs()).toBeLessThan(5000)
  expect(server?.output().trim().split('\n').at(-1)).toBe(
    `Tradehall has stopped. Its data are stored in ${dataDir}; the next start continues with them.`,
  )
  expect(readPostmasterFile(join(dataDir, 'postgres'))).toBeUndefined()
})

test('the next start finds its data and credentials again', async () => {
  const before = sandbox()
  server = await startServer('--require', OLDER_NODE, LAUNCHER)
  expect(server.output()).not.toMatch(/^\[|Starting the API/m)
  const { baseUrl: _old, ...kept } = before
  expect(sandbox()).toMatchObject(kept)
  expect(await tokenStatus()).toBe(200)
})

test('kill -9 of a launcher that started another Node ends everything, and the data are kept', async () => {
  const tree = treeOf(server?.process.pid ?? 0)
  expect(tree).toContain(readPostmasterFile(join(dataDir, 'postgres'))?.pid)
  server?.process.kill('SIGKILL')
  await until(() => !tree.some(isAlive))
  expect(readPostmasterFile(join(dataDir, 'postgres'))).toBeUndefined()
  server = await startServer()
  expect(await tokenStatus()).toBe(200)
})

test('after kill -9 of every process the next start recovers, leaves no old database behind, and replaces lost credentials', async () => {
  const { clientSecret } = sandbox()
  const database = readPostmasterFile(join(dataDir, 'postgres'))?.pid ?? 0
  const victims = treeOf(server?.process.pid ?? 0)
  expect(victims).toContain(database)
  signalAll(victims, 'SIGKILL')
  rmSync(join(dataDir, 'sandbox.json'))
  server = await startServer()
  expect(sandbox().clientSecret).not.toBe(clientSecret)
  expect(await tokenStatus()).toBe(200)
  expect(isAlive(database)).toBe(false)
})

test('a database that dies takes the server with it, with a sentence', async () => {
  process.kill(readPostmasterFile(join(dataDir, 'postgres'))?.pid ?? 0, 'SIGQUIT')
  expect(await exitCode(server?.process)).toBe(1)
  expect(server?.errors()).toContain('The embedded database ended unexpectedly')
})

interface Server {
  process: ChildProcess
  output: () => string
  errors: () => string
}

/** `command`: the script, after options of Node. */
async function startServer(...command: string[]): Promise<Server> {
  const started = spawnServer(command.length > 0 ? command : [PROGRAM])
  const said = () => started.output() + started.errors()
  const isReady = () => started.output().includes("Accept: text/plain'")
  await until(() => isReady() || started.process.exitCode !== null, said)
  expect(isReady(), said()).toBe(true)
  return started
}

/** In a group of its own, as a shell starts it, so that a signal to the group is what Ctrl-C is. */
function spawnServer(command: string[], settings: Record<string, string> = {}): Server {
  const child = spawn(process.execPath, [...command, 'start'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TRADEHALL_PORT: '0', TRADEHALL_DATA_DIR: dataDir, ...settings },
  })
  const collect = (stream: NodeJS.ReadableStream) => {
    let text = ''
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    return () => text
  }
  return { process: child, output: collect(child.stdout), errors: collect(child.stderr) }
}

const sandbox = () => JSON.parse(readFileSync(join(dataDir, 'sandbox.json'), 'utf8')) as SandboxFile

async function tokenStatus(): Promise<number> {
  const { baseUrl, clientId, clientSecret } = sandbox()
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    scope: '*',
  })
  return (await fetch(`${baseUrl}/oauth/token`, { method: 'POST', body })).status
}

async function exitCode(child: ChildProcess | undefined): Promise<number | null | undefined> {
  if (child?.exitCode === null) await once(child, 'close')
  return child?.exitCode
}
