import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../../server/test/folders.ts'
import { until } from '../../../../server/test/time.ts'
import { ConnectorProcess } from './connector-process.ts'

function processOf(script: string, secrets: string[] = []) {
  const folder = temporaryFolder('certify')
  const connector = new ConnectorProcess({
    command: `${process.execPath} -e ${JSON.stringify(script)}`,
    folder,
    environment: process.env,
    secrets,
    now: () => 0,
  })
  onTestFinished(() => connector.kill())
  connector.start()
  return { folder, connector }
}

test('one that crashes is seen, with its exit code and the end of its output', async () => {
  const { connector } = processOf(
    `console.log('x'.repeat(9000)); console.error('no such order s3cret'); process.exitCode = 3`,
    ['s3cret'],
  )
  await until(() => connector.ends.length === 1)
  expect(connector.ends).toEqual([{ code: 3, signal: null, atMs: 0, isWanted: false }])
  await until(() => connector.output.includes('no such order [redacted]'))
  expect(connector.output.length).toBeLessThan(9000)
  expect(connector.isRunning).toBe(false)
})

test('one that stops when it is asked is not said to have crashed', async () => {
  const { connector } = processOf(`setInterval(() => {}, 1000); console.log('ready')`)
  await until(() => connector.output.includes('ready'))
  expect(await connector.stop()).toBe(true)
  expect(connector.ends).toMatchObject([{ isWanted: true }])
})

test('what it has started may come to an end too', async () => {
  const child = `process.on('SIGTERM', () => setTimeout(() => { require('fs').writeFileSync('saved', ''); process.exit() }, 100)); setInterval(() => {}, 1000); console.log('ready')`
  const { connector, folder } = processOf(
    `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'inherit' })`,
  )
  await until(() => connector.output.includes('ready'))
  expect(await connector.stop()).toBe(true)
  expect(existsSync(join(folder, 'saved'))).toBe(true)
})

test('what it has started ends with it', async () => {
  const child = `setInterval(() => {}, 1000); require('fs').writeFileSync('child.pid', String(process.pid))`
  const { connector, folder } = processOf(
    `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}]); setInterval(() => {}, 1000)`,
  )
  const file = join(folder, 'child.pid')
  await until(() => existsSync(file) && readFileSync(file, 'utf8') !== '')
  const pid = Number(readFileSync(file, 'utf8'))
  await connector.kill()
  await until(() => !isAlive(pid))
})

test.each([
  ['exits', 'process.exit(0)'],
  ['is killed without notice', `process.kill(process.pid, 'SIGKILL')`],
])('it does not outlive the program that has started it, when that %s', async (_how, end) => {
  const folder = temporaryFolder('certify')
  const module = new URL('./connector-process.ts', import.meta.url).href
  const sleeper = `require('fs').writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000)`
  const program = `
    import { existsSync, readFileSync } from 'node:fs'
    import { ConnectorProcess } from ${JSON.stringify(module)}
    new ConnectorProcess({
      command: ${JSON.stringify(`${process.execPath} -e ${JSON.stringify(sleeper)}`)},
      folder: '.',
      environment: process.env,
      secrets: [],
      now: () => 0,
    }).start()
    setInterval(() => existsSync('pid') && readFileSync('pid', 'utf8') && (${end}), 20)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: folder,
    stdio: 'ignore',
  })
  await once(child, 'exit')
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
  onTestFinished(() => {
    if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  })
  await until(() => !isAlive(pid))
})

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
