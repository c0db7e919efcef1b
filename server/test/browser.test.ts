import { expect, test, vi } from 'vitest'
import { browserRequirement, launchBrowser } from './browser-server.ts'
import { needs } from './requirements.ts'

test.each([
  [{}, true, true],
  [{}, false, false],
  [{ TRADEHALL_TEST_BROWSER: 'required' }, false, true],
  [{ TRADEHALL_TEST_CHROMIUM: '/opt/chromium' }, false, true],
])('with %j and a browser there: %j, browser tests run: %j', (env, isThere, runs) => {
  const options = needs(browserRequirement(env, isThere))
  expect(options.skip ?? false).toBe(!runs)
  if (!runs) expect(options.meta).toEqual({ skippedBecause: expect.stringContaining('none is installed') })
})

test('a browser that cannot be started fails the test that needs it', async () => {
  vi.stubEnv('TRADEHALL_TEST_CHROMIUM', '/nowhere/chromium')
  await expect(launchBrowser().finally(() => vi.unstubAllEnvs())).rejects.toThrow('/nowhere/chromium')
})
