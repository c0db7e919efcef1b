import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { isAlive } from '../../test/processes.ts'
import { until } from '../../test/time.ts'

/** A parent in a process of its own, which sends a child and says how that ended. */
const module = JSON.stringify(new URL('./one-shot-process.ts', import.meta.url).href)
const CHILD = `
  import { runAsOneShotProcess } from ${module}
  const behaviour = process.argv[2]
  process.exit(await runAsOneShotProcess(async () => {
    if (behaviour === 'refused') throw Object.assign(new Error(), { code: 'EADDRINUSE', address: 'here', port: 1 })
    if (behaviour === 'buggy') throw new Error('a bug')
    if (behaviour === 'dies') process.kill(process.pid, 'SIGKILL')
    if (behaviour === 'works') return
    process.stdout.write('busy ' + process.pid + '\\n')
    await new Promise(() => setInterval(() => {}, 1000))
  }))`
const PARENT = `
  import { runOneShotProcess } from ${module}
  const [script, behaviour] = process.argv.slice(2)
  const errand = runOneShotProcess('errand', { script, args: [behaviour], environment: process.env })
  process.on('SIGINT', () => process.stdout.write('heard\\n'))
  process.on('SIGTERM', errand.kill)
  const end = await errand.done.then(() => 'done', (error) => error.constructor.name + ': ' + error.message)
  process.stdout.write(end + '\\n')`

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tradehall-errand-'))
  writeFileSync(join(folder, 'child.mjs'), CHILD)
  writeFileSync(join(folder, 'parent.mjs'), PARENT)
})

afterAll(() => rmSync(folder, { recursive: true }))

function send(behaviour: string): ChildProcess & { stdout: NodeJS.ReadableStream } {
  const parent = spawn(process.execPath, [join(folder, 'parent.mjs'), join(folder, 'child.mjs'), behaviour], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void parent.kill('SIGKILL'))
  return parent
}

test.each([
  ['works', /^done\n$/],
  ['refused', /^StartRefused: Port 1 on here is already in use; /],
  ['buggy', /^StartRefused: Error: a bug\n +at /],
  ['dies', /^StartRefused: The errand exited with SIGKILL\.\n$/],
])('an errand that %s ends with what its parent can say', async (behaviour, end) => {
  expect(await text(send(behaviour).stdout)).toMatch(end)
})

/** Waits until the errand is under way, and answers its process. */
async function busy(parent: ReturnType<typeof send>): Promise<{ pid: number; output: () => string }> {
  let output = ''
  parent.stdout.on('data', (chunk) => {
    output += chunk
  })
  await until(() => /busy \d+\n/.test(output))
  return { pid: Number(/busy (\d+)/.exec(output)?.[1]), output: () => output }
}

test('Ctrl-C is the business of the parent, who ends the errand', async () => {
  const parent = send('hangs')
  const { pid, output } = await busy(parent)
  process.kill(-(parent.pid as number), 'SIGINT')
  await until(() => output().includes('heard'))
  expect(isAlive(pid)).toBe(true)
  parent.kill('SIGTERM')
  await once(parent, 'close')
  expect(output()).toContain('The errand exited with SIGKILL.')
})

test('an errand does not outlive its parent', async () => {
  const parent = send('hangs')
  const { pid } = await busy(parent)
  parent.kill('SIGKILL')
  await until(() => !isAlive(pid))
})
