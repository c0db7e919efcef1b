/**
 * The list of orders of a brand with many. `npm run bench:dashboard` takes a hundred thousand and measures it: how long answers
 * take, the longest frame while rows are replaced, and the CPU time of the page, which other work on the machine does not
 * lengthen. A person notices frames of more than 100 ms.
 */
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { BROWSER } from './browser-server.ts'
import { afterAllTests } from './clean-up.ts'
import { STEP_TIMEOUT_MS, TEST_TIMEOUT_MS, visit } from './dashboard.ts'
import { copyOrders } from './many-orders.ts'
import { addRetailer } from './order-requests.ts'
import { placeOrder } from './orders.ts'
import { needs } from './requirements.ts'
import { type ServedMarket, serveMarket } from './served-market.ts'

const IS_MEASURED = process.env.TRADEHALL_TEST_FRAMES !== undefined
const COUNT = IS_MEASURED ? 100_000 : 5_000
const PAGE_SIZE = 50
const soon = { timeout: STEP_TIMEOUT_MS }

describe('many orders', { ...needs(BROWSER), timeout: TEST_TIMEOUT_MS }, () => {
  let shop: ServedMarket
  let browser: Browser
  let rare: { id: string; reference: number }
  const cleanUp = afterAllTests()
  beforeAll(async () => {
    shop = await serveMarket({ cleanUp, isTicking: true, env: { TRADEHALL_RATE_LIMIT: 'off' } })
    const products = [{ variants: [{ sku: 'COMMON-1' }] }, { variants: [{ sku: 'COMMON-2' }] }]
    await copyOrders(shop.platform.db, await placeOrder(shop, { products }), COUNT)
    const retailerId = await addRetailer(shop, { storeName: 'Needle & Thread' })
    rare = await placeOrder(shop, { retailerId, products: [{ variants: [{ sku: 'RARE-7' }] }] })
    browser = await openBrowser(cleanUp)
  }, TEST_TIMEOUT_MS)

  const rowsIn = (page: Page) => page.getByRole('table', { name: 'Orders' }).locator('tbody tr')
  const isLoaded = (page: Page) => expect.poll(() => page.locator('[aria-busy="true"]').count(), soon).toBe(0)
  const references = (page: Page) => rowsIn(page).getByRole('link').allTextContents()

  test('are listed, filtered, searched and paged', async () => {
    const { page, complaints } = await visit(shop, {
      browser,
      as: 'alder-wick',
      path: '/dashboard/orders?tab=all',
    })
    await expect.poll(() => rowsIn(page).count(), soon).toBe(PAGE_SIZE)
    await watchFrames(page)
    const measured: Record<string, Measured> = {}
    const cpuMs = await watchCpu(page)
    const step = async (name: string, act: () => Promise<unknown>) => {
      await page.evaluate('window.longestFrame = 0; performance.clearResourceTimings()')
      const before = await cpuMs()
      await act()
      await isLoaded(page)
      const times = (await page.evaluate(MEASURED)) as Omit<Measured, 'cpuMs'>
      measured[name] = { ...times, cpuMs: Math.round((await cpuMs()) - before) }
    }
    const first = await references(page)
    await step('next page', async () => {
      await page.getByRole('link', { name: 'Next page' }).click()
      await expect.poll(async () => (await references(page))[0], soon).not.toBe(first[0])
    })
    expect(await references(page)).toHaveLength(PAGE_SIZE)
    await step('previous page', async () => {
      await page.getByRole('link', { name: 'Previous page' }).click()
      await expect.poll(() => references(page), soon).toEqual(first)
    })
    await step('by shipping date', async () => {
      await page.getByLabel('Order of the list').selectOption({ label: 'Ship by' })
      await expect.poll(async () => (await references(page))[0], soon).not.toBe(first[0])
    })
    await step('to accept', async () => {
      await page.getByRole('link', { name: /^To accept/ }).click()
      await page.getByRole('columnheader', { name: 'Waiting' }).waitFor()
    })
    await step('done', async () => {
      await page.getByRole('link', { name: /^Done/ }).click()
      await expect.poll(() => page.url(), soon).toContain('tab=done')
    })
    const find = async (text: string) => {
      await page.getByLabel('Reference, retailer or SKU').fill(text)
      await expect.poll(() => page.url(), soon).toContain(`q=${text}`)
    }
    await page.goto('/dashboard/orders?tab=all')
    await isLoaded(page)
    await watchFrames(page)
    await step('rare retailer', () => find('Needle'))
    await expect.poll(() => references(page), soon).toEqual([String(rare.reference)])
    await step('rare SKU', () => find('RARE-'))
    await expect.poll(() => references(page), soon).toEqual([String(rare.reference)])
    await step('common SKU', () => find('COMMON'))
    await expect.poll(() => rowsIn(page).count(), soon).toBe(PAGE_SIZE)
    await step('select all', () => page.getByRole('checkbox', { name: 'Select all on this page' }).click())
    await page.getByText(`${PAGE_SIZE} selected`).waitFor()
    expect(complaints).toEqual([])
    if (IS_MEASURED) console.table(measured)
  })
})

interface Measured {
  /** The longest time between two frames. */
  frameMs: number
  /** Of the thread of the page, over all frames of the step. */
  cpuMs: number
  listMs: number
  countsMs: number
}

async function watchCpu(page: Page): Promise<() => Promise<number>> {
  const debug = await page.context().newCDPSession(page)
  await debug.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await debug.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
  }
}

/** Evaluated by the debugger, as texts: the page has its own types. */
const watchFrames = (page: Page) =>
  page.evaluate(`{
    window.longestFrame = 0
    let last = performance.now()
    const next = (now) => {
      window.longestFrame = Math.max(window.longestFrame, now - last)
      last = now
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  }`)

const MEASURED = `{
  const took = (path) => Math.round(Math.max(0, ...performance.getEntriesByType('resource')
    .filter(({ name }) => new URL(name).pathname === path)
    .map(({ duration }) => duration)));
  ({ frameMs: Math.round(window.longestFrame), listMs: took('/api/v1/orders'), countsMs: took('/api/v1/order-counts') })
}`
