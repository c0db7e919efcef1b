import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const run = promisify(execFile)
const VITEST = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

const TESTS = `
  import { needs } from ${JSON.stringify(pathOf('./requirements.ts'))}
  const missing = { met: false, missing: 'this machine has no sundial' }
  test('runs', needs({ ...missing, met: true }), () => {})
  test('needs a sundial', needs(missing), () => { throw new Error('ran') })
  describe('many', needs(missing), () => {
    test('first', () => { throw new Error('ran') })
    describe('inner', () => { test('second', () => { throw new Error('ran') }) })
  })
  test.skip('without a word', () => {})`

test('the last lines say what was skipped and why', async () => {
  const output = await runVitest([])
  expect(output.trimEnd().split('\n').slice(-2)).toEqual([
    'skipped: 3 of clock.test.ts because this machine has no sundial',
    'skipped: 1 of clock.test.ts because the test says so',
  ])
  expect(output).toMatch(/Tests +1 passed \| 4 skipped/)
})

test('tests that were not asked for are not listed', async () => {
  const output = await runVitest(['-t', 'runs|sundial'])
  expect(output.match(/^skipped: .*$/gm)).toEqual([
    'skipped: 3 of clock.test.ts because this machine has no sundial',
  ])
})

async function runVitest(options: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tradehall-skipped-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'clock.test.ts'), TESTS)
  const settings = { test: { globals: true, reporters: ['default', pathOf('./skipped-reporter.ts')] } }
  await writeFile(join(folder, 'vitest.config.mjs'), `export default ${JSON.stringify(settings)}`)
  const { stdout } = await run(process.execPath, [VITEST, 'run', '--root', folder, ...options], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1', VITEST: undefined },
  })
  return stdout
}
