import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/folders.ts'
import { lockDataDir } from './data-dir.ts'
import { discardRestore, finishRestore, restoredPath } from './restored.ts'

let dataDir: string

beforeEach(() => {
  dataDir = temporaryFolder('restored')
  putDatabase('postgres', 'old database')
  put('secret-key', 'old key')
  put('sandbox.json', 'old credentials')
})

const put = (name: string, content: string) => writeFileSync(join(dataDir, name), content)
function putDatabase(name: string, content: string): void {
  mkdirSync(join(dataDir, name))
  put(`${name}/PG_VERSION`, content)
}
const contentOf = (name: string) => readFileSync(join(dataDir, name), 'utf8')

function prepare(): void {
  put('secret-key.restored', 'new key')
  putDatabase('postgres.restored', 'new database')
}

function expectNew(): void {
  expect(contentOf('postgres/PG_VERSION')).toBe('new database')
  expect(contentOf('postgres.replaced/PG_VERSION')).toBe('old database')
  expect([contentOf('secret-key'), contentOf('secret-key.replaced')]).toEqual(['new key', 'old key'])
  expect(contentOf('sandbox.json')).toBe('old credentials')
  expect(existsSync(restoredPath(dataDir, 'postgres'))).toBe(false)
}

test('prepared files replace the existing ones, which are kept', () => {
  prepare()
  finishRestore(dataDir)
  expectNew()
  finishRestore(dataDir)
  expectNew()
})

/** The renames in their order, after each of which the process may have been killed. */
const RENAMES = [
  ['secret-key', 'secret-key.replaced'],
  ['secret-key.restored', 'secret-key'],
  ['postgres', 'postgres.replaced'],
] as const

test.each([0, 1, 2, 3])('the next process that locks the folder continues after %i renames', (count) => {
  prepare()
  for (const [from, to] of RENAMES.slice(0, count)) renameSync(join(dataDir, from), join(dataDir, to))
  const lock = lockDataDir(dataDir, { pid: process.pid, address: 'none' })
  if ('heldBy' in lock) throw new Error('nobody else can hold the lock')
  expectNew()
  lock.release()
})

test('the next restore replaces the files that an earlier one has set aside', () => {
  putDatabase('postgres.replaced', 'oldest database')
  put('secret-key.replaced', 'oldest key')
  prepare()
  finishRestore(dataDir)
  expectNew()
})

test('without a complete database nothing is replaced', () => {
  put('secret-key.restored', 'new key')
  finishRestore(dataDir)
  expect(contentOf('secret-key')).toBe('old key')
  discardRestore(dataDir)
  expect(existsSync(restoredPath(dataDir, 'secret-key'))).toBe(false)
})
