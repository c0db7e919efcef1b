import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { isAlive } from '../../test/processes.ts'
import { startStopwatch, until as untilIsSo } from '../../test/time.ts'

/** The supervisor runs in a process of its own, over children that say what happens to them. */
const module = JSON.stringify(new URL('./supervisor.ts', import.meta.url).href)

const CHILD = `
  import { runAsChild } from ${module}
  const [name, behaviour] = process.argv.slice(2)
  const say = (text) => process.stdout.write(name + ' ' + text + ' ' + process.pid + '\\n')
  if (behaviour === 'dies') process.exit(3)
  process.exit(await runAsChild(async () => {
    if (behaviour === 'refused') throw Object.assign(new Error(), { code: 'EADDRINUSE', address: 'here', port: 1 })
    say('serves')
    const leave = async () => {
      say('leaves')
      if (behaviour === 'leaves') await new Promise(() => setInterval(() => {}, 1000))
    }
    return { address: 'http://' + name, leave, close: async () => {
      say('closes')
      if (behaviour === 'hangs') await new Promise(() => setInterval(() => {}, 1000))
      say('closed')
    } }
  }))`

const PARENT = `
  import { spawn } from 'node:child_process'
  import { listenForStop, spawnAlone, spawnSharingPort, superviseProcesses } from ${module}
  const [child, behaviour] = process.argv.slice(2)
  const program = (name) => ({ script: child, args: [name, behaviour], environment: process.env })
  const say = (text) => process.stdout.write(text + '\\n')
  const stop = listenForStop()
  const tree = superviseProcesses([
    { name: 'API process', count: 2, spawn: () => spawnSharingPort(program('api')) },
    { name: 'worker process', count: 1, spawn: () =>
      behaviour === 'missing' ? spawn('/no/such/program') : spawnAlone(program('worker')) },
  ], { log: { warn: say }, stopDelayMs: behaviour === 'leaves' ? 600_000 : 0 })
  tree.ready.then((address) => say('ready ' + address))
  stop.second.then(() => { tree.kill(); say('killed') })
  const failure = await Promise.race([stop.first, tree.failed])
  if (failure) say('failed: ' + failure)
  await tree.drain()
  say('drained')
  process.exit(failure ? 1 : 0)`

let folder: string
let parent: ChildProcess | undefined
let output = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tradehall-supervisor-'))
  writeFileSync(join(folder, 'child.mjs'), CHILD)
  writeFileSync(join(folder, 'parent.mjs'), PARENT)
})

afterEach(() => {
  parent?.kill('SIGKILL')
})

afterAll(() => rmSync(folder, { recursive: true }))

test('a child that dies starts again, and all children finish before the tree is gone', async () => {
  const supervisor = supervise('serves')
  await until(() => output.includes('ready http://api'))
  process.kill(pidOf('worker serves'), 'SIGKILL')
  await until(() => /worker process exited with SIGKILL; restarting it in 200 ms/.test(output))
  await until(() => output.split('worker serves').length === 3)

  supervisor.kill('SIGINT')
  expect(await exitCode(supervisor)).toBe(0)
  expect(output.match(/api closed/g)).toHaveLength(2)
  expect(output.match(/worker closed/g)).toHaveLength(1)
  expect(output.trim().endsWith('drained')).toBe(true)
})

test('a signal to the whole group counts once', async () => {
  const supervisor = supervise('serves')
  await until(() => output.includes('ready'))
  process.kill(-(supervisor.pid ?? 0), 'SIGINT')
  supervisor.kill('SIGINT')
  expect(await exitCode(supervisor)).toBe(0)
  expect(output).not.toContain('killed')
  expect(output.match(/closed/g)).toHaveLength(3)
})

test('children that do not finish are ended after three seconds', async () => {
  const supervisor = supervise('hangs')
  await until(() => output.includes('ready'))
  const tookMs = startStopwatch()
  supervisor.kill('SIGTERM')
  expect(await exitCode(supervisor)).toBe(0)
  expect(tookMs()).toBeLessThan(4000)
})

test('children are not ended while they leave, unless a second signal asks for it', async () => {
  const supervisor = supervise('leaves')
  await until(() => output.includes('ready'))
  supervisor.kill('SIGTERM')
  await until(() => output.match(/leaves/g)?.length === 3)
  const again = setInterval(() => supervisor.kill('SIGTERM'), 300)
  expect(await exitCode(supervisor)).toBe(0)
  clearInterval(again)
  expect(output).toContain('killed')
  expect(output).not.toContain('closes')
})

test('a second signal does not wait for them', async () => {
  const supervisor = supervise('hangs')
  await until(() => output.includes('ready'))
  const tookMs = startStopwatch()
  supervisor.kill('SIGINT')
  const again = setInterval(() => supervisor.kill('SIGINT'), 300)
  await exitCode(supervisor)
  clearInterval(again)
  expect(output).toContain('killed')
  expect(tookMs()).toBeLessThan(2000)
})

test('a role that keeps dying stops the tree with a sentence', async () => {
  const supervisor = supervise('dies')
  expect(await exitCode(supervisor)).toBe(1)
  expect(output).toContain('crashed more than 5 times within a minute; see the log.')
})

test('a child that cannot be started is tried again', async () => {
  supervise('missing')
  await until(() =>
    output.includes('the worker process could not be started (ENOENT); restarting it in 400 ms'),
  )
  // A child that is about to start when the test ends would complain.
  await until(() => output.match(/api serves/g)?.length === 2)
})

test('a child that cannot serve here stops the tree at once and says why', async () => {
  const supervisor = supervise('refused')
  expect(await exitCode(supervisor)).toBe(1)
  expect(output).toContain('failed: Port 1 on here is already in use; stop the other program')
})

test('children end by themselves when their parent is killed', async () => {
  const supervisor = supervise('serves')
  await until(() => output.includes('ready'))
  const pids = [...output.matchAll(/serves (\d+)/g)].map((match) => Number(match[1]))
  expect(pids).toHaveLength(3)
  supervisor.kill('SIGKILL')
  await until(() => !pids.some(isAlive))
})

function supervise(behaviour: string): ChildProcess {
  output = ''
  const child = spawn(process.execPath, [join(folder, 'parent.mjs'), join(folder, 'child.mjs'), behaviour], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  parent = child
  return child
}

async function exitCode(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null) await once(child, 'close')
  return child.exitCode
}

const pidOf = (words: string) => Number(new RegExp(`${words} (\\d+)`).exec(output)?.[1])

const until = (condition: () => boolean) => untilIsSo(condition, () => output)
