import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { linkLibraries } from './libraries.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tradehall-libraries-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'native/lib'), { recursive: true })
  writeFileSync(join(folder, 'native/lib/libone.so.1.2'), 'one')
})

function list(...targets: string[]): void {
  const links = targets.map((target) => ({
    source: 'native/lib/libone.so.1.2',
    target: `native/lib/${target}`,
  }))
  writeFileSync(join(folder, 'native/pg-symlinks.json'), JSON.stringify(links))
}

test('libraries get the links that an install script would have created', () => {
  list('libone.so', 'libone.so.1')
  linkLibraries(folder)
  for (const name of ['libone.so', 'libone.so.1']) {
    expect(readFileSync(join(folder, 'native/lib', name), 'utf8')).toBe('one')
  }
})

test('links that exist remain, and a package without a list needs none', () => {
  linkLibraries(folder)
  expect(readdirSync(join(folder, 'native/lib'))).toEqual(['libone.so.1.2'])
  list('libone.so')
  linkLibraries(folder)
  linkLibraries(folder)
  expect(readFileSync(join(folder, 'native/lib/libone.so'), 'utf8')).toBe('one')
})
