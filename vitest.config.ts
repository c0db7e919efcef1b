import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'server/src/**/*.test.ts', 'server/test/**/*.test.ts'],
    globalSetup: ['server/test/global-setup.ts'],
    // Whole-server stories start processes and a browser; everything else ends in well under a second.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
