import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefused } from '@tradehall/kit/failures'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/folders.ts'
import {
  type DataDirLock,
  lockDataDir,
  newSecretKey,
  prepareDataDir,
  readOrCreateSecretKey,
} from './data-dir.ts'

let parent: string
let dataDir: string
let holder: ChildProcess | undefined

beforeEach(() => {
  parent = temporaryFolder('data-dir')
  dataDir = join(parent, 'data')
  prepareDataDir(dataDir)
})

afterEach(() => {
  holder?.kill('SIGKILL')
  holder = undefined
})

const mode = (path: string) => statSync(path).mode & 0o777
const self = { pid: process.pid, address: 'http://127.0.0.1:1' }

test('other users can traverse a new data folder only if root created it, for the database account', () => {
  expect(mode(dataDir)).toBe(process.getuid?.() === 0 ? 0o711 : 0o700)
})

test('the secret key has 32 bytes, only its owner can read it, and it is the same on every call', () => {
  const key = readOrCreateSecretKey(dataDir)
  expect(Buffer.from(key, 'base64')).toHaveLength(32)
  expect(mode(join(dataDir, 'secret-key'))).toBe(0o600)
  expect(readOrCreateSecretKey(dataDir)).toBe(key)
  expect(readdirSync(dataDir)).toEqual(['secret-key'])
})

test('the file may hold a ring of keys, one per line', () => {
  const keys = [newSecretKey(), newSecretKey()]
  writeFileSync(join(dataDir, 'secret-key'), `${keys.join('\n')}\n`)
  expect(readOrCreateSecretKey(dataDir)).toBe(keys.join())
})

test('a locked folder names the holder of the lock, and can be locked again after the release', () => {
  const lock = lockDataDir(dataDir, self) as DataDirLock
  lock.describe({ pid: process.pid, address: 'http://127.0.0.1:8080' })
  expect(lockDataDir(dataDir, self)).toEqual({
    heldBy: { pid: process.pid, address: 'http://127.0.0.1:8080' },
  })
  expect(mode(join(dataDir, 'running.json'))).toBe(0o600)
  lock.release()
  expect(existsSync(join(dataDir, 'running.json'))).toBe(false)
  const again = lockDataDir(dataDir, self) as DataDirLock
  again.release()
})

test('only the owner can read the lock file, even if its mode allowed others before', () => {
  const lock = join(dataDir, 'lock.db')
  const first = lockDataDir(dataDir, self) as DataDirLock
  expect([mode(lock), mode(`${lock}-journal`)]).toEqual([0o600, 0o600])
  first.release()
  chmodSync(lock, 0o666)
  const second = lockDataDir(dataDir, self) as DataDirLock
  expect(mode(lock)).toBe(0o600)
  second.release()
})

test('the lock is released when its holder is killed', async () => {
  holder = await holdInOtherProcess()
  expect(lockDataDir(dataDir, self)).toEqual({ heldBy: { pid: holder.pid, address: 'elsewhere' } })
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  const lock = lockDataDir(dataDir, self) as DataDirLock
  expect(JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8'))).toEqual(self)
  lock.release()
})

test('a data folder that is a file is refused with a sentence that names it', () => {
  const file = join(parent, 'file')
  writeFileSync(file, '')
  expect(() => lockDataDir(file, self)).toThrow(StartRefused)
  expect(() => readOrCreateSecretKey(file)).toThrow(file)
})

async function holdInOtherProcess(): Promise<ChildProcess> {
  const module = new URL('./data-dir.ts', import.meta.url).href
  const script = `
    import { lockDataDir } from ${JSON.stringify(module)}
    lockDataDir(${JSON.stringify(dataDir)}, { pid: process.pid, address: 'elsewhere' })
    process.stdout.write('locked')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script])
  await once(child.stdout, 'data')
  return child
}
