/** `bin/tradehall.cjs`, run by the Node of these tests and, where the machine has an older one, by that. */
import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { isAlive } from './processes.ts'
import { needs } from './requirements.ts'
import { until } from './time.ts'

const LAUNCHER = fileURLToPath(new URL('../bin/tradehall.cjs', import.meta.url))
const OLDER_NODE = fileURLToPath(new URL('./older-node.cjs', import.meta.url))
const OLD_NODE = findOldNode()
const oldNode = { met: OLD_NODE !== undefined, missing: 'no Node older than 24 is in the path' }

/** A copy of the launcher over a program that says what happens to it. */
let launcher: string
let bare: string
/** As the published package is laid out. */
let packaged: string
const PROGRAM = `
  process.on('message', (message) => process.send({ heard: message }))
  process.on('SIGTERM', () => process.exit(7))
  if (process.argv[2] === 'dies') process.kill(process.pid, 'SIGKILL')
  setInterval(() => {}, 1000)
  const own = Object.keys(process.env).filter((name) => name.startsWith('TRADEHALL_LAUNCHER'))
  process.stdout.write('runs ' + process.version + ' ' + process.argv.slice(2).concat(own).join(' ') + '\\n')
  if (process.argv[2] === 'tell') process.stdout.write('pid ' + process.pid + ' of ' + process.ppid + '\\n')`

/** As npm starts its script: without a pipe or a channel of its own. */
const START_IN_CHILD = `
  require('node:child_process').spawn(process.execPath, [process.argv[1], 'tell'], { stdio: 'inherit' })`

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tradehall-launcher-'))
  launcher = layOut(join(folder, 'whole'))
  bare = layOut(join(folder, 'bare'))
  packaged = layOutPackage(join(folder, 'packaged'))
  mkdirSync(join(folder, 'whole/node_modules/node/bin'), { recursive: true })
  symlinkSync(process.execPath, join(folder, 'whole/node_modules/node/bin/node'))
})

afterAll(() => rmSync(folder, { recursive: true }))

function layOut(root: string): string {
  for (const name of ['bin', 'src']) mkdirSync(join(root, name), { recursive: true })
  writeFileSync(join(root, 'src/main.ts'), PROGRAM)
  for (const name of ['tradehall.cjs', 'installation.cjs', 'parent.cjs'])
    copyFileSync(join(dirname(LAUNCHER), name), join(root, 'bin', name))
  return join(root, 'bin/tradehall.cjs')
}

function layOutPackage(root: string): string {
  const path = layOut(root)
  renameSync(join(root, 'src/main.ts'), join(root, 'src/main.js'))
  writeFileSync(join(root, 'package.json'), '{ "type": "module", "dependencies": {} }')
  writeFileSync(join(root, 'files.json'), JSON.stringify({ 'src/main.js': PROGRAM.length }))
  return path
}

