/** The browser for tests: one for all of them, in which each has contexts of its own. */
import { type Browser, chromium } from 'playwright-core'
import { onTestFinished } from 'vitest'
import type { CleanUp } from './clean-up.ts'
import { shared } from './shared-resources.ts'

export async function openBrowser(cleanUp: CleanUp = onTestFinished): Promise<Browser> {
  const browser = await chromium.connect(await shared('browser'))
  // Closes the connection, and with it the contexts that were opened here.
  cleanUp(() => browser.close())
  return browser
}
