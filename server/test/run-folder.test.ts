import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from './folders.ts'
import { isAlive } from './processes.ts'
import { LINUX, needs } from './requirements.ts'
import { until } from './time.ts'

/** A run that has started something which nobody stops, as an interrupted test does. */
const RUN = `
  import { spawn } from 'node:child_process'
  import { openRunFolder } from ${JSON.stringify(new URL('./run-folder.ts', import.meta.url).href)}
  const { folder } = await openRunFolder()
  const stray = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' })
  console.log(JSON.stringify({ folder, pid: stray.pid }))
  setInterval(() => {}, 1000)`

async function startRun() {
  const script = join(temporaryFolder('run'), 'run.mjs')
  writeFileSync(script, RUN)
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await until(() => !existsSync(run.folder))
  })
  const [line] = await once(createInterface(child.stdout), 'line')
  const run = JSON.parse(line) as { folder: string; pid: number }
  return { child, ...run }
}

test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  'a run that ends by %s leaves no process and no folder',
  needs(LINUX),
  async (signal) => {
    const { child, folder, pid } = await startRun()
    mkdirSync(join(folder, 'databases'))
    expect([existsSync(folder), isAlive(pid)]).toEqual([true, true])
    child.kill(signal)
    await until(() => !existsSync(folder) && !isAlive(pid))
  },
)

test('the process that removes a run ends no process of another one', needs(LINUX), async () => {
  const [ending, going] = [await startRun(), await startRun()]
  ending.child.kill('SIGKILL')
  await until(() => !existsSync(ending.folder))
  expect([existsSync(going.folder), isAlive(going.pid)]).toEqual([true, true])
})
