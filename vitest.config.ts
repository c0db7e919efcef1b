import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'server/src/**/*.test.ts', 'server/test/**/*.test.ts'],
    globalSetup: ['server/test/global-setup.ts'],
    // A test waits for its database most of the time, so two files at once are good for two cores.
    maxWorkers: 2,
    // To load the server anew for each file took a third of the time; no file changes what it imports.
    isolate: false,
    // Everything but the stories of whole servers ends in well under a second. The limit only ends what hangs: on a busy
    // machine all of it takes many times as long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
