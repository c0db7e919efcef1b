import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { WRITTEN_FOR } from './server/src/platform/demo-time.ts'
import { FULL } from './server/test/full.ts'
import { CACHE } from './server/test/test-cache.ts'

/**
 * Vitest begins with the largest files. Those that drive a browser or whole programs, or kill them, are small and take
 * longest, and would be left for the end, where they run alone. Those with a browser are spread, as several at once are too
 * much for two cores.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const those = (is: (path: string) => boolean) => sorted.filter(({ moduleId }) => is(moduleId))
    const isBrowser = (path: string) => path.endsWith('.browser.test.ts')
    const isProgram = (path: string) => /\/server\/test\/|\.crash\.test\.ts$/.test(path) && !isBrowser(path)
    const others = [...those(isProgram), ...those((path) => !isProgram(path) && !isBrowser(path))]
    const browsers = those(isBrowser).toSorted((a, b) => rank(a) - rank(b))
    // All have begun when two thirds of the others have.
    const step = Math.floor((others.length * 2) / 3 / browsers.length)
    return [
      ...browsers.flatMap((file, i) => [file, ...others.slice(i * step, (i + 1) * step)]),
      ...others.slice(browsers.length * step),
    ]
  }
}

const rank = ({ moduleId }: TestSpecification) => (moduleId.includes('/dashboard-pages.') ? 0 : 1)

// Tests and the programs that they start load faster when they need not compile. Processes of tests inherit it.
process.env.NODE_COMPILE_CACHE = join(CACHE, 'compiled')
// Sandboxes that tests start have the same demo data on every day.
process.env.TRADEHALL_DEMO_DATE = WRITTEN_FOR.toISOString()

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'server/src/**/*.test.ts', 'server/test/**/*.test.ts'],
    // What explores takes as long as all other tests: `npm run test:full` runs both.
    exclude: [...configDefaults.exclude, ...(FULL ? [] : ['**/*.full.test.ts'])],
    globalSetup: ['server/test/global-setup.ts'],
    setupFiles: [
      'server/test/stack-traces.ts',
      'server/test/property-seed.ts',
      'server/test/statement-checks.ts',
      'server/test/frozen-rows.ts',
    ],
    reporters: ['default', './server/test/skipped-reporter.ts'],
    // Tests wait for their database, for programs or for timeouts more often than they compute: four files at once keep
    // two cores busy.
    maxWorkers: 4,
    // Views of the dashboard wait for their page more often than they compute, too.
    maxConcurrency: 3,
    sequence: { sequencer: LongestFirst },
    // To load the server anew for each file took a third of the time; no file changes what it imports.
    isolate: false,
    // Node loads the files, types and all, as it does in a server: Vite took most of the time of a small run to transform them.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Everything but the stories of whole servers ends in well under a second. The limit only ends what hangs: on a busy
    // machine all of it takes many times as long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A little less, to say what was missing: what is waited for takes as long as the machine is busy.
    expect: { poll: { timeout: 100_000, interval: 20 } },
  },
})
