/** Journeys from Home to what waits, and through payouts and billing exports. Each ends with a check of what the server has. */
import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { BROWSER } from './browser-server.ts'
import { afterAllTests } from './clean-up.ts'
import { STEP_TIMEOUT_MS, TEST_TIMEOUT_MS, visit } from './dashboard.ts'
import { needs } from './requirements.ts'
import { type ServedMarket, serveMarket } from './served-market.ts'
import type { DemoUserKey } from './sessions.ts'

const soon = { timeout: STEP_TIMEOUT_MS }
const PAYOUTS = '/api/v1/brands/payouts'

describe('Home and money in the dashboard', { ...needs(BROWSER), timeout: TEST_TIMEOUT_MS }, () => {
  let shop: ServedMarket
  let browser: Browser
  const cleanUp = afterAllTests()
  beforeAll(async () => {
    shop = await serveMarket({ cleanUp, isTicking: true, env: { TRADEHALL_RATE_LIMIT: 'off' } })
    browser = await openBrowser(cleanUp)
  })
  const open = (path: string, as: DemoUserKey = 'alder-wick') => visit(shop, { browser, as, path })

  test('Home leads to the oldest order, which is accepted there, and follows changes by itself', async () => {
    const { page, read, complaints } = await open('/dashboard')
    const section = page.getByRole('region', { name: 'Orders to accept' })
    const all = section.getByRole('link', { name: /^All \d+$/ })
    const count = Number((await all.textContent())?.replace(/\D/g, ''))
    const first = section.getByRole('row').nth(1)
    const reference = /\d{7}/.exec((await first.textContent()) ?? '')?.[0] ?? 'none'
    const oldest = first.getByRole('link').first()
    await oldest.click()
    await page.getByRole('heading', { name: reference }).waitFor()
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    await page.getByRole('button', { name: 'Accept', exact: true }).waitFor({ state: 'hidden' })
    const id = page.url().split('/').at(-1)?.split('?')[0]
    await page.getByRole('link', { name: 'Home' }).click()
    await expect.poll(() => all.textContent(), soon).toBe(`All ${count - 1}`)
    await shop.send('POST', '/api/testing/orders/create', { body: {} })
    await expect.poll(() => all.textContent(), soon).toBe(`All ${count}`)
    expect((await read(`/api/v1/orders/${id}`)).data.attributes.status).toBe('brand_confirmed')
    expect(complaints).toEqual([])
  })

  test('the chart has the same values as a table, and what sells best and runs out is that of the API', async () => {
    const { page, read } = await open('/dashboard')
    const chart = page.getByRole('figure', { name: 'Sales, 30 days' })
    await chart.getByText('Show as table').or(chart.locator('summary')).first().click()
    const table = chart.getByRole('table', { name: 'Sales, 30 days' })
    await expect.poll(() => table.locator('tbody tr').count(), soon).toBe(30)
    const { trends } = (await read('/api/v1/brand-overview')).data.attributes
    const listed = (name: string) => page.getByRole('region', { name }).getByRole('listitem').count()
    expect(await listed('Best sellers')).toBe(trends.sales[0].bestSellers.length)
    const low = trends.runningOut.filter(({ daysLeft }: { daysLeft: number }) => daysLeft < 14)
    expect(await listed('Stock that runs out')).toBe(Math.min(low.length, 5))
  })

  test('a payout leads to the order that it was paid for, with the amounts of the API', async () => {
    const { page, read, complaints } = await open('/dashboard/money')
    const { data } = await read(`${PAYOUTS}?page[limit]=100`)
    const rows = page.getByRole('table', { name: 'Payouts' }).locator('tbody tr')
    await expect.poll(() => rows.count(), soon).toBe(data.length)
    const payout = data.findLast(
      (one: { attributes: { transfers: { source: { type: string } }[] } }) =>
        one.attributes.transfers[0]?.source.type === 'internal',
    )
    const { source } = payout.attributes.transfers[0]
    await rows.filter({ hasText: source.reference }).getByRole('link').click()
    await page.getByRole('heading', { name: /^Payout of/ }).waitFor()
    expect(page.url()).toContain(payout.id)
    const order = (await read(`/api/v1/orders/${source.uuid}`)).data.attributes
    expect(order.brandNetAmount).toBe(payout.attributes.amount.amount)
    const shown = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' }).format(
      order.brandNetAmount / 100,
    )
    // As the amount of the payout, and as what the order comes to.
    await expect.poll(() => page.getByText(shown, { exact: true }).count(), soon).toBe(2)
    await page.getByRole('link', { name: 'Open the order' }).click()
    await page.getByRole('heading', { name: source.reference }).waitFor()
    expect(complaints).toEqual([])
  })

  test('the payout of another brand is not shown', async () => {
    const { body } = await shop.send('GET', PAYOUTS, { as: 'otherBrand' })
    const { page } = await open(`/dashboard/money/payouts/${body.data[0].id}`)
    await page
      .getByText(/belongs to another account|may not see this/)
      .first()
      .waitFor()
    expect(await page.getByText('Payout of').count()).toBe(0)
  })

  test('staff create an export, see why a period is refused, follow it and download it', async () => {
    const { page, read, complaints } = await open('/dashboard/money?tab=exports', 'alder-wick-staff')
    await page.getByRole('button', { name: 'Create export…' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Create a billing export' })
    await dialog.getByLabel('From').fill('2026-02-28')
    await dialog.getByLabel('To').fill('2026-02-01')
    await dialog.getByRole('button', { name: 'Create export' }).click()
    await dialog.getByText('The end must be after the beginning.').waitFor()
    expect(await dialog.getByLabel('From').inputValue()).toBe('2026-02-28')
    await dialog.getByLabel('From').fill('2026-01-01')
    await dialog.getByLabel('To').fill('2026-02-28')
    await dialog.getByLabel('XLSX').check()
    await dialog.getByRole('button', { name: 'Create export' }).click()
    await dialog.waitFor({ state: 'hidden' })
    const row = page.getByRole('table', { name: 'Billing exports' }).locator('tbody tr').first()
    await row.getByText('Waiting').waitFor()
    await shop.runJobs()
    await row.getByText('Ready').waitFor(soon)
    const saved = page.waitForEvent('download')
    await row.getByRole('link', { name: 'Download' }).click()
    const { data } = await read('/api/v1/ordering/billing-exports')
    expect((await saved).suggestedFilename()).toBe(data[0].attributes.filename)
    expect(data[0].attributes).toMatchObject({ status: 'completed', progress: 100, failures: [] })
    expect(complaints.filter((one: string) => !one.includes('422'))).toEqual([])
  })
})
