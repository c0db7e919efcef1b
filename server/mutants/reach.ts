/** Finds the tests that reach a mutant, those that are most likely to fail first. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { functionAt } from './candidates.ts'
import { MAP, type MappedTest } from './coverage.ts'
import type { Mutant } from './sample.ts'

/** Runs all tests but those in a browser, which see the server from outside, and records what they call. */
export function readMap(root: string, { isRenewed }: { isRenewed: boolean }): MappedTest[] {
  if (isRenewed || !existsSync(join(root, MAP))) {
    const provider = fileURLToPath(new URL('coverage.ts', import.meta.url))
    const coverage = ['enabled', 'provider=custom', `customProviderModule=${provider}`, 'reportOnFailure']
    const run = [...coverage.map((option) => `--coverage.${option}`), '--exclude', '**/*.browser.test.ts']
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    spawnSync(process.execPath, [vitest, 'run', ...run], { cwd: root, stdio: 'inherit' })
  }
  return JSON.parse(readFileSync(join(root, MAP), 'utf8')) as MappedTest[]
}

export function testsFor(
  { file }: Mutant,
  source: string,
  place: number,
  map: readonly MappedTest[],
): MappedTest[] {
  const name = functionAt(file, source, place)
  const calling = map.filter(({ functions }) => functions.includes(`${file}#${name}`))
  // Code outside of named functions is used by every test that calls a function of its folder.
  const using = ({ functions }: MappedTest) => functions.some((one) => one.startsWith(`${dirname(file)}/`))
  const nearness = ({ file: test }: MappedTest) => {
    if (test.startsWith(file.replace(/ts$/, ''))) return 0
    if (dirname(test) === dirname(file)) return 1
    return test.startsWith(moduleOf(file)) ? 2 : 3
  }
  // A test that calls few functions probably tests them; a fast test costs little if it does not.
  const cost = ({ functions, ms }: MappedTest) => functions.length * (ms + 200)
  const reaching = calling.length > 0 ? calling : map.filter(using)
  return reaching.toSorted((a, b) => nearness(a) - nearness(b) || cost(a) - cost(b))
}

/** `server/src/modules/stock/` or `packages/jsonapi/`. */
const moduleOf = (file: string) => /^(.*?\/modules\/)?[^/]+\/([^/]+\/)?/.exec(file)?.[0] ?? ''
