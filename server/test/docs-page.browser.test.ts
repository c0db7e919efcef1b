import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { BROWSER } from './browser-server.ts'
import { market } from './market.ts'
import { needs } from './requirements.ts'

/** Seconds on an idle machine, a minute on one with ten times the work that it can do: the limits only end what hangs. */
const STEP_TIMEOUT_MS = 240_000
const TEST_TIMEOUT_MS = 600_000

test('whoever opens the page in the sandbox can send a request at once, and nothing leaves the server', {
  ...needs(BROWSER),
  timeout: TEST_TIMEOUT_MS,
}, async () => {
  const { http } = await market()
  const origin = await http.app.listen({ port: 0, host: '127.0.0.1' })
  const page = await (await openBrowser()).newPage()
  page.setDefaultTimeout(STEP_TIMEOUT_MS)
  const seen = watch(page)

  await page.goto(`${origin}/docs`)
  expect(await page.title()).toBe('Tradehall API')
  await page.getByRole('button', { name: 'Open Group - User', exact: true }).click()
  await page.getByRole('link', { name: 'Configuration of the current user' }).click()
  const example = page.getByRole('group', { name: 'Request Example for get/api/v1/me/config' })
  await example.getByText('Accept: application/vnd.api+json').waitFor()
  await example.getByRole('button', { name: 'Test Request' }).click()

  const client = page.getByRole('dialog', { name: 'API Client' })
  await client.getByRole('button', { name: 'Send get request' }).click()
  const response = client.getByRole('region', { name: 'Response', exact: true })
  await response.getByText('200 OK').waitFor()
  await response.getByText('"user-configs"').waitFor()

  expect(seen.complaints).toEqual([])
  expect(seen.requests).toContain(`${origin}/api/v1/me/config`)
  expect(seen.requests.filter((url) => !url.startsWith(`${origin}/`))).toEqual([])
})

/** Collects what the browser asks for and what it complains of, such as a breach of the content security policy. */
function watch(page: Page): { complaints: string[]; requests: string[] } {
  const complaints: string[] = []
  const requests: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => requests.push(request.url()))
  return { complaints, requests }
}
