import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Vitest begins with the largest files. Those that drive a browser or whole programs are small and take longest, and would
 * be left for the end, where they run alone.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      if (moduleId.includes('dashboard-pages.')) return 0
      return moduleId.includes('/server/test/') || moduleId.endsWith('.browser.test.ts') ? 1 : 2
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'server/src/**/*.test.ts', 'server/test/**/*.test.ts'],
    globalSetup: ['server/test/global-setup.ts'],
    setupFiles: ['server/test/property-seed.ts'],
    reporters: ['default', './server/test/skipped-reporter.ts'],
    // Tests wait for their database, for programs or for timeouts more often than they compute: four files at once keep
    // two cores busy.
    maxWorkers: 4,
    // Views of the dashboard wait for their page more often than they compute, too.
    maxConcurrency: 3,
    sequence: { sequencer: LongestFirst },
    // To load the server anew for each file took a third of the time; no file changes what it imports.
    isolate: false,
    // Programs that tests start load twice as fast when they need not compile; it is where the launcher has it too.
    env: { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') },
    // Everything but the stories of whole servers ends in well under a second. The limit only ends what hangs: on a busy
    // machine all of it takes many times as long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A little less, to say what was missing: what is waited for takes as long as the machine is busy.
    expect: { poll: { timeout: 100_000, interval: 20 } },
  },
})
