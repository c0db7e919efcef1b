import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'server/src/**/*.test.ts', 'server/test/**/*.test.ts'],
    globalSetup: ['server/test/global-setup.ts'],
    setupFiles: ['server/test/property-seed.ts'],
    reporters: ['default', './server/test/skipped-reporter.ts'],
    // Tests wait for their database, for programs or for timeouts more often than they compute: four files at once keep
    // two cores busy.
    maxWorkers: 4,
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