function run(node: string, args: string[], environment: Record<string, string> = {}): ChildProcess {
  const child = spawn(node, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function firstLine(child: ChildProcess): Promise<string> {
  const [chunk] = await once(child.stdout as NodeJS.ReadableStream, 'data')
  return String(chunk)
}

/** The process ids of the program and of its parent. */
async function programOf(child: ChildProcess): Promise<[number, number]> {
  let output = ''
  for await (const chunk of child.stdout as NodeJS.ReadableStream) {
    output += chunk
    const [, pid, parent] = /pid (\d+) of (\d+)\n/.exec(output) ?? []
    if (!pid) continue
    onTestFinished(() => void (isAlive(Number(pid)) && process.kill(Number(pid), 'SIGKILL')))
    return [Number(pid), Number(parent)]
  }
  throw new Error(`The program has not started:\n${output}`)
}

test('the command is the launcher, and answers', () => {
  expect(execFileSync(process.execPath, [LAUNCHER, '--version'], { encoding: 'utf8' })).toMatch(
    /^\d+\.\d+\.\d+\n$/,
  )
})

describe.each([
  ['a Node that is new enough', process.execPath],
  ...(OLD_NODE ? [['an older Node', OLD_NODE]] : []),
] as [string, string][])('%s', (_name, node) => {
  test('runs the program on a Node that can, with its arguments, and hands on a signal and the exit code', async () => {
    const child = run(node, [launcher, 'start', '--x'])
    expect(await firstLine(child)).toBe(`runs ${process.version} start --x\n`)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([7, null])
  })

  test('ends by the signal that ended the program', async () => {
    expect(await once(run(node, [launcher, 'dies']), 'exit')).toEqual([null, 'SIGKILL'])
  })

  test('carries messages both ways', async () => {
    const child = fork(launcher, [], {
      execPath: node,
      execArgv: [],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    onTestFinished(() => void child.kill('SIGTERM'))
    await firstLine(child)
    child.send('hello')
    expect(await once(child, 'message')).toEqual([{ heard: 'hello' }, undefined])
  })
})

describe('when the process that started the program is killed', () => {
  /** The Node of these tests says that it is an older one, so that the launcher starts another. */
  test('the program ends that the launcher started on another Node', async () => {
    const child = run(process.execPath, ['--require', OLDER_NODE, launcher, 'tell'])
    const [pid, parent] = await programOf(child)
    expect(parent).toBe(child.pid)
    child.kill('SIGKILL')
    await until(() => !isAlive(pid))
  })

  test('the program ends that npm started', async () => {
    const npm = run(process.execPath, ['--eval', START_IN_CHILD, launcher], {
      npm_lifecycle_script: 'exec node server/bin/tradehall.cjs start',
    })
    const [pid, parent] = await programOf(npm)
    expect(parent).toBe(npm.pid)
    npm.kill('SIGKILL')
    await until(() => !isAlive(pid))
  })
})

test('the launcher of the package runs plain JavaScript', async () => {
  const child = run(process.execPath, [packaged, 'start'])
  expect(await firstLine(child)).toBe(`runs ${process.version} start\n`)
})

test('an older Node without the packages says in one sentence what is needed', needs(oldNode), async () => {
  expect(await refusal(OLD_NODE ?? '', bare)).toMatch(
    /^Tradehall needs Node 24 or later, and this is [\d.]+; run `npm ci`, [^\n]+\.\n$/,
  )
  expect(await refusal(OLD_NODE ?? '', packaged)).toMatch(
    /^Tradehall needs Node 24 or later, and this is [\d.]+; add one with `npm install node`, [^\n]+\.\n$/,
  )
})

test('a file of the package that is missing or incomplete stops everything with one sentence', async () => {
  const damaged = layOutPackage(join(folder, 'damaged'))
  const sentence = (reason: string) =>
    `The installation of Tradehall is not complete (${reason}); delete the folder \`node_modules\` and install it again.\n`
  writeFileSync(join(folder, 'damaged/src/main.js'), PROGRAM.slice(1))
  expect(await refusal(process.execPath, damaged)).toBe(sentence('the file src/main.js is damaged'))
  rmSync(join(folder, 'damaged/src/main.js'))
  expect(await refusal(process.execPath, damaged)).toBe(sentence('the file src/main.js is missing'))
  writeFileSync(join(folder, 'damaged/files.json'), '{"src')
  expect(await refusal(process.execPath, damaged)).toBe(sentence('the file files.json is damaged'))
})

test('a clone or a package that lacks a dependency says so in one sentence', async () => {
  const lacking = layOut(join(folder, 'lacking'))
  writeFileSync(join(folder, 'lacking/src/main.ts'), "import 'no-such-package'")
  expect(await refusal(process.execPath, lacking)).toMatch(
    /^The installation of Tradehall is not complete \(Cannot find package 'no-such-package' [^\n]+\.\n$/,
  )
  const packagedLacking = layOutPackage(join(folder, 'packaged-lacking'))
  writeFileSync(
    join(folder, 'packaged-lacking/package.json'),
    '{ "dependencies": { "no-such-package": "1.0.0" } }',
  )
  expect(await refusal(process.execPath, packagedLacking)).toMatch(
    /^The installation of Tradehall is not complete \(the package no-such-package is missing\); [^\n]+\.\n$/,
  )
})

async function refusal(node: string, script: string): Promise<string> {
  const child = run(node, [script, 'start'])
  const [errors, [code]] = await Promise.all([
    text(child.stderr as NodeJS.ReadableStream),
    once(child, 'exit'),
  ])
  expect(code, errors).toBe(1)
  return errors
}

function findOldNode(): string | undefined {
  const candidates = (process.env.PATH ?? '').split(delimiter).map((path) => join(path, 'node'))
  return candidates.find((node) => {
    try {
      const [major = ''] = execFileSync(node, ['-p', 'process.versions.node'], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).split('.')
      return Number(major) < 24
    } catch {
      return false
    }
  })
}
