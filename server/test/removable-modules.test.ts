/** Modules that can be removed: without the folder and the lines that register it, the rest of the server compiles. */
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const REGISTRATIONS = ['server/src/composition.ts', 'server/src/commands.ts']
const NOT_COPIED = new Set(['node_modules', '.git', '.tradehall', 'docs'])

/** Without the imports from the folder, and without the lines that use what they import. */
function withoutModule(source: string, folder: string): string {
  const imports = source.split('\n').filter((line) => line.includes(`from './modules/${folder}/`))
  const names = imports.flatMap((line) => [...line.matchAll(/(\w+)(?=[ ,]*[,}])/g)].map(([name]) => name))
  const uses = new RegExp(`\\b(${names.join('|')})\\b`)
  return source
    .split('\n')
    .filter((line) => names.length === 0 || !uses.test(line))
    .join('\n')
}

/** The compiler runs beside all other tests: the timeout only ends a process that hangs. */
test.each(['webhooks'])('without %s the server compiles', { timeout: 600_000 }, async (folder) => {
  const copy = mkdtempSync(join(tmpdir(), 'tradehall-removed-'))
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
  cpSync(ROOT, copy, { recursive: true, filter: (path) => !NOT_COPIED.has(basename(path)) })
  for (const modules of ['node_modules', 'server/node_modules']) {
    symlinkSync(join(ROOT, modules), join(copy, modules))
  }
  rmSync(join(copy, 'server/src/modules', folder), { recursive: true })
  for (const file of REGISTRATIONS) {
    writeFileSync(join(copy, file), withoutModule(readFileSync(join(ROOT, file), 'utf8'), folder))
  }
  const project = { extends: './tsconfig.json', include: ['packages/*/src', 'server/src', 'server/test'] }
  writeFileSync(join(copy, 'tsconfig.removed.json'), JSON.stringify(project))
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  const child = spawn(process.execPath, [compiler, '-p', 'tsconfig.removed.json'], { cwd: copy })
  expect(await text(child.stdout)).toBe('')
})
