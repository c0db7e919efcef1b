/** A dashboard that stays open all day on a desk must not grow. Its own clock is moved, so that an hour takes a minute. */
import { createClient } from '@tradehall/client'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { BROWSER } from './browser-server.ts'
import { openContext, openPage, STEP_TIMEOUT_MS, TEST_TIMEOUT_MS } from './dashboard.ts'
import { drawn } from './dashboard-view.ts'
import { FULL } from './full.ts'
import { needs } from './requirements.ts'
import { type ServedMarket, serveMarket } from './served-market.ts'

/** Of half a minute. */
const ROUNDS = FULL ? 120 : 32
const ROUND_MS = 30_000
/** Of each round: changes of stock, and a new order, which the open page shows. */
const STOCK_CHANGES = 16
const PAGES = ['Home', 'Orders', 'Labels', 'Money', 'Integrations']

describe('a dashboard that is open for an hour', { ...needs(BROWSER), timeout: TEST_TIMEOUT_MS }, () => {
  test('keeps its memory while events arrive', async () => {
    const shop = await serveMarket({ isTicking: true, env: { TRADEHALL_RATE_LIMIT: 'off' } })
    const browser = await openBrowser()
    const context = await openContext(shop, { browser, as: 'alder-wick', options: {} })
    await context.clock.install()
    const { page, complaints } = await openPage(context, '/dashboard')
    const makeEvents = eventsOf(shop)
    const measure = await memoryOf(page)

    const pass = async (rounds: number) => {
      for (let round = 0; round < rounds; round += 1) {
        const name = PAGES[round % PAGES.length] ?? ''
        await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
        await makeEvents()
        const polled = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/activity'))
        await context.clock.fastForward(ROUND_MS)
        await polled
      }
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
      await expect
        .poll(() => page.locator('[aria-busy="true"]').count(), { timeout: STEP_TIMEOUT_MS })
        .toBe(0)
      // What Home shows last, which would otherwise count in one of the measurements only.
      await page.getByRole('region', { name: 'Best sellers' }).waitFor({ timeout: STEP_TIMEOUT_MS })
      await drawn(page)
      return await measure()
    }

    // Caches and compiled code are full after a quarter.
    const before = await pass(ROUNDS / 4)
    const after = await pass((ROUNDS * 3) / 4)
    expect(complaints).toEqual([])
    expect(after.nodes).toBeLessThan(1.2 * before.nodes)
    expect(after.listeners).toBeLessThan(1.2 * before.listeners)
    expect(after.heapMb).toBeLessThan(before.heapMb + 2)
  })
})

function eventsOf(shop: ServedMarket): () => Promise<void> {
  const { clientId, clientSecret } = shop.credentials
  const client = createClient({ baseUrl: shop.url, clientId, clientSecret })
  let round = 0
  return async () => {
    round += 1
    const variants = await client.variants.list({ pageSize: STOCK_CHANGES }).toArray(STOCK_CHANGES)
    await Promise.all(variants.map(({ id }) => client.variants.setStock(id, { stockQuantity: 1000 + round })))
    const { status } = await shop.send('POST', '/api/testing/orders/create', { body: { itemQuantity: 1 } })
    expect(status).toBe(200)
  }
}

/** After everything that nothing refers to is gone. */
async function memoryOf(page: Page) {
  const debug = await page.context().newCDPSession(page)
  await debug.send('Performance.enable')
  return async () => {
    await debug.send('HeapProfiler.collectGarbage')
    const { metrics } = await debug.send('Performance.getMetrics')
    const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN
    return {
      heapMb: metric('JSHeapUsedSize') / 1024 ** 2,
      nodes: metric('Nodes'),
      listeners: metric('JSEventListeners'),
    }
  }
}
