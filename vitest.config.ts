import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'server/src/**/*.test.ts', 'server/test/**/*.test.ts'],
    globalSetup: ['server/test/global-setup.ts'],
    // A test waits for its database most of the time, so two files at once are good for two cores.
    maxWorkers: 2,
    // Whole-server stories start processes and a browser; everything else ends in well under a second.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
